import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMissing, joined, missingPieces, SEAM_MS, type Stretch, uncovered } from "#domain/recordings/missing.ts";

/** Fragments of a second from 10 s on; a key picture begins every second one. */
const file = (count: number, fromMs = 10_000) =>
  Array.from({ length: count }, (_, at) => ({
    wallMs: fromMs + 1000 * at,
    durationMs: 1000,
    keyBytes: at % 2 === 0 ? 9 : 0,
  }));
const span = (startMs: number, endMs: number): Stretch => ({ startMs, endMs });
const FOREVER = Number.POSITIVE_INFINITY;

describe("what of another recorder's file is missing", () => {
  it.each([
    ["all of it where nothing is recorded", [], [{ from: 0, to: 6, startMs: 10_000, endMs: 16_000 }]],
    ["nothing where all is recorded", [span(9000, 17_000)], []],
    ["nothing where clocks differ a little", [span(10_000 + SEAM_MS, 16_000 - SEAM_MS)], []],
    [
      "up to where one's own goes on, within a fragment too",
      [span(13_400, FOREVER)],
      [{ from: 0, to: 4, startMs: 10_000, endMs: 13_400 }],
    ],
    [
      "from the key picture before one's own ended",
      [span(0, 13_000)],
      [{ from: 2, to: 6, startMs: 12_000, endMs: 16_000 }],
    ],
    [
      "what adjoins is not overlapped by more than clocks differ",
      [span(0, 12_000 + SEAM_MS / 2)],
      [{ from: 2, to: 6, startMs: 12_000 + SEAM_MS / 2, endMs: 16_000 }],
    ],
    [
      "both sides of one's own",
      [span(12_000, 14_000)],
      [
        { from: 0, to: 2, startMs: 10_000, endMs: 12_000 },
        { from: 4, to: 6, startMs: 14_000, endMs: 16_000 },
      ],
    ],
    [
      "a moment within is filled from a key picture on",
      [span(0, 13_000), span(14_000, FOREVER)],
      [{ from: 2, to: 4, startMs: 12_000, endMs: 14_000 }],
    ],
    [
      "a scrap of one's own within a fragment does not hide the rest",
      [span(15_200, 15_400)],
      [{ from: 0, to: 6, startMs: 10_000, endMs: 16_000 }],
    ],
  ])("%s", (_, held, pieces) => expect(missingPieces(file(6), held)).toEqual(pieces));

  const stretches = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 1, max: 8000 })), { maxLength: 5 })
    .map((all) => all.map(([startMs, ms]) => span(startMs, startMs + ms)));

  it("with its pieces nothing of the file is missing any more, and each begins with a key picture", () =>
    fc.assert(
      fc.property(stretches, fc.integer({ min: 1, max: 20 }), (held, count) => {
        const fragments = file(count);
        const pieces = missingPieces(fragments, held);
        for (const { from, to, startMs, endMs } of pieces) {
          expect(to).toBeGreaterThan(from);
          expect(endMs).toBeGreaterThan(startMs);
          expect(fragments[from]?.keyBytes).toBeGreaterThan(0);
        }
        for (const { wallMs, durationMs } of fragments)
          expect(isMissing(span(wallMs, wallMs + durationMs), [...held, ...pieces])).toBe(false);
      }),
    ));

  it("fragments that adjoin are one stretch, whatever their order, and holes stay", () => {
    const all = [span(2000, 3000), span(0, 1000), span(1000 + SEAM_MS, 2000), span(3000 + SEAM_MS + 1, 4000)];
    expect(joined(all)).toEqual([span(0, 3000), span(3000 + SEAM_MS + 1, 4000)]);
    expect(joined([span(0, 5000), span(1000, 2000)])).toEqual([span(0, 5000)]);
  });

  it("what is uncovered touches nothing that is held, and is all the rest", () =>
    fc.assert(
      fc.property(stretches, (held) => {
        const whole = span(5000, 20_000);
        const left = uncovered(whole, held);
        for (let atMs = whole.startMs + 0.5; atMs < whole.endMs; atMs += 50) {
          const isIn = (one: Stretch): boolean => one.startMs <= atMs && atMs < one.endMs;
          expect(left.some(isIn)).toBe(!held.some(isIn));
        }
      }),
    ));
});
