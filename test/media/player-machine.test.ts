import { describe, expect, test } from "vitest";
import { initialPlayer } from "#media/player/initial-player.ts";
import { stepPlayer } from "#media/player/player-machine.ts";
import type {
  PlayerConfig,
  PlayerEffect,
  PlayerEvent,
  PlayerRequest,
  PlayerState,
} from "#media/player/player-state.ts";

const config: PlayerConfig = {
  order: ["webrtc", "lowbandwidth"],
  webrtcAllowed: true,
  canLive: true,
  canPlayback: true,
  recordedByWebrtc: false,
};
const live: PlayerRequest = { timeMs: 0, rate: 1, paused: false };
const at = (timeMs: number, rate = 1, paused = false): PlayerRequest => ({ timeMs, rate, paused });

/** Drives the machine like a driver does, with a clock that the test turns. */
class Rig {
  state: PlayerState;
  nowMs = 1000;
  effects: readonly PlayerEffect[] = [];
  readonly timers = new Map<string, number>();
  constructor(change: Partial<PlayerConfig> = {}) {
    this.state = initialPlayer({ ...config, ...change }, "main");
  }
  send(event: PlayerEvent): this {
    const step = stepPlayer(this.state, event, { nowMs: this.nowMs, random: 0 });
    this.state = step.state;
    this.effects = step.effects;
    for (const effect of step.effects) {
      if (effect.type === "timer") this.timers.set(effect.name, this.nowMs + effect.afterMs);
      if (effect.type === "cancel") this.timers.delete(effect.name);
    }
    return this;
  }
  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }
  /** fires a timer that must be set, at its time */
  fire(name: Extract<PlayerEvent, { type: "timer" }>["name"]): this {
    const due = this.timers.get(name);
    if (due === undefined) throw new Error(`timer ${name} is not set`);
    this.timers.delete(name);
    this.nowMs = Math.max(this.nowMs, due);
    return this.send({ type: "timer", name });
  }
  get id(): number {
    return this.state.current?.id ?? -1;
  }
  playing(request: PlayerRequest = live): this {
    this.send({ type: "play", request });
    this.send({ type: "sent", id: this.id }).send({ type: "connected", id: this.id });
    return this.send({ type: "first-frame", id: this.id });
  }
  error(recoverable: boolean, code = "x/y", retryAfterMs = 0): this {
    return this.send({ type: "error", id: this.id, code, reason: "why", recoverable, retryAfterMs });
  }
  of<T extends PlayerEffect["type"]>(type: T): Extract<PlayerEffect, { type: T }>[] {
    return this.effects.filter((effect): effect is Extract<PlayerEffect, { type: T }> => effect.type === type);
  }
  due(name: string): number | undefined {
    const time = this.timers.get(name);
    return time === undefined ? undefined : time - this.nowMs;
  }
}

describe("carrier of a request", () => {
  test.each([
    ["live, webrtc", "webrtc", live, false, "whep"],
    ["recorded, webrtc: exact over the socket", "webrtc", at(5000), false, "socket"],
    ["recorded, webrtc, by webrtc too", "webrtc", at(5000), true, "whep"],
    ["rip mode", "webrtc", at(5000, -1), true, "socket"],
    ["live, low bandwidth", "lowbandwidth", live, false, "socket"],
    ["recorded, low bandwidth", "lowbandwidth", at(5000), true, "socket"],
  ] as const)("%s", (_name, mode, request, recordedByWebrtc, carrier) => {
    const rig = new Rig({ recordedByWebrtc, order: mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"] });
    rig.send({ type: "play", request });
    expect(rig.of("open")).toMatchObject([{ attempt: { carrier, mode, request }, background: false }]);
  });
});

describe("time-outs", () => {
  test.each([
    ["webrtc", live, 10_000],
    ["lowbandwidth", live, 120_000],
  ] as const)("%s", (mode, request, afterMs) => {
    const rig = new Rig({ order: mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"] });
    rig.send({ type: "play", request });
    expect(rig.due("play")).toBe(afterMs);
  });

  test("an unfinished play raises a recoverable error: again after 5 s", () => {
    const rig = new Rig().send({ type: "play", request: live });
    rig.send({ type: "connected", id: rig.id }).fire("play");
    expect(rig.state.error).toMatchObject({ code: "play_timeout", recoverable: true });
    expect(rig.due("retry")).toBe(5000);
    expect(rig.state.mode).toBe("webrtc");
    rig.fire("retry");
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "webrtc" } }]);
    expect(rig.state.error).toBeNull();
  });

  test("webrtc that found no path switches to low bandwidth at once", () => {
    const rig = new Rig().send({ type: "play", request: live }).fire("play");
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "lowbandwidth", carrier: "socket" } }]);
    expect(rig.state).toMatchObject({ mode: "lowbandwidth", preferred: "webrtc", error: null });
  });

  test("a time-out that comes late is ignored", () => {
    const rig = new Rig().playing().send({ type: "timer", name: "play" });
    expect(rig.state.error).toBeNull();
    expect(rig.effects).toEqual([]);
  });
});

