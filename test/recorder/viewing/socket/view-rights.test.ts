import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { eventually } from "#test/support/eventually.ts";
import { type MediaSocketRig, openMediaSocketRig, wallOf } from "#test/recorder/viewing/support/media-socket-rig.ts";
import { openWhepRig, wallOf as whepWallOf, type WhepRig } from "#test/recorder/viewing/support/whep-rig.ts";

/** Commands of open sessions can go to any time: each transport refuses what its viewer may not watch. */
const LIVE_ONLY: ViewRights = { live: true, playback: false };
const PLAYBACK_ONLY: ViewRights = { live: false, playback: true };

describe("over the media socket", () => {
  let rig: MediaSocketRig;
  beforeAll(async () => {
    rig = await openMediaSocketRig();
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
  }, 30_000);
  afterEach(() => rig.endViewers());
  afterAll(() => rig.close());

  it("who may watch live only gets nothing recorded, by no command, and live again", async () => {
    const viewer = await rig.watch("live", "fmp4", 0, LIVE_ONLY);
    viewer.play(1);
    await eventually(() => viewer.shown(1).length > 0, "live");
    viewer.play(2, { time: wallOf(20) });
    viewer.play(3, { time: wallOf(20), paused: true, draft: true });
    viewer.play(4, { time: wallOf(100), rate: -1 });
    // A step goes back from any picture, also from a live one.
    viewer.send({ op: "step", generation: 5, from: wallOf(20), direction: 1 });
    viewer.send({ op: "step", generation: 6, from: 0, direction: 1 });
    await eventually(() => viewer.denied(6), "refused");
    for (const generation of [2, 3, 4, 5, 6]) {
      expect(viewer.denied(generation), `generation ${generation}`).toBe(true);
      expect(viewer.messages.filter((one) => one.generation === generation)).toEqual([]);
    }
    viewer.send({ op: "resume", generation: 6 });
    viewer.play(7);
    await eventually(() => viewer.shown(7).length > 0, "live again");
    expect(rig.begun.splice(0)).toEqual([]);
  });

  it("who may watch recordings only gets no live picture", async () => {
    const viewer = await rig.watch("recorded", "fmp4", wallOf(20), PLAYBACK_ONLY);
    viewer.play(1);
    await eventually(() => viewer.denied(1), "refused");
    expect(viewer.messages).toEqual([]);
    viewer.play(2, { time: wallOf(20) });
    await eventually(() => viewer.shown(2).length > 0, "recorded");
  });

  it("a playback that a command begins is told once, one that was opened as that is not", async () => {
    const viewer = await rig.watch("both");
    viewer.play(1);
    viewer.play(2, { time: wallOf(20) });
    viewer.play(3, { time: wallOf(40) });
    viewer.play(4);
    viewer.send({ op: "step", generation: 5, from: wallOf(60), direction: 1 });
    await eventually(() => viewer.shown(5).length > 0, "the step's picture");
    expect(rig.begun.splice(0)).toEqual([`both ${wallOf(20)}`, `both ${wallOf(60)}`]);
    const opened = await rig.watch("opened", "fmp4", wallOf(20));
    opened.play(1, { time: wallOf(20) });
    await eventually(() => opened.shown(1).length > 0, "plays");
    expect(rig.begun).toEqual([]);
  });
});

describe("over WebRTC", () => {
  let rig: WhepRig;
  beforeAll(async () => {
    rig = await openWhepRig();
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
  }, 30_000);
  afterEach(() => rig.closeClients());
  afterAll(() => rig.close());

  it("who may watch live only stays live, and is told why", async () => {
    const client = await rig.watch("live", { rights: LIVE_ONLY });
    await eventually(() => client.statuses.at(-1)?.state === "live", "live");
    await client.control({ op: "seek", time: whepWallOf(100), rate: 1 });
    await eventually(() => client.refusals.length > 0, "refused");
    const sent = client.video.units.length;
    for (const unit of rig.scene.slice(22, 30)) rig.feed.put(unit);
    await eventually(() => client.video.units.length > sent, "goes on");
    expect(client.numbers().every((number) => number < 30)).toBe(true);
    expect(client.refusals).toEqual(["access/denied"]);
    expect(client.statuses.map(({ state }) => state)).not.toContain("playing");
    expect(rig.begun).toEqual([]);
    rig.sessions.close("live");
  });

  it("who may watch recordings only stays with them", async () => {
    const client = await rig.watch("recorded", { timeMs: whepWallOf(37), rights: PLAYBACK_ONLY });
    await eventually(() => client.statuses.at(-1)?.state === "playing", "playing");
    for (const time of [0, -1]) await client.control({ op: "seek", time, rate: 1 });
    await eventually(() => client.refusals.length === 2, "refused");
    await client.control({ op: "seek", time: whepWallOf(97), rate: 1 });
    await eventually(() => client.numbers().includes(100), "goes on");
    expect(client.refusals).toEqual(["access/denied", "access/denied"]);
    expect(client.statuses.map(({ state }) => state)).not.toContain("live");
    rig.sessions.close("recorded");
  });

  it("a playback that a command begins is told", async () => {
    const client = await rig.watch("both");
    await client.control({ op: "seek", time: whepWallOf(20), rate: 1 });
    await client.control({ op: "seek", time: whepWallOf(50), rate: 1 });
    await eventually(() => client.numbers().includes(50), "plays");
    expect(rig.begun.splice(0)).toEqual([`both ${whepWallOf(20)}`]);
    rig.sessions.close("both");
  });
});
