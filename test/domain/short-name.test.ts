import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { shortName } from "#domain/short-name.ts";

test.each([
  ["Gate", "Gate"],
  ["N".repeat(60), "N".repeat(60)],
  ["N".repeat(61), `${"N".repeat(59)}…`],
  ["🚗".repeat(200), `${"🚗".repeat(59)}…`],
  [`${"N".repeat(58)} ${"M".repeat(40)}`, `${"N".repeat(58)}…`],
])("%s is said as %s", (name, said) => {
  expect(shortName(name)).toBe(said);
});

test("of any name the beginning stays, with no half letters", () => {
  assert(
    property(string({ unit: "binary", maxLength: 300 }), (name) => {
      const said = shortName(name);
      expect(Array.from(said).length).toBeLessThanOrEqual(60);
      if (said !== name) expect(name.startsWith(said.slice(0, -1))).toBe(true);
      // It throws where half of a pair is left.
      expect(() => encodeURIComponent(said)).not.toThrow();
    }),
  );
});