describe("errors", () => {
  test("recoverable errors retry after 5 s, then exponentially up to a minute", () => {
    const rig = new Rig().playing();
    for (const wait of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      rig.error(true);
      expect(rig.due("retry")).toBe(wait);
      rig.fire("retry");
    }
    expect(rig.state.retries).toBe(6);
    rig.send({ type: "first-frame", id: rig.id }).fire("good");
    expect(rig.state.retries).toBe(0);
  });

  test("jitter adds up to a quarter; the server's own wish counts when it is longer", () => {
    const { state } = new Rig().playing();
    const event: PlayerEvent = {
      type: "error",
      id: state.current?.id ?? -1,
      code: "c",
      reason: "r",
      recoverable: true,
      retryAfterMs: 0,
    };
    const with1 = stepPlayer(state, event, { nowMs: 0, random: 1 }).effects;
    expect(with1).toContainEqual({ type: "timer", name: "retry", afterMs: 6250 });
    const asked = stepPlayer(state, { ...event, retryAfterMs: 30_000 }, { nowMs: 0, random: 1 }).effects;
    expect(asked).toContainEqual({ type: "timer", name: "retry", afterMs: 30_000 });
  });

  test("a non-recoverable error switches mode and is never saved as preference", () => {
    const rig = new Rig().playing().error(false);
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "lowbandwidth" } }]);
    expect(rig.of("preference")).toEqual([]);
    expect(rig.state.preferred).toBe("webrtc");
  });

  test("after the last mode the error stays", () => {
    const rig = new Rig({ order: ["lowbandwidth"] }).playing().error(false);
    expect(rig.state.error).toMatchObject({ text: "why" });
    expect(rig.due("retry")).toBeUndefined();
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "chance" });
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "lowbandwidth" } }]);
  });

  test("the last picture stays while it is retried", () => {
    const rig = new Rig().playing();
    const { id } = rig;
    expect(rig.error(true).of("close")).toEqual([{ type: "close", id, keepPicture: true }]);
    expect(rig.state.shownId).toBe(id);
  });

  test("errors of an attempt that is over are ignored", () => {
    const rig = new Rig().playing();
    rig.send({ type: "error", id: 99, code: "c", reason: "r", recoverable: false, retryAfterMs: 0 });
    expect(rig.effects).toEqual([]);
  });
});

