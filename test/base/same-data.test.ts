import { expect, test } from "vitest";
import { sameData } from "#base/same-data.ts";

test.each<[string, unknown, unknown, boolean]>([
  ["numbers", 1, 1, true],
  ["other numbers", 1, 2, false],
  ["no number twice", Number.NaN, Number.NaN, true],
  ["nothing and an object", null, {}, false],
  ["nested fields", { rect: { x: 1, y: 2 }, kind: "a" }, { rect: { x: 1, y: 2 }, kind: "a" }, true],
  ["a nested field", { rect: { x: 1, y: 2 } }, { rect: { x: 1, y: 3 } }, false],
  ["a field less", { x: 1, y: 2 }, { x: 1 }, false],
  ["a field more", { x: 1 }, { x: 1, y: 2 }, false],
  ["lists", [1, [2, 3]], [1, [2, 3]], true],
  ["a shorter list", [1, 2], [1], false],
  ["typed numbers", new Float32Array([1, 2]), new Float32Array([1, 3]), false],
])("%s", (_, a, b, same) => {
  expect(sameData(a, b)).toBe(same);
});
