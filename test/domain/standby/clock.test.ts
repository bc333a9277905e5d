import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clockOffMs, datedLateMs } from "#domain/standby/clock.ts";

it.each([
  ["the same", 100, 110, 105, 0],
  ["within a second", 2000, 2010, 1100, 0],
  ["ahead", 12_000, 12_010, 2000, 10_000],
  ["behind", 2000, 2010, 12_010, -10_000],
  ["an answer that took long says nothing of what lies between", 2000, 14_000, 12_000, 0],
])("a clock that is %s", (_what, askedMs, answeredMs, theirMs, offMs) => {
  expect(clockOffMs({ askedMs, answeredMs }, theirMs, 0)).toBe(offMs);
});

it("a clock near to the limit is not right and wrong in turns", () => {
  let offMs = 0;
  const said = [900, 1100, 900, 1100, 600, 400, 900].map((wrongMs) => {
    offMs = clockOffMs({ askedMs: 10_000 + wrongMs, answeredMs: 10_000 + wrongMs }, 10_000, offMs);
    return offMs;
  });
  expect(said).toEqual([0, 1100, 900, 1100, 600, 0, 0]);
});

it("never says that a right clock is wrong, and never less than a wrong one is, but for the time of the answer", () => {
  const ms = fc.integer({ min: 0, max: 60_000 });
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 60_000 }), ms, ms, (wrongMs, waitedMs, returnedMs) => {
      const trueMs = 1_000_000;
      const askedMs = trueMs - waitedMs + wrongMs;
      const offMs = clockOffMs({ askedMs, answeredMs: trueMs + returnedMs + wrongMs }, trueMs, 0);
      if (Math.abs(wrongMs) <= 1000) expect(offMs).toBe(0);
      if (offMs !== 0) expect(Math.sign(offMs)).toBe(Math.sign(wrongMs));
      expect(Math.abs(offMs)).toBeLessThanOrEqual(Math.abs(wrongMs));
      if (waitedMs === 0 && wrongMs > 1000) expect(offMs).toBe(wrongMs);
    }),
  );
});

it.each([
  ["both are right", 0, 0, 0],
  ["only that of the other one is wrong", 10_000, 0, 10_000],
  ["only our own is wrong", 0, 10_000, 0],
  ["both are, as when it is that of the database", 10_000, 10_000, 0],
])(
  "dates are corrected by what the other clock was wrong when ours is right: %s",
  (_what, theirOffMs, ownOffMs, lateMs) => {
    expect(datedLateMs(theirOffMs, ownOffMs)).toBe(lateMs);
  },
);
