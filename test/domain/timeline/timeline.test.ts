import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pieceIsFinal, pieceMs, wantedPieces } from "#domain/timeline/archive-windows.ts";
import { motionQuery, pickMotion } from "#domain/timeline/motion-search.ts";
import { readSpeed, shuttle, speedLabel, speedOfStep, speedStep } from "#domain/timeline/speed.ts";
import { blendWindows, timeToX, xToTime, zoomWindow } from "#domain/timeline/time-window.ts";
import { liveTimeline } from "#domain/first-facts.ts";
import {
  changeSpeed,
  changeTime,
  goLive,
  modeAt,
  selectedRange,
  selectRange,
  tickTimeline,
  togglePause,
  toggleSelectionMode,
} from "#domain/timeline/timeline-state.ts";

const now = 1_750_000_000_000;
const wide = 1280;

describe("windows", () => {
  const window = { startMs: 1000, stopMs: 3000 };
  test("times and pixels", () => {
    expect([timeToX(window, 100, 2000), xToTime(window, 100, 25)]).toEqual([50, 1500]);
    expect(zoomWindow(window, 1000, 2500)).toEqual({ startMs: 1750, stopMs: 2750 });
  });
  test("a zoom animates about its anchor", () => {
    const to = zoomWindow(window, 20, 2500);
    for (const share of [0, 0.25, 0.7, 1])
      expect(timeToX(blendWindows(window, to, share), 100, 2500)).toBeCloseTo(75, 6);
    expect(blendWindows(window, { startMs: 2000, stopMs: 4000 }, 0.5)).toEqual({ startMs: 1500, stopMs: 3500 });
  });
});

describe("live and playback", () => {
  test("the live window is 5 s", () => {
    expect([modeAt(now - 5000, now), modeAt(now - 5001, now), modeAt(now + 9, now)]).toEqual([
      "live",
      "playback",
      "live",
    ]);
  });
  test("a time change", () => {
    const paused = { ...liveTimeline(now), paused: true, speed: -4, mode: "playback" as const };
    expect(changeTime(paused, now - 60_000, now, wide)).toMatchObject({
      paused: false,
      timeMs: now - 60_000,
      speed: -4,
      mode: "playback",
      selectionMode: true,
    });
    expect(changeTime(paused, now - 60_000, now, 425).selectionMode).toBe(false);
    expect(changeTime(paused, now - 1000, now, wide)).toMatchObject({
      mode: "live",
      speed: 1,
      paused: false,
      timeMs: now,
    });
    expect(goLive(paused, now)).toMatchObject({ mode: "live", speed: 1, selectionMode: false });
    expect(toggleSelectionMode(liveTimeline(now), 400).selectionMode).toBe(false);
    expect(toggleSelectionMode(liveTimeline(now), 426).selectionMode).toBe(true);
  });
  test("a range is chosen and seen in selection mode, which goes on with it where the window has room", () => {
    const range = { startMs: now - 60_000, stopMs: now - 30_000 };
    const live = liveTimeline(now);
    const chosen = selectRange(live, range, wide);
    expect(selectedRange(chosen)).toEqual(range);
    expect(chosen).toMatchObject({ selectionMode: true, mode: "live" });
    expect(selectedRange(goLive(chosen, now))).toBeNull();
    expect(selectedRange(toggleSelectionMode(toggleSelectionMode(chosen, wide), wide))).toEqual(range);
    expect(selectedRange(selectRange(chosen, null, wide))).toBeNull();
    expect(selectRange(live, range, 425)).toEqual(live);
  });
  test("the tick", () => {
    const playing = { ...liveTimeline(now), mode: "playback" as const, timeMs: now - 60_000 };
    expect(tickTimeline({ ...playing, speed: 4 }, 1000, now).timeMs).toBe(now - 56_000);
    expect(tickTimeline({ ...playing, speed: -2 }, 1000, now).timeMs).toBe(now - 62_000);
    expect(tickTimeline({ ...playing, paused: true }, 1000, now).timeMs).toBe(now - 60_000);
    expect(tickTimeline({ ...playing, speed: 64 }, 1000, now)).toMatchObject({ mode: "live", speed: 1 });
    expect(tickTimeline(liveTimeline(now - 40), 40, now).timeMs).toBe(now);
  });
  test("speed and pause leave live", () => {
    expect(changeSpeed(liveTimeline(now), -1, now)).toMatchObject({ mode: "playback", speed: -1, timeMs: now });
    const slow = changeSpeed(liveTimeline(now), 0.25, now);
    expect(tickTimeline(slow, 1000, now + 1000)).toMatchObject({ mode: "playback", speed: 0.25, timeMs: now + 250 });
    expect(togglePause(liveTimeline(now))).toMatchObject({ mode: "playback", paused: true });
    expect(togglePause(togglePause(liveTimeline(now))).paused).toBe(false);
  });
});

