import { expect, test } from "vitest";
import { draftOn } from "#domain/timeline/draft.ts";

test.each([
  ["an hour over 1000 px", 3_600_000, 1000, 3600],
  ["a minute over 1200 px", 60_000, 1200, 50],
  ["a strip that is not laid out yet", 60_000, 0, 60_000],
])("a drag over %s may show a picture from a pixel before", (_what, durationMs, widthPx, withinMs) => {
  expect(draftOn({ startMs: 5000, stopMs: 5000 + durationMs }, widthPx)).toEqual({ withinMs });
});
