import { expect, test } from "vitest";
import { isWatermarked, paintedName, paintedWatermark, type Watermark } from "#domain/accounts/watermark.ts";

test.each<[Watermark, boolean, boolean]>([
  ["off", true, false],
  ["off", false, false],
  ["others", true, false],
  ["others", false, true],
  ["everybody", true, true],
  ["everybody", false, true],
])("rule %s, may configure %s: %s", (rule, mayConfigure, is) => {
  expect(isWatermarked(rule, mayConfigure)).toBe(is);
});

test.each([
  ["uma", "uma"],
  ["uma@example.org", "uma@example.org"],
  ["Jürgen Müller", "Jurgen Muller"],
  // What the font does not have would be a gap: the account stays known by its id.
  ["山田", "#abc"],
  ["a<b", "#abc"],
  ["", "#abc"],
])("%s is painted as %s", (name, painted) => {
  expect(paintedName(name, "abc")).toBe(painted);
});

test("says account and minute, in UTC", () => {
  expect(paintedWatermark("uma", Date.UTC(2026, 10, 25, 19, 5, 59))).toBe("uma 2026-11-25 19:05 UTC");
});
