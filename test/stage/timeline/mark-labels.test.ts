import { expect, test } from "vitest";
import type { Rect } from "#base/geometry.ts";
import { type Flag, placeLabels } from "#stage/timeline/mark-labels.ts";
import { RangeMarks } from "#stage/timeline/range-marks.ts";
import { layoutTimeline } from "#stage/timeline/timeline-layout.ts";
import { timelineView } from "#test/stage/support/timeline-views.ts";

const rules = { leftPx: 0, rightPx: 1000, heightPx: 14, gapPx: 1, leastPx: 36 };
const flag = (x: number, textPx = 100, topPx = 0): Flag => ({ x, widthPx: 7, topPx, bottomPx: topPx + 20, textPx });
/** [left, right] of each text, null where it has no room. */
const spans = (flags: readonly Flag[], taken: readonly Rect[] = []) =>
  placeLabels(flags, taken, rules).map((place) => place && [place.x, place.x + place.width]);
const live = (x: number): Rect => ({ x, y: 4, width: 40, height: 17 });

test.each([
  ["alone: at the right of its flag", [flag(100)], [], [[108, 208]]],
  ["at the live edge: at the left, and the word LIVE is free", [flag(590)], [live(600)], [[489, 589]]],
  ["near the live edge: shortened at the right where the left has less room", [flag(20, 100)], [live(80)], [[28, 79]]],
  ["between the names of lanes and LIVE, no room at all", [flag(60)], [live(50), live(75)], [null]],
  ["at the right end of the timeline: at the left", [flag(950)], [], [[849, 949]]],
  ["a short text needs only its own width", [flag(970, 20)], [], [[978, 998]]],
  [
    "close to the next: shortened before its flag",
    [flag(20, 100), flag(80, 100)],
    [],
    [
      [28, 79],
      [88, 188],
    ],
  ],
  [
    "three at one place: one at the right, one at the left, one without",
    [flag(500), flag(502), flag(504)],
    [],
    [[399, 499], null, [512, 612]],
  ],
  [
    "on other rows nothing is in the way",
    [flag(500), flag(502, 100, 24)],
    [],
    [
      [508, 608],
      [510, 610],
    ],
  ],
])("%s", (_name, flags, taken, expected) => {
  expect(spans(flags, taken)).toEqual(expected);
});

test("no two texts, and no text and a flag, ever share a pixel", () => {
  const flags = Array.from({ length: 12 }, (_, index) => flag((index * 137) % 900, 40 + ((index * 29) % 80)));
  const places = placeLabels(flags, [live(905)], rules).flatMap((place) => (place ? [place] : []));
  const boxes = [...places, live(905), ...flags.map(({ x }) => ({ x, y: 0, width: 7, height: 20 }))];
  expect(places.length).toBeGreaterThan(5);
  for (const place of places)
    for (const other of boxes)
      if (other !== place) expect(place.x < other.x + other.width && place.x + place.width > other.x).toBe(false);
});

/** What is written at a range of these seconds of 1000, drawn on as many pixels from 100 on: [text, left, right]. */
function rangeWords(startS: number, stopS: number): [string, number, number][] {
  const words: [string, number, number][] = [];
  const nothing = () => undefined;
  const batch = {
    clear: nothing,
    rect: nothing,
    draw: nothing,
    restored: nothing,
    dispose: nothing,
    label: ({ text, widthPx }: { text: string; widthPx: number }, x: number) => void words.push([text, x, x + widthPx]),
  };
  const take = (text: string, font: string) => ({ text, font, x: 0, y: 0, widthPx: text.length * 6, heightPx: 14 });
  const labels = { uploads: 0, generation: 0, take, fit: String, restored: nothing, dispose: nothing };
  const atMs = Date.UTC(2026, 4, 4);
  const rect = { x: 100, y: 0, width: 1000, height: 60 };
  const selection = { startMs: atMs + startS * 1000, stopMs: atMs + stopS * 1000 };
  const view = timelineView(1000, 60, atMs, 1_000_000, { rect, selection });
  new RangeMarks(batch, labels).draw({ view, window: view.window, layout: layoutTimeline(rect, 1, 1), atMs });
  return words;
}

test("start, end and length of a range never lie over one another, also at the ends of the timeline", () => {
  for (const startS of [-20, 0, 1, 11, 30, 500, 900, 960, 990])
    for (const lengthS of [10, 30, 53, 70, 100, 300]) {
      const words = rangeWords(startS, startS + lengthS).toSorted(([, a], [, b]) => a - b);
      for (const [index, [, left, right]] of words.entries()) {
        expect(left, `${startS} +${lengthS}`).toBeGreaterThanOrEqual(words[index - 1]?.[2] ?? 100);
        expect(right, `${startS} +${lengthS}`).toBeLessThanOrEqual(1100);
      }
    }
  expect(rangeWords(11, 65).map(([text]) => text)).toEqual(["00:00:11", "00:01:05  0:54"]);
  expect(rangeWords(500, 600).map(([text]) => text)).toEqual(["00:08:20", "00:10:00", "1:40"]);
});
