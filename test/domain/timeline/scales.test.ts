import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LIVE_HALF_WINDOW_STEPS_MS, TIMELINE_SCALES_MS } from "#domain/limits/timeline.ts";
import {
  firstMsPerPx,
  isLocked,
  isSameGesture,
  nextStop,
  scaleWords,
  wheelFactor,
  withinLimits,
  zoomLimits,
  zoomStops,
} from "#domain/timeline/scales.ts";

const MINUTE = 60_000;
/** ms per px at which 100 px show this long. */
const per100 = (ms: number): number => ms / 100;

test("the buttons stop at the document's scales, and finer down to 1 s in 100 px, one at a time", () => {
  const stops = zoomStops("scales", 1500);
  const walked: number[] = [];
  for (let at: number | null = stops[0] ?? 0; at !== null; at = nextStop(at, 1, stops)) walked.push(at * 100);
  expect(walked).toEqual([...TIMELINE_SCALES_MS, 30_000, 10_000, 5000, 1000]);
  for (let at: number | null = 10; at !== null; at = nextStop(at, -1, stops)) walked.pop();
  expect(walked).toEqual([]);
});

test("live, they stop at the half windows of the document", () => {
  const stops = zoomStops("live", 1000);
  for (const half of LIVE_HALF_WINDOW_STEPS_MS) expect(stops).toContain((2 * half) / 1000);
  expect(nextStop(firstMsPerPx(1000), -1, stops)).toBe((2 * 960_000) / 1000);
  expect(nextStop(firstMsPerPx(1000), 1, stops)).toBe((2 * 120_000) / 1000);
  // Closer than half a minute on either side it goes on to the finest.
  expect(stops.at(-1)).toBe(10);
  expect(stops).toEqual(stops.toSorted((a, b) => b - a));
});

test("between two stops the next one is the neighbour; at the ends there is none", () => {
  const stops = zoomStops("scales", 1000);
  expect(nextStop(per100(20 * MINUTE), 1, stops)).toBe(per100(15 * MINUTE));
  expect(nextStop(per100(20 * MINUTE), -1, stops)).toBe(per100(30 * MINUTE));
  expect([nextStop(10, 1, stops), nextStop(per100(24 * 60 * MINUTE), -1, stops)]).toEqual([null, null]);
});

test("steps are locked for 333 ms; a wheel's turns within 400 ms and fingers within 350 ms are one gesture", () => {
  expect([isLocked(332), isLocked(333)]).toEqual([true, false]);
  expect([isSameGesture("wheel", 399), isSameGesture("wheel", 400), isSameGesture("pinch", 350)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a notch of the wheel and back is the same zoom again; every zoom stays within the limits", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 1e8, noNaN: true }),
      fc.double({ min: -500, max: 500, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4000 }),
      (msPerPx, delta, touchpad, width) => {
        expect(wheelFactor(delta, touchpad) * wheelFactor(-delta, touchpad)).toBeCloseTo(1, 9);
        const next = withinLimits(msPerPx * wheelFactor(delta, touchpad), width);
        const { finest, coarsest } = zoomLimits(width);
        expect(next).toBeGreaterThanOrEqual(finest);
        expect(next).toBeLessThanOrEqual(coarsest);
        expect(finest * 100).toBe(1000);
      },
    ),
  );
});

test.each([
  [24 * 60 * MINUTE, 1, "day"],
  [12 * 60 * MINUTE, 12, "hour"],
  [60 * MINUTE, 1, "hour"],
  [59.9 * MINUTE, 1, "hour"],
  [90 * MINUTE, 1.5, "hour"],
  [15 * MINUTE, 15, "minute"],
  [MINUTE, 1, "minute"],
  [32_000, 32, "second"],
  [1000, 1, "second"],
] as const)("%d ms in 100 px are said as %d %s", (ms, count, unit) => {
  expect(scaleWords(per100(ms))).toEqual({ count, unit });
});
