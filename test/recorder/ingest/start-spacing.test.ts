import { expect, test } from "vitest";
import { startSpacingMs } from "#recorder/ingest/start-spacing.ts";

test.each([
  [0, 40],
  [1, 40],
  [8, 40],
  [100, 40],
  [200, 20],
  [1000, 4],
])("of %i streams one is dialled each %i ms", (streams, spacingMs) => {
  expect(startSpacingMs(streams)).toBe(spacingMs);
});
