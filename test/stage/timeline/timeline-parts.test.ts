import { expect, test } from "vitest";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ticks } from "#domain/timeline/strip/ticks.ts";
import { DAY_MS, HOUR_MS } from "#domain/timeline/zone.ts";
import { layoutTimeline, leftBeside } from "#stage/timeline/timeline-layout.ts";
import { GLIDE_MS, nextMotion, shownWindow, standing, wantedWindow } from "#stage/timeline/window-motion.ts";
import { timelineView } from "../support/timeline-views.ts";

test("a window that follows the playhead moves with it, one that does not stands", () => {
  const view = timelineView(1000, 80, 0, 480_000, {
    follows: true,
    playhead: { timeMs: 240_000, atMs: 5000, rate: 4 },
  });
  expect(wantedWindow(view, 6000)).toEqual({ startMs: 4000, stopMs: 484_000 });
  expect(wantedWindow({ ...view, follows: false }, 6000)).toEqual(view.window);
});

test("a zoom glides for 200 ms from what is shown, and holds the anchor all the way", () => {
  const before = timelineView(1000, 80, 0, 1_000_000);
  // A quarter of the width stays at 250 000 ms.
  const after = timelineView(1000, 80, 125_000, 500_000, { glide: true });
  const motion = nextMotion(before, standing, after, 100);
  for (const at of [100, 130, 180, 250, 299]) {
    const { startMs, stopMs } = shownWindow(after, motion, at);
    expect((250_000 - startMs) / (stopMs - startMs)).toBeCloseTo(0.25, 6);
  }
  expect(shownWindow(after, motion, 100)).toEqual({ startMs: 0, stopMs: 1_000_000 });
  expect(shownWindow(after, motion, 100 + GLIDE_MS)).toEqual(after.window);
});

test("without glide, and for small corrections, nothing glides", () => {
  const before = timelineView(1000, 80, 0, 1_000_000);
  expect(nextMotion(before, standing, timelineView(1000, 80, 0, 500_000), 0)).toEqual(standing);
  expect(nextMotion(before, standing, timelineView(1000, 80, 300, 1_000_000, { glide: true }), 0)).toEqual(standing);
});

test("lanes share the room while their names fit, and are scrolled where they do not; none leaves the strip", () => {
  for (const ratio of [1, 1.25, 2]) {
    const scaled = { x: 0, y: 500 * ratio, width: 900 * ratio, height: 96 * ratio };
    for (const count of [1, 2, 4, 9, 16, 64])
      for (const scroll of [0, 7, 40, 9999]) {
        const { lanes, body, ruler } = layoutTimeline(scaled, count, ratio, scroll);
        expect(lanes).toHaveLength(count);
        expect(ruler.y + ruler.height).toBe(body.y);
        const shown = lanes.filter((lane) => lane !== null);
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, 3));
        for (const [index, lane] of shown.entries()) {
          expect(lane.bottomPx).toBeGreaterThan(lane.topPx);
          expect(lane.topPx).toBeGreaterThanOrEqual(shown[index - 1]?.bottomPx ?? body.y);
          expect(lane.bottomPx).toBeLessThanOrEqual(body.y + body.height);
        }
        // Scrolled to the end, the last one is shown whole.
        if (scroll === 9999) expect(lanes.at(-1)?.bottomPx).toBeLessThan(body.y + body.height);
        if (scroll === 0) expect(lanes[0]?.topPx).toBe(body.y);
      }
  }
});

test("named zones follow summer time: days of 23 and 25 hours", () => {
  const berlin = namedZone("Europe/Berlin");
  const lengths = (from: number, to: number): number[] => {
    const days = ticks({ startMs: from, stopMs: to }, DAY_MS, berlin).map((tick) => tick.timeMs);
    return days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / HOUR_MS);
  };
  expect(lengths(Date.UTC(2026, 2, 27), Date.UTC(2026, 2, 31))).toEqual([24, 23, 24]);
  expect(lengths(Date.UTC(2026, 9, 23), Date.UTC(2026, 9, 27))).toEqual([24, 25, 24]);
  expect(namedZone("no such zone")(0)).toBe(0);
});

test.each([
  ["far from the other: where it wants to be", 100, 300, 100],
  ["far behind it", 500, 300, 500],
  ["a little before its middle: before it", 290, 300, 238],
  ["a little behind its middle: behind it", 310, 300, 362],
  ["no room before the other: behind it", 10, 30, 92],
  ["no room behind the other: before it", 935, 930, 868],
])("a label beside another: %s", (_name, x, taken, left) => {
  expect(leftBeside({ x, width: 60 }, { x: taken, width: 60 }, { x: 0, width: 1000 }, 2)).toBe(left);
});
