import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  canLookCloser,
  closerRange,
  lengthLabel,
  readLength,
  STILL_COUNTS,
  stillTimes,
} from "#domain/timeline/strip/stills.ts";

const ranges = fc
  .tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1000, max: 1e9 }))
  .map(([startMs, length]) => ({ startMs, stopMs: startMs + length }));

test("4 to 64 stills lie evenly in the range", () => {
  expect(stillTimes({ startMs: 0, stopMs: 40_000 }, 4)).toEqual([5000, 15_000, 25_000, 35_000]);
  fc.assert(
    fc.property(ranges, fc.constantFrom(...STILL_COUNTS), (range, count) => {
      const times = stillTimes(range, count);
      expect(times).toHaveLength(count);
      expect(times.every((time) => time >= range.startMs && time <= range.stopMs)).toBe(true);
    }),
  );
});

test("a closer look shows what was seen between a still's neighbours, and comes to an end", () => {
  fc.assert(
    fc.property(ranges, fc.constantFrom(...STILL_COUNTS), fc.nat(), (range, count, any) => {
      const index = any % count;
      const closer = closerRange(range, count, index);
      const [time = 0] = stillTimes(range, count).slice(index);
      expect(closer.startMs).toBeGreaterThanOrEqual(range.startMs);
      expect(closer.stopMs).toBeLessThanOrEqual(range.stopMs);
      expect(time).toBeGreaterThanOrEqual(closer.startMs - 1);
      expect(time).toBeLessThanOrEqual(closer.stopMs + 1);
      let [shown, looks] = [range, 0];
      for (; canLookCloser(shown) && looks < 60; looks++) shown = closerRange(shown, count, count >> 1);
      expect(looks).toBeLessThan(60);
    }),
  );
});

test("lengths are read as they are written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900_000 }), (seconds) => {
      expect(readLength(lengthLabel(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
});

test.each([
  ["30", 30_000],
  ["1:30", 90_000],
  ["90:00", 5_400_000],
  ["1:00:00", 3_600_000],
  [" 0:30 ", 30_000],
  ["0", null],
  ["1:60", null],
  ["1:60:00", null],
  ["half a minute", null],
  ["", null],
])("%j is %s ms", (text, ms) => {
  expect(readLength(text)).toBe(ms);
});
