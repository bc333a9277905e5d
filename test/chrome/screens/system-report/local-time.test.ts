import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localTime as written, readLocalTime, timeTyped as typed } from "#chrome/screens/administration/local-time.ts";
import { ISO_TIME } from "#domain/timeline/written-time.ts";

const localTime = (ms: number): string => written(ms, ISO_TIME);
const timeTyped = (text: string, ms: number): number | null => typed(text, ms, ISO_TIME);

beforeEach(() => void vi.stubEnv("TZ", "Europe/Berlin"));
afterEach(() => void vi.unstubAllEnvs());

test("a time of the hour that comes twice stays what it is until another is typed", () => {
  // 2026-10-25: at 01:00 UTC the clocks go back from 03:00 to 02:00.
  const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  expect([localTime(first), localTime(second)]).toEqual(["2026-10-25 02:30", "2026-10-25 02:30"]);
  expect(readLocalTime(localTime(second))).toBe(first);
  expect(timeTyped(localTime(second), second)).toBe(second);
  expect(timeTyped(localTime(second), second + 59_999)).toBe(second);
  expect(timeTyped("2026-10-25 02:31", second)).toBe(first + 60_000);
  expect(timeTyped("", second)).toBeNull();
});
