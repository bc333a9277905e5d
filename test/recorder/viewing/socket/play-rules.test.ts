import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPossible, playedOn } from "#recorder/viewing/socket/play-rules.ts";

test.each([
  ["live, whatever the speed", { time: 0, rate: 0 }, true],
  ["at the slowest", { time: 1, rate: 0.25 }, true],
  ["slower than that", { time: 1, rate: 0.24 }, false],
  ["backwards at the fastest", { time: 1, rate: -64 }, true],
  ["faster than that", { time: 1, rate: 65 }, false],
  ["standing", { time: 1, rate: 0 }, false],
  ["before all time", { time: -1, rate: 1 }, false],
  ["at no time", { time: Number.NaN, rate: 1 }, false],
  ["at the end of all time", { time: Number.POSITIVE_INFINITY, rate: 1 }, false],
  ["at no speed", { time: 1, rate: Number.NaN }, false],
])("a play %s: %o", (_name, play, isIt) => {
  expect(isPossible(play)).toBe(isIt);
});

test.each([
  ["live stays live", { time: 0, rate: 1 }, 5000, 0],
  ["nothing has passed yet", { time: 9000, rate: 2 }, 0, 9000],
  ["at double speed", { time: 9000, rate: 2 }, 500, 10_000],
  ["backwards", { time: 9000, rate: -4 }, 500, 7000],
  ["backwards beyond the beginning of time, which is not live", { time: 9000, rate: -4 }, 5000, 1],
])("a play goes on by itself: %s", (_name, play, elapsedMs, time) => {
  expect(playedOn(play, elapsedMs)).toBe(time);
});

test("a possible play of recorded video never becomes live", () => {
  const plays = fc.record({
    time: fc.double({ min: 1, max: 1e13, noNaN: true }),
    rate: fc.double({ min: -64, max: 64, noNaN: true }),
  });
  fc.assert(
    fc.property(plays, fc.double({ min: 0, max: 1e9, noNaN: true }), (play, elapsedMs) => {
      expect(playedOn(play, elapsedMs)).not.toBe(0);
    }),
  );
});
