import { expect, test } from "vitest";
import { dragSelection, rangeAbout, rangeOfLength } from "#domain/timeline/strip/selection.ts";

const selection = { startMs: 1000, stopMs: 2000 };

/** A window of 17 px lasts 400 ms here; now is at 10 s. */
test.each([
  // grip, from, to, selected before, selection after
  ["select", 5000, 5100, null, null, "a press that hardly moved"],
  ["select", 5000, 5200, null, [5000, 5400], "never shorter than the minimum"],
  ["select", 5000, 4800, null, [4600, 5000], "nor to the left"],
  ["select", 5000, 7000, null, [5000, 7000], "drawn to the right"],
  ["select", 5000, 3000, selection, [3000, 5000], "drawn to the left, instead of the one before"],
  ["select", 9000, 12_000, null, [9000, 10_000], "ends at now"],
  ["select", 9900, 12_000, null, [9600, 10_000], "ends at now, and is as long as it must be"],
  ["from", 1000, 500, selection, [500, 2000], "the left edge"],
  ["from", 1000, 3000, selection, [1600, 2000], "the left edge stops before the right one"],
  ["to", 2000, 2500, selection, [1000, 2500], "the right edge"],
  ["to", 2000, 0, selection, [1000, 1400], "the right edge stops behind the left one"],
  ["to", 2000, 99_000, selection, [1000, 10_000], "the right edge stops at now"],
  ["move", 1500, 1200, selection, [700, 1700], "moved back"],
  ["move", 1500, 50_000, selection, [9000, 10_000], "moved on, no farther than now"],
  ["move", 1500, 1200, null, null, "nothing to move"],
] as const)("%s from %i to %i: %j becomes %j (%s)", (grip, fromMs, toMs, before, after, _why) => {
  const made = dragSelection(grip, { fromMs, toMs, selection: before, leastMs: 400, nowMs: 10_000 });
  expect(made).toEqual(after && { startMs: after[0], stopMs: after[1] });
});

test("the range that is offered lasts 30 s about the time, and ends at now at the latest", () => {
  expect(rangeAbout(100_000, 1_000_000)).toEqual({ startMs: 85_000, stopMs: 115_000 });
  expect(rangeAbout(995_000, 1_000_000)).toEqual({ startMs: 970_000, stopMs: 1_000_000 });
});

test.each([
  // range, length, now, made
  [[1000, 3000], 4000, 9000, [0, 4000]],
  [[1000, 3000], 1000, 9000, [1500, 2500]],
  [[1000, 3000], 4000, 3500, [-500, 3500]],
])(
  "a range %o of another length, %d ms, stays about its middle and ends by %d at the latest",
  (range, lengthMs, nowMs, made) => {
    const [startMs = 0, stopMs = 0] = range;
    const next = rangeOfLength({ startMs, stopMs }, lengthMs, nowMs);
    expect([next.startMs, next.stopMs]).toEqual(made);
  },
);
