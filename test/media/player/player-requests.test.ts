import { describe, expect, test } from "vitest";
import { at, live, Rig } from "#test/media/support/player-rig.ts";

describe("carrier of a request", () => {
  test.each([
    ["live, webrtc", "webrtc", live, false, "whep"],
    ["recorded, webrtc: exact over the socket", "webrtc", at(5000), false, "socket"],
    ["recorded, webrtc, by webrtc too", "webrtc", at(5000), true, "whep"],
    ["rip mode", "webrtc", at(5000, -1), true, "socket"],
    ["recorded at 1/4, by webrtc too", "webrtc", at(5000, 0.25), true, "whep"],
    ["recorded at 4, by webrtc too", "webrtc", at(5000, 4), true, "whep"],
    ["recorded at 16", "webrtc", at(5000, 16), true, "socket"],
    ["recorded, paused: steps are exact", "webrtc", at(5000, 1, true), true, "socket"],
    ["live, low bandwidth", "lowbandwidth", live, false, "socket"],
    ["recorded, low bandwidth", "lowbandwidth", at(5000), true, "socket"],
  ] as const)("%s", (_name, mode, request, recordedByWebrtc, carrier) => {
    const rig = new Rig({ recordedByWebrtc, order: mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"] });
    rig.send({ type: "play", request });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier, mode, request }, background: false }]);
  });
});

describe("a lossy line", () => {
  const lossy = { type: "stats", packetLoss: 0.11 } as const;
  const carrierAt = (rig: Rig, timeMs: number) =>
    rig.send({ type: "play", request: at(timeMs) }).state.current?.carrier;
  test("its recordings come by WebRTC, until it has been whole for a minute", () => {
    const rig = new Rig({ lossyByWebrtc: true }).playing();
    expect(carrierAt(rig, 5000)).toBe("socket");
    rig.send(lossy);
    expect(carrierAt(rig, 6000)).toBe("whep");
    rig.after(50_000).send(lossy).fire("whole");
    expect(carrierAt(rig, 7000)).toBe("socket");
  });
  test("a tenth is not lossy", () => {
    const rig = new Rig({ lossyByWebrtc: true }).playing().send({ type: "stats", packetLoss: 0.1 });
    expect(carrierAt(rig, 5000)).toBe("socket");
  });
  test("with webrtc-live-only it changes nothing", () => {
    const rig = new Rig().playing().send(lossy);
    expect(carrierAt(rig, 5000)).toBe("socket");
  });
  test("going back to live from recordings by WebRTC takes another session", () => {
    const rig = new Rig({ recordedByWebrtc: true }).playing(at(5000)).send({ type: "play", request: live });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier: "whep", request: live } }]);
  });
});

describe("permissions", () => {
  test.each([
    [live, "access/no-live"],
    [at(5000), "access/no-playback"],
  ])("%o", (request, code) => {
    const rig = new Rig({ canLive: false, canPlayback: false }).send({ type: "play", request });
    expect(rig.state.error?.failure).toEqual({ code, params: {} });
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "permissions", canLive: true, canPlayback: true });
    expect(rig.of("open")).toHaveLength(1);
  });
  test("taken away while it plays: it stops", () => {
    const rig = new Rig().playing();
    rig.send({ type: "permissions", canLive: false, canPlayback: true });
    expect(rig.of("close")).toHaveLength(1);
    expect(rig.state.error?.failure.code).toBe("access/no-live");
  });
});

describe("one play request at a time", () => {
  test("not yet sent: the pending one is changed", () => {
    const rig = new Rig().send({ type: "play", request: at(1000) });
    rig.send({ type: "play", request: at(2000) });
    // its attempt, which waits at the gate, is told; no other attempt is started
    expect(rig.effects).toEqual([{ type: "play", id: rig.id, request: at(2000) }]);
    expect(rig.state.current?.request.timeMs).toBe(2000);
    expect(rig.state.request?.timeMs).toBe(2000);
  });
  test("sent: only the newest waits, and follows when the pending one is done", () => {
    const rig = new Rig().playing(at(1000));
    rig.send({ type: "play", request: at(2000) });
    expect(rig.of("play")).toHaveLength(1);
    for (const timeMs of [3000, 4000, 5000]) {
      rig.send({ type: "play", request: at(timeMs) });
      expect(rig.of("play")).toEqual([]);
    }
    rig.send({ type: "source-state", id: rig.id, state: "playing" });
    expect(rig.of("play")).toMatchObject([{ request: { timeMs: 5000 } }]);
    rig.send({ type: "source-state", id: rig.id, state: "playing" });
    expect(rig.of("play")).toEqual([]);
    expect(rig.state.current?.pending).toBe(false);
  });
  test("the pending one fails: the newest is what is retried", () => {
    const rig = new Rig().playing(at(1000));
    rig.send({ type: "play", request: at(2000) }).send({ type: "play", request: at(3000) });
    rig.error(true);
    expect(rig.state.request?.timeMs).toBe(3000);
  });
  test("a seek into a gap ends with the gap", () => {
    const rig = new Rig().playing(at(1000));
    rig.send({ type: "play", request: at(2000) }).send({ type: "play", request: at(3000) });
    rig.send({ type: "gap", id: rig.id, fromMs: 2000, toMs: 0 });
    expect(rig.of("play")).toMatchObject([{ request: { timeMs: 3000 } }]);
  });
  test("live to recorded and back uses the socket, then a new WebRTC session", () => {
    const rig = new Rig().playing();
    rig.send({ type: "play", request: at(5000) });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier: "socket" } }]);
    rig.send({ type: "first-frame", id: rig.id });
    rig.send({ type: "play", request: at(6000, -1) });
    expect(rig.of("play")).toMatchObject([{ request: { rate: -1 } }]);
    rig.send({ type: "source-state", id: rig.id, state: "playing" });
    rig.send({ type: "play", request: live });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier: "whep", mode: "webrtc" } }]);
  });
});

test("closed: everything ends, nothing is taken any more", () => {
  const rig = new Rig().playing().send({ type: "close" });
  expect(rig.of("close")).toMatchObject([{ keepFrame: false }]);
  rig.send({ type: "play", request: live });
  expect(rig.effects).toEqual([]);
});