describe("speed", () => {
  test.each([
    [0.25, "1/4x", 0],
    [0.5, "1/2x", 1],
    [1, "1x", 2],
    [-16, "-16x", 4],
    [64, "64x", 6],
  ])("%d is %s", (speed, label, step) => {
    expect(speedLabel(speed)).toBe(label);
    expect(speedStep(speed)).toBe(step);
    expect(speedOfStep(step, speed < 0 ? -1 : 1)).toBe(speed);
  });
  test.each([
    [1, 1, 4],
    [64, 1, 64],
    [4, -1, 1],
    [1, -1, -1],
    [-1, -1, -4],
    [-4, 1, -1],
    [0.5, -1, -1],
  ] as const)("shuttle from %d by %d gives %d", (speed, towards, to) => {
    expect(shuttle(speed, towards)).toBe(to);
  });
  test("from outside", () => {
    expect([readSpeed(-32), readSpeed(3), readSpeed("4")]).toEqual([-32, 1, 1]);
  });
});

describe("motion search", () => {
  const events = [100_000, 200_000, 300_000].map((start) => ({ start, stop: start + 500 }));
  test("queries", () => {
    expect(motionQuery("previous", 250_000)).toEqual({ start: null, stop: 245_000, count: 5 });
    expect(motionQuery("next", 250_000)).toEqual({ start: 251_001, stop: null, count: 5 });
  });
  test.each([
    ["previous", 250_000, 200_000],
    ["previous", 204_999, 100_000],
    ["previous", 205_000, 200_000],
    ["previous", 100_000, null],
    ["next", 200_000, 300_000],
    ["next", 198_999, 200_000],
    ["next", 199_000, 300_000],
    ["next", 299_999, null],
  ] as const)("%s of %d is %s", (direction, time, start) => {
    expect(pickMotion(direction, time, events)?.start ?? null).toBe(start);
    expect(pickMotion(direction, time, events.toReversed())?.start ?? null).toBe(start);
  });
});

describe("archive pieces", () => {
  test("cover the window, visible first, none in the future", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 4e10 }), fc.integer({ min: -1e10, max: 0 }), (duration, back) => {
        const window = { startMs: now + back - duration, stopMs: now + back };
        const pieces = wantedPieces(window, now);
        expect(pieces.length).toBeLessThanOrEqual(Math.max(5, duration / pieceMs(window) + 4));
        const seen = pieces.filter((piece) => piece.startMs < window.stopMs && piece.stopMs > window.startMs);
        expect(Math.min(...seen.map((piece) => piece.startMs))).toBeLessThanOrEqual(window.startMs);
        expect(Math.max(...seen.map((piece) => piece.stopMs))).toBeGreaterThanOrEqual(window.stopMs);
        expect(pieces.slice(0, seen.length)).toEqual(seen);
        for (const piece of pieces) expect(piece.startMs).toBeLessThanOrEqual(now);
      }),
    );
  });
  test("a piece still being recorded is not final", () => {
    const piece = { startMs: 0, stopMs: 3_600_000 };
    expect([pieceIsFinal(piece, 3_600_000), pieceIsFinal(piece, 3_700_000)]).toEqual([false, true]);
  });
});