describe("archive lookup on an error of recorded video", () => {
  const failed = () => {
    const rig = new Rig().playing(at(50_000)).after(2000).error(true);
    expect(rig.of("lookup")).toMatchObject([{ timeMs: 52_000, rate: 1 }]);
    return rig;
  };
  test("playable video: the error shows and is retried", () => {
    const rig = failed();
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "playable" } });
    expect(rig.state.error).not.toBeNull();
    expect(rig.due("retry")).toBe(5000);
  });
  test("a later archive: countdown, resumes 1.5 s before its start", () => {
    const rig = failed();
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "later", startMs: 60_000 } });
    expect(rig.state).toMatchObject({ error: null, delayUntilMs: 60_000, noVideo: false });
    expect(rig.due("resume")).toBe(6500);
    rig.fire("resume");
    expect(rig.of("open")).toMatchObject([{ attempt: { request: { timeMs: 58_500 } } }]);
  });
  test("at speed 4 the countdown is four times as short", () => {
    const rig = new Rig().playing(at(50_000, 4)).error(true);
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "later", startMs: 91_500 } });
    expect(rig.due("resume")).toBe(10_000);
  });
  test("backwards the earlier archive's end counts", () => {
    const rig = new Rig().playing(at(50_000, -1)).error(true);
    expect(rig.of("lookup")).toMatchObject([{ rate: -1 }]);
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "later", startMs: 38_500 } });
    expect(rig.due("resume")).toBe(10_000);
  });
  test("paused: no countdown runs", () => {
    const rig = new Rig().playing(at(50_000, 1, true)).error(true);
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "later", startMs: 60_000 } });
    expect(rig.state.delayUntilMs).toBe(60_000);
    expect(rig.due("resume")).toBeUndefined();
  });
  test("nothing: 'no video', polled each second until there is some", () => {
    const rig = failed();
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "none" } });
    expect(rig.state).toMatchObject({ error: null, noVideo: true });
    expect(rig.due("archives")).toBe(1000);
    rig.fire("archives");
    expect(rig.of("lookup")).toMatchObject([{ timeMs: 53_000 }]);
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "playable" } });
    expect(rig.of("open")).toMatchObject([{ attempt: { request: { timeMs: 53_000 } } }]);
    expect(rig.state.noVideo).toBe(false);
  });
  test("an answer that comes after a new request is ignored", () => {
    const rig = failed();
    const { lookupId } = rig.state;
    rig.send({ type: "play", request: live });
    rig.send({ type: "archives", lookupId, answer: { kind: "none" } });
    expect(rig.state.noVideo).toBe(false);
  });
  test("a live error looks nothing up", () => {
    expect(new Rig().playing().error(true).of("lookup")).toEqual([]);
  });
  test.each([
    ["within the wait threshold: bridged", 1, 51_900, null],
    ["beyond it", 1, 52_100, 52_100],
    ["threshold times speed", 4, 57_900, null],
  ])("a gap %s", (_name, rate, toMs, delayUntilMs) => {
    const rig = new Rig().playing(at(50_000, rate));
    rig.send({ type: "gap", id: rig.id, fromMs: 50_000, toMs });
    expect(rig.state.delayUntilMs).toBe(delayUntilMs);
  });
  test("video that goes on by itself ends the countdown", () => {
    const rig = new Rig().playing(at(50_000));
    rig.send({ type: "gap", id: rig.id, fromMs: 50_000, toMs: 60_000 }).after(9000);
    rig.send({ type: "progress", id: rig.id, framesShown: 3 });
    expect(rig.state.delayUntilMs).toBeNull();
    expect(rig.due("resume")).toBeUndefined();
  });
});

describe("permissions", () => {
  test.each([
    [live, "You do not have permission to live stream this stream."],
    [at(5000), "You do not have permission to playback this stream."],
  ])("%o", (request, text) => {
    const rig = new Rig({ canLive: false, canPlayback: false }).send({ type: "play", request });
    expect(rig.state.error?.text).toBe(text);
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "permissions", canLive: true, canPlayback: true });
    expect(rig.of("open")).toHaveLength(1);
  });
  test("taken away while it plays: it stops", () => {
    const rig = new Rig().playing();
    rig.send({ type: "permissions", canLive: false, canPlayback: true });
    expect(rig.of("close")).toHaveLength(1);
    expect(rig.state.error?.code).toBe("no_live_permission");
  });
});

describe("one play request at a time", () => {
  test("not yet sent: the pending one is changed", () => {
    const rig = new Rig().send({ type: "play", request: at(1000) });
    rig.send({ type: "play", request: at(2000) });
    expect(rig.effects).toEqual([]);
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
    expect(rig.of("close")).toEqual([{ type: "close", id: fallen, keepPicture: false }]);
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
    expect(rig.of("close")).toEqual([{ type: "close", id: old, keepPicture: false }]);
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
  test("frozen again: as any recoverable error", () => {
    const rig = steady().after(2600).send({ type: "progress", id: 1, framesShown: 20 });
    rig.send({ type: "first-frame", id: rig.id });
    rig.after(100).send({ type: "progress", id: rig.id, framesShown: 1 });
    rig.after(3000).send({ type: "progress", id: rig.id, framesShown: 1 });
    expect(rig.state.error?.code).toBe("player/frozen");
    expect(rig.due("retry")).toBe(10_000);
  });
  test("a camera of one picture in two seconds is not frozen", () => {
    const rig = new Rig().playing();
    for (let n = 1; n <= 5; n++) rig.after(2000).send({ type: "progress", id: rig.id, framesShown: n });
    rig.after(7000).send({ type: "progress", id: rig.id, framesShown: 5 });
    expect(rig.state.frozen).toBe(false);
    rig.after(1500).send({ type: "progress", id: rig.id, framesShown: 5 });
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
    expect(rig.of("close")).toEqual([{ type: "close", id, keepPicture: true }]);
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

test("closed: everything ends, nothing is taken any more", () => {
  const rig = new Rig().playing().send({ type: "close" });
  expect(rig.of("close")).toMatchObject([{ keepPicture: false }]);
  rig.send({ type: "play", request: live });
  expect(rig.effects).toEqual([]);
});
