import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnShares, mergeSpans, spansIn, sumSpans, toSpans } from "#domain/timeline/coverage.ts";

/** Whether a time lies in a span. */
const covered = ({ starts, stops }: ReturnType<typeof toSpans>, timeMs: number): boolean =>
  starts.some((startMs, index) => startMs <= timeMs && timeMs < (stops[index] ?? 0));

/** The bytes of equal columns, starting at `startMs`. */
function shares(list: Parameters<typeof toSpans>[0], startMs: number, columnMs: number, columns: number): number[] {
  const bytes = new Uint8Array(columns);
  columnShares(sumSpans(toSpans(list)), { startMs, stopMs: startMs + columnMs * columns }, bytes);
  return [...bytes];
}

describe("spans", () => {
  test("sorted and joined", () => {
    const spans = toSpans(
      [
        { start: 50, stop: 60 },
        { start: 0, stop: 10 },
        { start: 5, stop: 8 },
        { start: 12, stop: 20 },
        { start: 70, stop: 70 },
      ],
      2,
    );
    expect([[...spans.starts], [...spans.stops]]).toEqual([
      [0, 50],
      [20, 60],
    ]);
    expect([covered(spans, 0), covered(spans, 20), covered(spans, 55), covered(spans, 99)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(spansIn(spans, { startMs: 20, stopMs: 50 })).toEqual({ first: 1, end: 1 });
    expect(spansIn(spans, { startMs: 19, stopMs: 51 })).toEqual({ first: 0, end: 2 });
  });
});

describe("columns", () => {
  const spans = [
    { start: 100, stop: 135 },
    { start: 140, stop: 140.01 },
    { start: 150, stop: 199 },
  ];
  test("gaps and slivers are kept apart from full and empty, at every zoom", () => {
    expect(shares(spans, 100, 10, 10)).toEqual([255, 255, 255, 128, 1, 255, 255, 255, 255, 230]);
    expect(shares(spans, 100, 20, 4)).toEqual([255, 191, 128, 255]);
    expect(shares(spans, 0, 100, 3)).toEqual([0, 214, 0]);
    expect(shares(spans, 200, 10, 3)).toEqual([0, 0, 0]);
    expect(shares(spans, -500, 10, 3)).toEqual([0, 0, 0]);
    expect(shares([], 0, 10, 3)).toEqual([0, 0, 0]);
  });

  test("a single short event survives in a column of eleven days", () => {
    expect(shares([{ start: 500_000, stop: 500_001 }], 0, 1_000_000_000, 2)).toEqual([1, 0]);
  });

  test("they say what the spans say", () => {
    const span = fc.record({ start: fc.integer({ min: -50, max: 500 }), length: fc.integer({ min: 1, max: 90 }) });
    fc.assert(
      fc.property(fc.array(span), (list) => {
        const own = list.map(({ start, length }) => ({ start, stop: start + length }));
        const joined = toSpans(own);
        for (const [bin, byte] of shares(own, 0, 10, 40).entries()) {
          let full = 0;
          for (let ms = bin * 10; ms < bin * 10 + 10; ms++) if (covered(joined, ms)) full++;
          if (full === 0 || full === 10) expect(byte).toBe(full * 25.5);
          else expect(Math.abs(byte - full * 25.5)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("a million spans: summed and laid into columns, all and a few of them", () => {
    const starts = Float64Array.from({ length: 1_000_000 }, (_, index) => index * 2592);
    const stops = starts.map((start) => start + 1296);
    const summed = sumSpans({ starts, stops });
    const bytes = new Uint8Array(1000);
    columnShares(summed, { startMs: 0, stopMs: 2_592_000_000 }, bytes);
    expect([Math.min(...bytes), Math.max(...bytes)]).toEqual([128, 128]);
    columnShares(summed, { startMs: 2592 * 999_990, stopMs: 2592 * 1_000_010 }, bytes);
    expect([bytes[0], bytes[26], bytes[499], bytes[999]]).toEqual([255, 0, 0, 0]);
  });
});

describe("merged lists", () => {
  test("are sorted, and joined where they overlap or touch", () => {
    const list = (...pairs: [number, number][]) => toSpans(pairs.map(([start, stop]) => ({ start, stop })));
    const merged = mergeSpans([list([0, 5], [20, 30]), list(), list([5, 8], [25, 28]), list([29, 40], [50, 60])]);
    expect([[...merged.starts], [...merged.stops]]).toEqual([
      [0, 20, 50],
      [8, 40, 60],
    ]);
    expect(mergeSpans([]).starts).toHaveLength(0);
  });

  test("are the same as all spans in one list", () => {
    const span = fc.record({ start: fc.integer({ min: 0, max: 300 }), length: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(fc.array(span)), (lists) => {
        const own = lists.map((list) => list.map(({ start, length }) => ({ start, stop: start + length })));
        expect(mergeSpans(own.map((list) => toSpans(list)))).toEqual(toSpans(own.flat()));
      }),
    );
  });
});
