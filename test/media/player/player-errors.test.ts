import { foreignFailure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { overlayOf } from "#media/player/player-facts.ts";
import { stepPlayer } from "#media/player/player-machine.ts";
import type { PlayerEvent } from "#media/player/player-state.ts";
import { at, live, Rig } from "#test/media/support/player-rig.ts";

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
    expect(rig.state.error).toMatchObject({ failure: { code: "player/timeout" }, recoverable: true });
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
      failure: foreignFailure("c", "r"),
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
    expect(rig.state.error).toMatchObject({ failure: { reason: "why" } });
    expect(rig.due("retry")).toBeUndefined();
    expect(rig.of("open")).toEqual([]);
    rig.send({ type: "chance" });
    expect(rig.of("open")).toMatchObject([{ attempt: { mode: "lowbandwidth" } }]);
  });

  test("the last picture stays while it is retried", () => {
    const rig = new Rig().playing();
    const { id } = rig;
    expect(rig.error(true).of("close")).toEqual([{ type: "close", id, keepFrame: true }]);
    expect(rig.state.shownId).toBe(id);
  });

  test("errors of an attempt that is over are ignored", () => {
    const rig = new Rig().playing();
    rig.send({ type: "error", id: 99, failure: foreignFailure("c", "r"), recoverable: false, retryAfterMs: 0 });
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
  test("video that begins in a month, or in slow motion in a week: no longer than a timer of a browser can take", () => {
    const dayMs = 86_400_000;
    for (const [rate, days] of [
      [1, 31],
      [0.25, 7],
      [-1, 31],
    ] as const) {
      const nowMs = 100 * dayMs;
      const rig = new Rig().playing(at(nowMs, rate)).error(true);
      const startMs = nowMs + days * dayMs * Math.sign(rate);
      rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "later", startMs } });
      // browsers treat a longer delay as 0
      expect(rig.due("resume")).toBeLessThan(2 ** 31);
      expect(rig.due("resume")).toBeGreaterThanOrEqual(dayMs);
      expect(rig.state.delayUntilMs).toBe(startMs);
    }
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

test("a gap that is recorded, and cannot be reached, says so until the play goes on", () => {
  const rig = new Rig().playing(at(50_000, 1));
  rig.send({ type: "gap", id: rig.id, fromMs: 50_000, toMs: 0, isAway: true });
  expect([rig.state.noVideo, rig.state.isAway]).toEqual([true, true]);
  rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "playable" } });
  expect(rig.state.noVideo).toBe(false);
});

