import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  FUTURE_SHARE,
  pinchedWindow,
  shareOf,
  sightOf,
  sightWindow,
  withoutFuture,
  zoomedWindow,
} from "#domain/timeline/strip/sight.ts";
import { durationOf, windowAround } from "#domain/timeline/time-window.ts";

const NOW = 1_750_000_000_000;
const WIDTH = 1000;

/** Windows of all zooms, anywhere from weeks ago to hours ahead. */
const windows = fc
  .record({
    centre: fc.integer({ min: NOW - 30 * 86_400_000, max: NOW + 7_200_000 }),
    msPerPx: fc.double({ min: 10, max: 800_000, noNaN: true }),
  })
  .map(({ centre, msPerPx }) => windowAround(centre, msPerPx * WIDTH));

const futureOf = (window: { readonly startMs: number; readonly stopMs: number }): number =>
  (window.stopMs - NOW) / durationOf(window);

test("at most a third shows the future, whatever is asked for; a window that shows less is not moved", () => {
  fc.assert(
    fc.property(windows, (window) => {
      const allowed = withoutFuture(window, NOW);
      expect(futureOf(allowed)).toBeLessThanOrEqual(FUTURE_SHARE + 1e-6);
      expect(durationOf(allowed)).toBeCloseTo(durationOf(window), 3);
      if (futureOf(window) <= FUTURE_SHARE) expect(allowed).toBe(window);
    }),
  );
});

test("what is kept of a window gives that window again: a change of the mode moves nothing", () => {
  fc.assert(
    fc.property(windows, fc.boolean(), (window, isLive) => {
      const again = sightWindow(sightOf(window, NOW, isLive), durationOf(window), NOW);
      expect(again.startMs).toBeCloseTo(window.startMs, 0);
      expect(again.stopMs).toBeCloseTo(window.stopMs, 0);
    }),
  );
});

test.each([
  ["live in sight goes on at its place", 0.7, true, 0.7],
  ["live at the right edge too", 1, true, 1],
  ["live out of sight stands", 1.2, true, null],
  ["live at the very left stands", 0, true, null],
  ["playback stands", 0.5, false, null],
] as const)("%s", (_what, share, isLive, headShare) => {
  const window = { startMs: NOW - share * 1000, stopMs: NOW + (1 - share) * 1000 };
  expect(sightOf(window, NOW, isLive).headShare).toBe(headShare);
});

test("a zoom keeps the time under the pointer where it is, unless that would show too much of the future", () => {
  fc.assert(
    fc.property(
      windows,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 10, max: 800_000, noNaN: true }),
      (window, share, msPerPx) => {
        const anchor = window.startMs + share * durationOf(window);
        const after = zoomedWindow(window, msPerPx, anchor, WIDTH, NOW);
        expect(durationOf(after) / WIDTH / msPerPx).toBeCloseTo(1, 6);
        expect(futureOf(after)).toBeLessThanOrEqual(FUTURE_SHARE + 1e-6);
        if (futureOf(after) < FUTURE_SHARE - 1e-6) expect(shareOf(after, anchor)).toBeCloseTo(share, 3);
      },
    ),
  );
});

test("no zoom goes beyond the limits", () => {
  const window = windowAround(NOW - 1e9, 60_000);
  expect(durationOf(zoomedWindow(window, 0.1, NOW - 1e9, WIDTH, NOW))).toBe(10 * WIDTH);
  expect(durationOf(zoomedWindow(window, 1e12, NOW - 1e9, WIDTH, NOW))).toBe(WIDTH * 864_000);
});

test("two fingers keep the time between them between them, while they part, close and wander", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 450, max: 1000 })),
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 450, max: 1000 })),
      (from, to) => {
        const window = windowAround(NOW - 1e9, 600_000);
        const after = pinchedWindow(window, WIDTH, from, to, NOW);
        const timeAt = (one: typeof window, x: number): number => one.startMs + (x / WIDTH) * durationOf(one);
        const middle = (pair: readonly [number, number]): number => (pair[0] + pair[1]) / 2;
        expect(timeAt(after, middle(to))).toBeCloseTo(timeAt(window, middle(from)), 1);
        expect(durationOf(after) / durationOf(window)).toBeCloseTo((from[1] - from[0]) / (to[1] - to[0]), 6);
      },
    ),
  );
});
