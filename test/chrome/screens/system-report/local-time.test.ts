import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localTime, readLocalTime, timeTyped } from "#chrome/screens/administration/local-time.ts";

beforeEach(() => void vi.stubEnv("TZ", "Europe/Berlin"));
afterEach(() => void vi.unstubAllEnvs());

test("a time of the hour that comes twice stays what it is until another is typed", () => {
  // 2026-10-25: at 01:00 UTC the clocks go back from 03:00 to 02:00.
  const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  expect([localTime(first), localTime(second)]).toEqual(["2026-10-25T02:30", "2026-10-25T02:30"]);
  expect(readLocalTime(localTime(second))).toBe(first);
  expect(timeTyped(localTime(second), second)).toBe(second);
  expect(timeTyped(localTime(second), second + 59_999)).toBe(second);
  expect(timeTyped("2026-10-25T02:31", second)).toBe(first + 60_000);
  expect(timeTyped("", second)).toBeNull();
});
