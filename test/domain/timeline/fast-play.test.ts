import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFastPlay, strideMs, tickOf } from "#domain/timeline/fast-play.ts";

test("key frames only from 16x forward and from 4x backwards", () => {
  expect([0.25, 1, 4, 16, 32, 64, -0.25, -1, -4, -64].map(isFastPlay)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
});

describe("ticks", () => {
  test("a key frame is due at the next tick, half a millisecond of rounding is forgiven", () => {
    expect([1000, 1000.4, 1000.6, 1999.9, 2000].map((wallMs) => tickOf(wallMs, 1000))).toEqual([
      1000, 1000, 2000, 2000, 2000,
    ]);
    expect([16, 64, -4].map((rate) => Math.round(strideMs(rate)))).toEqual([1067, 4267, 267]);
  });

  test("cameras whose key frames come at other moments never show pictures further apart than a key frame interval", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(16, 32, 64),
        fc.integer({ min: 0, max: 1999 }),
        fc.integer({ min: 0, max: 1999 }),
        fc.integer({ min: 20_000, max: 900_000 }),
        (rate, phaseA, phaseB, atMs) => {
          const stride = strideMs(rate);
          /**
           * the newest key frame that is due: there is one every two seconds, and the last one before each tick is sent
           */
          const shown = (phase: number): number => {
            let newest = 0;
            for (let key = phase; key <= atMs; key += 2000) if (tickOf(key, stride) <= atMs) newest = key;
            return newest;
          };
          expect(Math.abs(shown(phaseA) - shown(phaseB))).toBeLessThanOrEqual(2000);
        },
      ),
    );
  });
});