describe("a gap that play comes to", () => {
  /** reports of the stage, four a second, while the picture does not change */
  const stands = (rig: Rig, wallMs: number, forMs: number) => {
    for (let ms = 0; ms < forMs; ms += 250)
      rig.after(250).send({ type: "progress", id: rig.id, framesShown: 10, wallMs });
    return rig;
  };
  const lastBefore = (rig: Rig, wallMs: number) =>
    rig.after(200).send({ type: "progress", id: rig.id, framesShown: 10, wallMs });

  test.each([
    ["forwards", 1, 50_000, 49_960, 60_000, 60_000],
    ["backwards", -1, 50_000, 50_000, 40_000, 40_000],
    ["backwards, fast", -4, 50_000, 50_000, 10_000, 10_000],
  ])(
    "%s: the countdown runs to its far edge, and nothing is opened anew",
    (_name, rate, nearMs, lastMs, farMs, until) => {
      const rig = new Rig().playing(at(nearMs, rate));
      const edges = { fromMs: Math.min(nearMs, farMs), toMs: Math.max(nearMs, farMs) };
      rig.send({ type: "gap", id: rig.id, ...edges });
      expect(rig.state.delayUntilMs).toBe(until);
      const { id } = rig;
      const resumeAfterMs = rig.due("resume") ?? 0;
      expect(resumeAfterMs).toBe((10_000 * Math.min(4, Math.abs(rate)) - 1500) / Math.abs(rate));
      stands(lastBefore(rig, lastMs), lastMs, resumeAfterMs - 500);
      expect(rig.state).toMatchObject({ delayUntilMs: until, frozen: false });
      rig.fire("resume");
      expect(rig.of("play")).toMatchObject([{ id, request: { timeMs: farMs - 1500 * Math.sign(rate) } }]);
      // the rest of the gap is skipped
      rig.send({ type: "gap", id, ...edges });
      stands(rig, lastMs, 1500);
      expect(rig.state).toMatchObject({ frozen: false, delayUntilMs: null, current: { id } });
    },
  );

  test.each([
    [1, { fromMs: 50_000, toMs: 0 }, 49_990],
    [-1, { fromMs: 0, toMs: 50_000 }, 50_000],
  ])(
    "at rate %d nothing is recorded beyond: 'no video', though the last picture is reported later",
    (rate, gap, wallMs) => {
      const rig = new Rig().playing(at(50_000, rate)).send({ type: "gap", id: 1, ...gap });
      stands(lastBefore(rig, wallMs), wallMs, 5000);
      expect(rig.state).toMatchObject({ noVideo: true, frozen: false });
    },
  );

  test.each([
    [1, { fromMs: 50_000, toMs: 60_000 }, 60_000],
    [-1, { fromMs: 40_000, toMs: 50_000 }, 39_960],
  ])("at rate %d a picture from beyond ends the countdown", (rate, gap, wallMs) => {
    const rig = new Rig().playing(at(50_000, rate)).send({ type: "gap", id: 1, ...gap });
    lastBefore(rig, wallMs);
    expect(rig.state.delayUntilMs).toBeNull();
    expect(rig.due("resume")).toBeUndefined();
  });

  test("a picture that is reported after the end of what is recorded does not hide that there is none", () => {
    const rig = new Rig().playing(at(50_000, -1)).send({ type: "source-state", id: 1, state: "ended" });
    rig.send({ type: "archives", lookupId: rig.state.lookupId, answer: { kind: "none" } });
    stands(lastBefore(rig, 49_000), 49_000, 5000);
    expect(rig.state).toMatchObject({ noVideo: true, frozen: false });
  });

  test.each([
    [1, { fromMs: 50_000, toMs: 51_400 }, 51_400],
    [64, { fromMs: 50_000, toMs: 150_000 }, 150_000],
    [-1, { fromMs: 48_600, toMs: 50_000 }, 48_600],
  ])("paused at rate %d shortly before its end nothing comes by itself: it says where video is", (rate, gap, until) => {
    const rig = new Rig().send({ type: "play", request: at(50_000, rate, true) });
    rig.send({ type: "gap", id: rig.id, ...gap }).send({ type: "source-state", id: rig.id, state: "paused" });
    expect(overlayOf(rig.state, 0)).toMatchObject({ state: "delay" });
    expect(rig.state.delayUntilMs).toBe(until);
    expect(rig.due("resume")).toBeUndefined();
    // When it plays on from there, the rest of the gap is skipped.
    rig.send({ type: "play", request: at(50_000, rate) }).send({ type: "gap", id: rig.id, ...gap });
    expect(rig.state.delayUntilMs).toBeNull();
  });

  test.each([
    [at(50_000, 1, true), { fromMs: 0, toMs: 60_000 }],
    [at(50_000, -1, true), { fromMs: 40_000, toMs: 0 }],
  ])("paused before the first picture that there is, it says that there is no video: %o", (request, gap) => {
    const rig = new Rig().send({ type: "play", request }).send({ type: "gap", id: 1, ...gap });
    expect(overlayOf(rig.state, 0)).toMatchObject({ state: "no_video" });
    for (const name of ["resume", "countdown", "archives"]) expect(rig.due(name)).toBeUndefined();
    // Once it plays it waits for that picture, as everywhere.
    rig.send({ type: "play", request: { ...request, paused: false } }).send({ type: "gap", id: rig.id, ...gap });
    expect(overlayOf(rig.state, 0).state).toBe("delay");
  });

  test("the countdown of a paused player stands at what is left, never at 0:00", () => {
    const rig = new Rig().playing(at(50_000, 1, true)).send({ type: "gap", id: 1, fromMs: 45_000, toMs: 51_200 });
    expect(overlayOf(rig.state, 0)).toMatchObject({ state: "delay", text: "0:02" });
  });

  test("paused inside a gap it says where video is, in the direction of play", () => {
    const rig = new Rig().playing(at(45_000, -1, true)).send({ type: "gap", id: 1, fromMs: 40_000, toMs: 45_000 });
    expect(rig.state.delayUntilMs).toBe(40_000);
    expect(rig.due("resume")).toBeUndefined();
  });
});
