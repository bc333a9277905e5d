import { describe, expect, test } from "vitest";
import { at, live, Rig } from "#test/media/support/player-rig.ts";

const low = { order: ["lowbandwidth"] } as const;
const draft = (timeMs: number) => ({ ...at(timeMs, 1, true), draft: { withinMs: 500 } });

describe("a request that has not left yet", () => {
  test("is not changed into one that this user may not play", () => {
    const rig = new Rig({ ...low, canPlayback: false }).send({ type: "play", request: live });
    const { id } = rig;
    rig.send({ type: "play", request: at(5000) });
    expect(rig.of("close")).toMatchObject([{ id }]);
    expect(rig.state).toMatchObject({ current: null, error: { failure: { code: "access/no-playback" } } });
  });
});

describe("a request that waits behind another one", () => {
  const waiting = () => {
    const rig = new Rig(low).playing(at(50_000));
    return rig.send({ type: "play", request: at(60_000) }).send({ type: "play", request: at(70_000, -4) });
  };
  test("is what is played when the tile comes back into sight", () => {
    const rig = waiting().send({ type: "visible", visible: false }).fire("suspend");
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toMatchObject([{ attempt: { request: at(70_000, -4) } }]);
  });
  test("is what the other mode plays", () => {
    const rig = waiting().send({ type: "set-mode", mode: "webrtc" });
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "webrtc", request: at(70_000, -4) } }]);
  });
});

describe("another stream of the camera on its way", () => {
  const onWay = () => {
    const rig = new Rig().playing(at(50_000)).send({ type: "variant", variant: "large" });
    expect(rig.of("open")).toMatchObject([{ background: true, attempt: { variant: "large" } }]);
    return rig;
  };
  test.each([
    ["direction", at(50_100, -1)],
    ["speed", at(50_100, 16)],
    ["pause", at(50_100, 1, true)],
    ["seek", at(90_000)],
  ])("%s: it does not take over with what was asked before", (_name, request) => {
    const rig = onWay();
    const old = rig.state.probe?.id ?? -1;
    rig.send({ type: "play", request });
    expect(rig.of("close")).toMatchObject([{ id: old }]);
    rig.send({ type: "first-frame", id: old });
    expect(rig.state.current?.variant).toBe("main");
    rig.send({ type: "source-state", id: rig.id, state: request.paused ? "paused" : "playing" });
    expect(rig.of("open")).toMatchObject([{ background: true, attempt: { variant: "large", request } }]);
  });
  test("a better mode neither: live does not come back into a wall that plays a recording", () => {
    const rig = new Rig().send({ type: "play", request: live }).error(false);
    rig.send({ type: "sent", id: rig.id }).send({ type: "first-frame", id: rig.id }).fire("upgrade");
    expect(rig.of("open")).toMatchObject([{ background: true, attempt: { mode: "webrtc", carrier: "whep" } }]);
    const old = rig.state.probe?.id ?? -1;
    rig.send({ type: "play", request: at(5000) }).send({ type: "first-frame", id: old });
    expect(rig.state).toMatchObject({ mode: "lowbandwidth", current: { carrier: "socket" }, probe: null });
    expect(rig.due("upgrade")).toBe(60_000);
  });
  test("while somebody drags through time it waits for the end of the drag", () => {
    const rig = onWay();
    for (const timeMs of [51_000, 52_000]) {
      rig.send({ type: "play", request: draft(timeMs) }).send({ type: "source-state", id: rig.id, state: "paused" });
      expect(rig.of("open")).toEqual([]);
    }
    rig.send({ type: "play", request: at(52_000, 1, true) });
    rig.send({ type: "source-state", id: rig.id, state: "paused" });
    expect(rig.of("open")).toMatchObject([{ background: true, attempt: { variant: "large" } }]);
  });
});

describe("steps of a paused picture", () => {
  const shows = (rig: Rig, framesShown: number, wallMs: number) =>
    rig.after(250).send({ type: "progress", id: rig.id, framesShown, wallMs });
  const stepped = () => {
    const rig = shows(new Rig().playing(at(50_000, 1, true)), 1, 49_980);
    rig.send({ type: "step", direction: 1 });
    return shows(rig, 2, 50_020);
  };
  test("out of sight and back: the picture that they led to", () => {
    const rig = stepped().send({ type: "visible", visible: false }).fire("suspend");
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toMatchObject([{ attempt: { request: at(50_020, 1, true) } }]);
  });
  test("another stream shows it too", () => {
    const rig = stepped().send({ type: "variant", variant: "large" });
    expect(rig.of("open")).toMatchObject([{ attempt: { request: at(50_020, 1, true) } }]);
  });
  test("without steps it stays at what was asked for, and a new request forgets them", () => {
    const rig = shows(new Rig().playing(at(50_000, 1, true)), 1, 49_980);
    expect(rig.state.request?.timeMs).toBe(50_000);
    const again = stepped();
    again.send({ type: "play", request: at(80_000, 1, true) });
    again.send({ type: "source-state", id: again.id, state: "paused" });
    expect(shows(again, 3, 79_990).state.request?.timeMs).toBe(80_000);
  });
});

describe("slow motion", () => {
  test.each([0.25, 0.5, -0.25, -0.5])("at %d the end of a gap is waited for once", (rate) => {
    const sign = Math.sign(rate);
    const rig = new Rig().playing(at(50_000, rate));
    const far = 50_000 + 10_000 * sign;
    const gap = { fromMs: Math.min(50_000, far), toMs: Math.max(50_000, far) };
    rig.send({ type: "gap", id: rig.id, ...gap }).fire("resume");
    rig.send({ type: "gap", id: rig.id, ...gap });
    expect(rig.state.delayUntilMs).toBeNull();
    expect(rig.due("resume")).toBeUndefined();
  });
  test("a recording of one picture a second is not frozen at 1/4, a live camera that stands is", () => {
    const rig = new Rig().playing(at(50_000, 0.25));
    for (let n = 1; n <= 3; n++) {
      rig.after(3900).send({ type: "progress", id: rig.id, framesShown: n - 1 });
      expect(rig.state.frozen).toBe(false);
      rig.after(100).send({ type: "progress", id: rig.id, framesShown: n });
    }
    const still = new Rig().playing().after(2500).send({ type: "progress", id: 1, framesShown: 0 });
    expect(still.state.frozen).toBe(true);
  });
});

test.each([
  [-4, 9_900, 10_000],
  [-16, 2_400, 2_500],
  [4, 2_400, 2_500],
])("at %dx key frames that lie far apart are waited for", (rate, inTimeMs, tooLateMs) => {
  const rig = new Rig().playing(at(5_000_000, rate));
  rig.after(inTimeMs).send({ type: "progress", id: rig.id, framesShown: 0 });
  expect(rig.state.frozen).toBe(false);
  rig.after(tooLateMs - inTimeMs).send({ type: "progress", id: rig.id, framesShown: 0 });
  expect(rig.state.frozen).toBe(true);
});
