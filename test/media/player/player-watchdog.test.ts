import { describe, expect, test } from "vitest";
import { blindMs, isFrozen, frameEveryMs } from "#media/player/player-rules.ts";
import { at, live, Rig } from "#test/media/support/player-rig.ts";

describe("watchdog on presented frames", () => {
  const steady = () => {
    const rig = new Rig().playing();
    for (let n = 1; n <= 20; n++) rig.after(100).send({ type: "progress", id: rig.id, framesShown: n });
    return rig;
  };
  test("frozen within 3 s, and opened again at once", () => {
    const rig = steady().after(2400).send({ type: "progress", id: 1, framesShown: 20 });
    expect(rig.state.frozen).toBe(false);
    rig.after(250).send({ type: "progress", id: rig.id, framesShown: 20 });
    expect(rig.state.frozen).toBe(true);
    expect(rig.of("open")).toHaveLength(1);
    rig.send({ type: "first-frame", id: rig.id });
    expect(rig.state.frozen).toBe(false);
  });
  test.each([
    [15, 2400, 2600],
    [1, 3900, 4100],
    [0.2, 19_000, 20_500],
    [0.1, 39_000, 40_500],
    [0.05, 79_000, 80_500],
  ])(
    "a camera of %d pictures a second is waited for by its own rhythm, from its first picture on",
    (rate, stillMs, lateMs) => {
      const every = frameEveryMs([{ framesPerSecond: 15 }, { framesPerSecond: rate }]);
      expect(isFrozen(stillMs, 1000 / rate, live, every)).toBe(false);
      expect(isFrozen(lateMs, 1000 / rate, live, every)).toBe(true);
    },
  );
  test("a relay that may have died is asked for again sooner, but never before its camera's own rhythm", () => {
    expect([1400, 1600].map((sinceMs) => isFrozen(sinceMs, 66, live, 0, true))).toEqual([false, true]);
    expect([3900, 4100].map((sinceMs) => isFrozen(sinceMs, 1000, live, 1000, true))).toEqual([false, true]);
  });
  test("what the recorder has measured is enough: no second picture is needed", () => {
    const rig = new Rig().playing();
    rig.frameEveryMs = 10_000;
    rig.after(100).send({ type: "progress", id: rig.id, framesShown: 1 });
    rig.after(9000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.frozen).toBe(false);
    expect(rig.of("open")).toEqual([]);
    rig.after(32_000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.frozen).toBe(true);
  });
  test("frozen again: as any recoverable error", () => {
    const rig = steady().after(2600).send({ type: "progress", id: 1, framesShown: 20 });
    rig.send({ type: "first-frame", id: rig.id });
    rig.after(100).send({ type: "progress", id: rig.id, framesShown: 1 });
    rig.after(3000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.error?.failure.code).toBe("player/frozen");
    expect(rig.due("retry")).toBe(10_000);
  });
  test.each([
    ["live", live],
    ["recorded", at(50_000)],
    ["recorded, backwards", at(50_000, -1)],
  ])(
    "%s over the media socket: known as soon, opened again only when nothing large can still be on its way",
    (_, play) => {
      const rig = new Rig({ order: ["lowbandwidth"] }).playing(play);
      for (let n = 1; n <= 20; n++) rig.after(100).send({ type: "progress", id: rig.id, framesShown: n });
      rig.after(2600).send({ type: "progress", id: rig.id, framesShown: 20 });
      expect(rig.state.frozen).toBe(true);
      expect(rig.of("open")).toEqual([]);
      rig.after(100).send({ type: "progress", id: rig.id, framesShown: 21 });
      expect(rig.state.frozen).toBe(false);
      rig.after(5900).send({ type: "progress", id: rig.id, framesShown: 21 });
      expect(rig.of("open")).toEqual([]);
      rig.after(100).send({ type: "progress", id: rig.id, framesShown: 21 });
      expect(rig.of("open")).toHaveLength(1);
    },
  );
  test("its camera came back meanwhile: tried again at once, without the pause of earlier troubles", () => {
    const rig = steady().after(2600).send({ type: "progress", id: 1, framesShown: 20 });
    rig.send({ type: "first-frame", id: rig.id });
    rig.after(1000).send({ type: "chance" });
    expect(rig.of("open")).toEqual([]);
    rig.after(2000).send({ type: "progress", id: rig.id, framesShown: 0 });
    expect(rig.state.error).toBeNull();
    expect(rig.of("open")).toHaveLength(1);
  });
  test("a thread that draws nothing and says nothing does not make the camera frozen", () => {
    const rig = steady();
    for (let n = 0; n < 5; n++) {
      rig.after(3000).send({ type: "progress", id: rig.id, framesShown: 20, blindMs: blindMs(3000) });
      expect(rig.state.frozen).toBe(n === 4);
    }
  });
  test("a thread that was busy once: the camera has its time from then on", () => {
    const rig = steady()
      .after(10_000)
      .send({ type: "progress", id: 1, framesShown: 20, blindMs: blindMs(10_000) });
    for (let n = 0; n < 7; n++)
      rig.after(250).send({ type: "progress", id: rig.id, framesShown: 20, blindMs: blindMs(250) });
    expect(rig.state.frozen).toBe(false);
    rig.after(500).send({ type: "progress", id: rig.id, framesShown: 20, blindMs: blindMs(500) });
    expect(rig.state.frozen).toBe(true);
  });
  test("a camera of one picture in two seconds is not frozen", () => {
    const rig = new Rig().playing();
    for (let n = 1; n <= 5; n++) rig.after(2000).send({ type: "progress", id: rig.id, framesShown: n });
    rig.after(7000).send({ type: "progress", id: rig.id, framesShown: 5 });
    expect(rig.state.frozen).toBe(false);
    rig.after(1500).send({ type: "progress", id: rig.id, framesShown: 5 });
    expect(rig.state.frozen).toBe(true);
  });
  test("however slow a camera seems: known while the stage still reports", () => {
    const rig = new Rig().playing().after(25_000).send({ type: "progress", id: 1, framesShown: 1 });
    rig.after(28_000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.frozen).toBe(false);
    rig.after(1000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.frozen).toBe(true);
  });
  test.each([
    ["paused", (rig: Rig) => rig.playing(at(5000, 1, true))],
    ["ended", (rig: Rig) => rig.playing(at(5000)).send({ type: "source-state", id: rig.id, state: "ended" })],
    ["out of sight", (rig: Rig) => rig.playing().send({ type: "visible", visible: false })],
    ["in a gap", (rig: Rig) => rig.playing(at(5000)).send({ type: "gap", id: rig.id, fromMs: 5000, toMs: 90_000 })],
  ])("%s: no picture is due", (_name, make) => {
    const rig = make(new Rig()).after(20_000);
    rig.send({ type: "progress", id: rig.id, framesShown: 0 });
    expect(rig.state.frozen).toBe(false);
  });
});

