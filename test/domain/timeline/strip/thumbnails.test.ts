import { expect, test } from "vitest";
import { thumbnailStepMs, thumbnailTime } from "#domain/timeline/strip/thumbnails.ts";

test.each([
  [60_000, 1000, 500],
  [480_000, 1000, 5000],
  [3_600_000, 1200, 30_000],
  [86_400_000, 1000, 900_000],
  [864_000_000_000, 100, 3_600_000],
])("a strip of %d ms over %d px has a picture every %d ms", (durationMs, widthPx, stepMs) => {
  expect(thumbnailStepMs({ startMs: 5000, stopMs: 5000 + durationMs }, widthPx)).toBe(stepMs);
});

test("times near one another share a picture", () => {
  expect([1_001_000, 1_004_900, 1_005_100, 1_007_400].map((ms) => thumbnailTime(ms, 5000))).toEqual([
    1_000_000, 1_005_000, 1_005_000, 1_005_000,
  ]);
});
