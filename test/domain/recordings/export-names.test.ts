import { expect, test } from "vitest";
import { exportStamp } from "#domain/recordings/export-names.ts";

test.each([
  [Date.UTC(2026, 2, 29, 10, 0, 0), "UTC", "2026-03-29 10-00-00Z"],
  [Date.UTC(2026, 2, 29, 10, 0, 0), "Europe/Berlin", "2026-03-29 12-00-00 +0200"],
  [Date.UTC(2026, 9, 25, 0, 30, 5), "Europe/Berlin", "2026-10-25 02-30-05 +0200"],
  [Date.UTC(2026, 9, 25, 1, 30, 5), "Europe/Berlin", "2026-10-25 02-30-05 +0100"],
  [Date.UTC(2026, 0, 1, 2, 0, 0), "America/New_York", "2025-12-31 21-00-00 -0500"],
  [Date.UTC(2026, 0, 1, 0, 0, 0), "Asia/Kathmandu", "2026-01-01 05-45-00 +0545"],
  [Date.UTC(2026, 0, 1, 0, 0, 0), "No/Where", "2026-01-01 00-00-00Z"],
])("%i in %s", (timeMs, zone, stamp) => {
  expect(exportStamp(timeMs, zone)).toBe(stamp);
});
