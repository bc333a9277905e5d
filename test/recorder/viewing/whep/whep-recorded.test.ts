import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { NewestWork } from "#recorder/viewing/playback/newest-work.ts";
import { eventually } from "#test/support/eventually.ts";
import { openWhepRig, wallOf, type WhepRig } from "#test/recorder/viewing/support/whep-rig.ts";
import { range } from "#test/recorder/viewing/support/range.ts";

let rig: WhepRig;
beforeAll(async () => {
  rig = await openWhepRig();
  for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
}, 30_000);
afterEach(() => rig.closeClients());
afterAll(() => rig.close());

const delta = (a: number, b: number): number => (b - a) | 0;

describe("recorded", () => {
  it("plays from the exact time in its time, seeks, pauses and changes speed on one RTP time line", async () => {
    const client = await rig.watch("recorded", { timeMs: wallOf(37) + 5 });
    await eventually(() => client.video.units.length >= 14, "pictures");
    const numbers = client.numbers();
    expect(numbers.slice(0, 12)).toEqual(range(30, 41));
    const units = client.video.units;
    const steps = units.slice(1, 12).map((unit, i) => delta(units[i]?.rtpTime ?? 0, unit.rtpTime));
    expect(steps.slice(0, 6)).toEqual([90, 90, 90, 90, 90, 90]);
    expect(steps.slice(8).every((step) => Math.abs(step - 6000) <= 2)).toBe(true);
    const spanMs = (units[13]?.atMs ?? 0) - (units[7]?.atMs ?? 0);
    expect(Math.abs(spanMs - 400)).toBeLessThan(150);
    await eventually(() => client.statuses.some(({ state }) => state === "playing"), "playing");

    await client.control({ op: "seek", time: wallOf(97) + 5, rate: 4 });
    const before = client.video.units.length;
    await eventually(() => client.numbers(before).includes(105), "after the seek");
    const after = client.numbers(before).filter((number) => number >= 90);
    expect(after.slice(0, 8)).toEqual(range(90, 97));
    const fast = client.video.units.slice(-4);
    expect(fast.slice(1).every((unit, i) => Math.abs(delta(fast[i]?.rtpTime ?? 0, unit.rtpTime) - 1500) <= 2)).toBe(
      true,
    );
    expect(
      client.video.units.every((unit, i, all) => i === 0 || delta(all[i - 1]?.rtpTime ?? 0, unit.rtpTime) > 0),
    ).toBe(true);

    await client.control({ op: "rate", rate: 0.25 });
    await client.control({ op: "pause" });
    await eventually(() => client.statuses.at(-1)?.state === "paused", "paused");
    await client.control({ op: "seek", time: 0, rate: 1 });
    await eventually(() => client.statuses.at(-1)?.state === "live", "back to live");
    await client.control({ op: "seek", time: wallOf(10), rate: -8 });
    await eventually(() => client.statuses.at(-1)?.state === "ended", "no such speed here");
    rig.sessions.close("recorded");
  });

  it("takes any text on the control channel", async () => {
    const client = await rig.watch("texts", { timeMs: wallOf(10) });
    for (const text of ["", "{", "null", "[]", '{"op":"seek"}', '{"op":"seek","time":"x","rate":1}', "x".repeat(5000)])
      await client.text(text);
    await client.control({ op: "seek", time: -1e300, rate: 1e300 });
    await client.control({ op: "seek", time: wallOf(50), rate: 1 });
    await eventually(() => client.numbers().includes(52), "still plays");
    rig.sessions.close("texts");
  });

  it("seeks by the thousand read a few at a time, and the last one plays", async () => {
    const client = await rig.watch("flood", { timeMs: wallOf(10) });
    const { reader } = rig.parts;
    let now = 0;
    let most = 0;
    const configAt = reader.configAt.bind(reader);
    const counting = vi.spyOn(reader, "configAt").mockImplementation(async (...args) => {
      most = Math.max(most, (now += 1));
      return configAt(...args).finally(() => (now -= 1));
    });
    for (let at = 0; at < 1000; at += 1) await client.control({ op: "seek", time: wallOf(at % 60), rate: 1 });
    const before = client.video.units.length;
    await client.control({ op: "seek", time: wallOf(97) + 5, rate: 1 });
    await eventually(() => client.numbers(before).includes(100), "the last one");
    expect(most).toBeLessThanOrEqual(NewestWork.AT_ONCE);
    counting.mockRestore();
    rig.sessions.close("flood");
  });

  it("live that is asked for by the thousand begins a few times, and goes on", async () => {
    const client = await rig.watch("live-flood");
    await eventually(() => client.video.units.length > 0, "pictures");
    const before = client.video.units.length;
    const fromMs = performance.now();
    for (let at = 0; at < 1000; at += 1) {
      await client.control({ op: "seek", time: 0, rate: 1 });
      await client.control({ op: "pause" });
      await client.control({ op: "resume" });
      await client.control({ op: "rate", rate: 2 });
    }
    await client.control({ op: "seek", time: wallOf(97) + 5, rate: 1 });
    await eventually(() => client.numbers(before).includes(100), "what is asked for at last");
    const begins = Math.ceil((performance.now() - fromMs) / 50) + 1;
    // Each time with the 22 pictures that the camera has sent, of which not all leave before the next.
    expect(client.video.units.length - before).toBeLessThan((begins + 1) * 22);
    rig.sessions.close("live-flood");
  });
});