describe("out of sight", () => {
  const paused = { ...live, paused: true };
  test("live: gets no pictures after 3 s, and goes on over the same session when seen", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false });
    const { id } = rig;
    expect(rig.due("suspend")).toBe(3000);
    rig.fire("suspend");
    expect([rig.of("close"), rig.of("play")]).toEqual([[], [{ type: "play", id, request: paused }]]);
    expect(rig.state).toMatchObject({ suspended: true, shownId: id });
    rig.send({ type: "visible", visible: true });
    expect([rig.of("open"), rig.of("play")]).toEqual([[], [{ type: "play", id, request: live }]]);
    expect(rig.due("doze")).toBeUndefined();
  });
  test("live: after two minutes the session ends; the last picture stays, and another one is opened when seen", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false }).fire("suspend");
    const { id } = rig;
    expect(rig.due("doze")).toBe(120_000);
    rig.fire("doze");
    expect(rig.of("close")).toEqual([{ type: "close", id, keepFrame: true }]);
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toHaveLength(1);
  });
  test("a session that is lost while it dozes is opened again only when seen", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false }).fire("suspend").error(true).fire("retry");
    expect(rig.of("open")).toEqual([]);
    expect(rig.send({ type: "visible", visible: true }).of("open")).toHaveLength(1);
  });
  test("another stream that was chosen meanwhile comes after the pictures are back", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false }).fire("suspend");
    expect(rig.send({ type: "variant", variant: "small" }).of("open")).toEqual([]);
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toMatchObject([{ background: true, attempt: { variant: "small" } }]);
  });
  test("a request for recorded video while live dozes is played when seen", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false }).fire("suspend");
    expect(rig.send({ type: "play", request: at(50_000) }).effects.map((each) => each.type)).not.toContain("open");
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier: "socket", request: at(50_000) } }]);
  });
  test("seen again in time: nothing happens", () => {
    const rig = new Rig().playing().send({ type: "visible", visible: false }).after(1000);
    rig.send({ type: "visible", visible: true });
    expect(rig.due("suspend")).toBeUndefined();
    expect(rig.of("open")).toEqual([]);
  });
  test("recorded video goes on where the clock is", () => {
    const rig = new Rig().playing(at(50_000)).send({ type: "visible", visible: false }).fire("suspend");
    rig.after(7000).send({ type: "visible", visible: true });
    expect(rig.of("open")).toMatchObject([{ attempt: { request: { timeMs: 60_000 } } }]);
  });
  test("a request while out of sight waits", () => {
    const rig = new Rig().send({ type: "visible", visible: false }).send({ type: "play", request: live });
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "visible", visible: true });
    expect(rig.of("open")).toHaveLength(1);
  });
});

describe("slow network", () => {
  test.each([
    [0.1, false],
    [0.11, true],
  ])("packet loss %d", (packetLoss, slow) => {
    const rig = new Rig().playing().send({ type: "stats", packetLoss });
    expect(rig.state.slowNetwork).toBe(slow);
    if (!slow) return;
    expect(rig.due("slow")).toBe(2000);
    expect(rig.fire("slow").state.slowNetwork).toBe(false);
  });
});
