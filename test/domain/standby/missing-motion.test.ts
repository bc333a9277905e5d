import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Stretch } from "#domain/recordings/missing.ts";
import { MOTION_SEAM_MS, missingMotion } from "#domain/standby/missing-motion.ts";

const span = ([startMs, endMs]: readonly [number, number]): Stretch => ({ startMs, endMs });
const spans = (...given: readonly (readonly [number, number])[]): Stretch[] => given.map(span);

describe("motion that another recorder saw", () => {
  it.each([
    ["where nothing is known", [5000, 9000], [], [[5000, 9000]]],
    ["however short", [5000, 5200], [], [[5000, 5200]]],
    [
      "beside what is known",
      [5000, 9000],
      [
        [1000, 5000],
        [9000, 9500],
      ],
      [[5000, 9000]],
    ],
    ["that is known", [5000, 9000], [[5000, 9000]], []],
    ["that was seen to begin and to end a little otherwise", [5000, 9000], [[5600, 8500]], []],
    ["before what is seen here, which goes on", [5000, 90_000], [[60_000, Number.POSITIVE_INFINITY]], [[5000, 60_000]]],
    [
      "around what is known",
      [0, 9000],
      [
        [3000, 4000],
        [8500, 9500],
      ],
      [
        [0, 3000],
        [4000, 8500],
      ],
    ],
    ["without a length", [5000, 5000], [], []],
  ] as const)("is entered: %s", (_what, motion, held, missing) => {
    expect(missingMotion(span(motion), spans(...held))).toEqual(spans(...missing));
  });

  const stretch = fc
    .tuple(fc.nat(60_000), fc.integer({ min: 1, max: 20_000 }))
    .map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }));
  const covered = (ms: number, by: readonly Stretch[]): boolean =>
    by.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);

  it("is entered once, is never there twice, and is missing nowhere for longer than a seam", () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), stretch, (held, motion) => {
        const entered = missingMotion(motion, held);
        const after = [...held, ...entered];
        expect(missingMotion(motion, after)).toEqual([]);
        for (const { startMs, endMs } of entered)
          for (const ms of [startMs, (startMs + endMs) / 2, endMs - 0.5]) expect(covered(ms, held)).toBe(false);
        for (let ms = motion.startMs; ms + MOTION_SEAM_MS <= motion.endMs; ms += 250) {
          const isSeen = [0, 250, 500, 750, 999.5].some((more) => covered(ms + more, after));
          expect(isSeen, `${ms}`).toBe(true);
        }
      }),
    );
  });
});
