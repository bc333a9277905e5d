import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import {
  FETCH,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
  for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

describe("sessions", () => {
  it("are pending, ready or failed", async () => {
    const state = async (id: string): Promise<unknown> => {
      const answer = await rig.sessions.state(id);
      return answer.ok ? answer.value.state : answer.error.code;
    };
    const spec = { format: "fmp4", play: { timeMs: 0, rate: 1, heightPx: 0 }, rights: MAY_ALL, ...FETCH } as const;
    const { gop } = rig.feed;
    rig.feed.gop = [];
    await rig.sessions.open({ ...spec, sessionId: "s1", streamId: "a" });
    expect(await state("s1")).toBe("pending");
    rig.feed.gop = gop;
    expect(await state("s1")).toBe("ready");
    await rig.sessions.open({ ...spec, sessionId: "s2", streamId: "nobody", play: { ...spec.play, timeMs: START } });
    expect(await state("s2")).toBe("failed");
    expect(await rig.sessions.open({ ...spec, sessionId: "s3", streamId: "nobody" })).toMatchObject({
      code: "stream/unknown",
    });
    expect(await state("s3")).toBe("low-bandwidth/unknown");
    rig.sessions.close("s1");
    rig.sessions.close("s2");
  });

  it("end by themselves when nobody holds a socket, and free everything", async () => {
    const before = rig.sessions.count;
    const viewer = await rig.watch("left");
    viewer.play(1);
    await eventually(() => viewer.shown(1).length > 0, "picture");
    const takers = rig.feed.takers.size;
    viewer.socket.terminate();
    await eventually(() => rig.feed.takers.size === takers - 1, "the player stops");
    await eventually(() => rig.sessions.count === before || rig.ended.includes("left"), "the session ends");
    await eventually(() => rig.ended.includes("left"), "and is told");
    rig.ended.splice(0);
    expect(rig.sessions.find("left")).toBeNull();
  });

  it("refuse strangers, other protocols and nonsense", async () => {
    const stranger = new Viewer(rig.path, "nobody");
    await eventually(() => stranger.closed !== null, "refused");
    await rig.sessions.open({
      sessionId: "odd",
      streamId: "a",
      format: "fmp4",
      play: { timeMs: 0, rate: 1, heightPx: 0 },
      rights: MAY_ALL,
      ...FETCH,
    });
    const other = new Viewer(rig.path, "odd", "something.else");
    await eventually(() => other.closed !== null, "closed");
    const viewer = new Viewer(rig.path, "odd");
    await viewer.opened();
    let seed = 3;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const odd: unknown[] = [
      { op: "play", generation: 1, time: -5, rate: 1, paused: false, height: 0 },
      { op: "play", generation: 2, time: 1e300, rate: 1, paused: false, height: 0 },
      { op: "play", generation: 3, time: START, rate: 0, paused: false, height: 0 },
      { op: "play", generation: 4, time: START, rate: 1e9, paused: true, height: 1e9 },
      { op: "step", generation: 5, from: Number.MAX_VALUE, direction: 1 },
      { op: "step", generation: 6, from: -1, direction: -1 },
      { op: "ack", generation: 6, time: -1e300, queued: 1 },
    ];
    for (const command of odd) viewer.socket.send(JSON.stringify(command));
    viewer.play(7, { time: START });
    await eventually(() => viewer.shown(7).length > 0, "still plays");
    expect(viewer.notices.filter((one) => one.type === "error").length).toBeGreaterThan(0);
    for (let i = 0; i < 10; i += 1)
      viewer.socket.send(String.fromCharCode(...Array.from({ length: 20 }, () => random() * 128)));
    await eventually(() => viewer.closed !== null, "closed for nonsense");
    expect(viewer.closed).toBe(1008);
    const long = new Viewer(rig.path, "odd");
    await long.opened();
    long.socket.send("x".repeat(10_000));
    await eventually(() => long.closed !== null, "closed for length");
    rig.sessions.close("odd");
  });
});
