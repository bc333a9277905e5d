import { describe, expect, test } from "vitest";
import { live, Rig } from "#test/media/support/player-rig.ts";

describe("modes", () => {
  test("the toggle is a preference and starts anew in that mode", () => {
    const rig = new Rig().playing().send({ type: "set-mode", mode: "lowbandwidth" });
    expect(rig.of("preference")).toEqual([{ type: "preference", mode: "lowbandwidth" }]);
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "lowbandwidth" } }]);
    expect(rig.state.preferred).toBe("lowbandwidth");
    rig.send({ type: "first-frame", id: rig.id });
    expect(rig.due("upgrade")).toBeUndefined();
  });
  test("webrtc where there is none", () => {
    const rig = new Rig({ order: ["lowbandwidth"], webrtcAllowed: false }).playing();
    rig.send({ type: "set-mode", mode: "webrtc" });
    expect(rig.effects).toEqual([]);
  });
  test("after a fallback the better mode is tried in the background, and taken at its first picture", () => {
    const rig = new Rig().playing().error(false);
    rig.send({ type: "first-frame", id: rig.id });
    const fallen = rig.id;
    expect(rig.due("upgrade")).toBe(60_000);
    rig.fire("upgrade");
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "webrtc" }, background: true }]);
    expect(rig.id).toBe(fallen);
    rig.send({ type: "first-frame", id: rig.state.probe?.id ?? -1 });
    expect(rig.of("close")).toEqual([{ type: "close", id: fallen, keepFrame: false }]);
    expect(rig.state).toMatchObject({ mode: "webrtc", probe: null });
  });
  test("a try that fails doubles the wait, at most ten minutes; a chance tries at once", () => {
    const rig = new Rig().playing().error(false);
    rig.send({ type: "first-frame", id: rig.id });
    for (const wait of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
      expect(rig.due("upgrade")).toBe(wait);
      rig.fire("upgrade").fire("probe");
      expect(rig.of("close")).toHaveLength(1);
      expect(rig.state.mode).toBe("lowbandwidth");
    }
    rig.send({ type: "chance" });
    expect(rig.of("open")).toMatchObject([{ background: true }]);
  });
});

describe("another stream", () => {
  test("is swapped at its first picture", () => {
    const rig = new Rig().playing();
    const old = rig.id;
    rig.send({ type: "variant", variant: "small" });
    expect(rig.of("open")).toMatchObject([{ attempt: { variant: "small" }, background: true }]);
    expect(rig.of("close")).toEqual([]);
    rig.send({ type: "first-frame", id: rig.state.probe?.id ?? -1 });
    expect(rig.of("close")).toEqual([{ type: "close", id: old, keepFrame: false }]);
    expect(rig.state.current?.variant).toBe("small");
  });
  test("wanted while connecting: after the first picture", () => {
    const rig = new Rig().send({ type: "play", request: live });
    rig.send({ type: "variant", variant: "small" });
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "first-frame", id: rig.id });
    expect(rig.of("open")).toMatchObject([{ attempt: { variant: "small" }, background: true }]);
  });
  test("one that does not come is not asked for again until another is wanted", () => {
    const rig = new Rig().playing().send({ type: "variant", variant: "small" });
    rig.fire("probe");
    expect(rig.state.probe).toBeNull();
    rig.send({ type: "first-frame", id: rig.id });
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "variant", variant: "main" });
    expect(rig.of("open")).toHaveLength(1);
  });
});
