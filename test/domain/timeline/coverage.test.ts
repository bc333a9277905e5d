import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binFor, buildCoverage, covered, levelFor, spansIn, toSpans } from "#domain/timeline/coverage.ts";

const level = (pyramid: ReturnType<typeof buildCoverage>, index: number) => [...(pyramid.levels[index] ?? [])];

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

describe("pyramids", () => {
  test("average keeps gaps and slivers apart from full and empty", () => {
    const spans = toSpans([
      { start: 100, stop: 135 },
      { start: 140, stop: 140.01 },
      { start: 150, stop: 199 },
    ]);
    const pyramid = buildCoverage(spans, 100, 10, 8, "average");
    expect(level(pyramid, 0)).toEqual([255, 255, 255, 128, 1, 255, 255, 255]);
    expect(level(pyramid, 1)).toEqual([255, 192, 128, 255]);
    expect(level(pyramid, 3)[0]).toBeGreaterThan(0);
    expect(pyramid.levels.map((one) => one.length)).toEqual([8, 4, 2, 1]);
  });

  test("a single short event survives to the top", () => {
    const pyramid = buildCoverage(toSpans([{ start: 500_000, stop: 500_001 }]), 0, 1000, 1000, "max");
    for (const one of pyramid.levels) expect(Math.max(...one)).toBe(1);
  });

  test("level for a zoom", () => {
    const pyramid = buildCoverage(toSpans([]), 0, 1000, 16, "max");
    expect([500, 1000, 1999, 2000, 8000, 1e9].map((ms) => levelFor(pyramid, ms))).toEqual([0, 0, 0, 1, 3, 4]);
    expect([binFor(4_096_000, 4096, 100), binFor(1000, 4096, 100)]).toEqual([1000, 100]);
  });

  test("bottom level says what the spans say", () => {
    const span = fc.record({ start: fc.integer({ min: -50, max: 500 }), length: fc.integer({ min: 1, max: 90 }) });
    fc.assert(
      fc.property(fc.array(span), (list) => {
        const spans = toSpans(list.map(({ start, length }) => ({ start, stop: start + length })));
        const bytes = level(buildCoverage(spans, 0, 10, 40, "average"), 0);
        for (const [bin, byte] of bytes.entries()) {
          let full = 0;
          for (let ms = bin * 10; ms < bin * 10 + 10; ms++) if (covered(spans, ms)) full++;
          if (full === 0 || full === 10) expect(byte).toBe(full * 25.5);
          else expect(Math.abs(byte - full * 25.5)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("a million spans build fast enough for a worker", () => {
    const starts = Float64Array.from({ length: 1_000_000 }, (_, index) => index * 2592);
    const stops = starts.map((start) => start + 2000);
    const pyramid = buildCoverage({ starts, stops }, 0, 648, 4_000_000, "average");
    expect(pyramid.levels[0]?.[1]).toBe(255);
    expect(pyramid.levels).toHaveLength(23);
  });
});
