import { expect, test } from "vitest";
import { sameValue } from "#base/same-value.ts";

const view = { kind: "perspective", pan: 0.5, rect: { x: 0, y: 1 }, points: [1, [2, 3]], mount: null };

test.each<[string, unknown, unknown, boolean]>([
  ["one object", view, view, true],
  ["a copy", view, structuredClone(view), true],
  ["fields in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["no number is itself", { a: Number.NaN }, { a: Number.NaN }, true],
  ["a number deep inside", view, { ...view, rect: { x: 0, y: 2 } }, false],
  ["a number deep in a list", view, { ...view, points: [1, [2, 4]] }, false],
  ["a field more", { a: 1 }, { a: 1, b: 2 }, false],
  ["a field of another name", { a: undefined }, { b: undefined }, false],
  ["a longer list", [1, 2], [1, 2, 3], false],
  ["a list and an object", [1], { 0: 1 }, false],
  ["nothing and an object", null, {}, false],
  ["a text and a number", { a: "1" }, { a: 1 }, false],
])("%s", (_name, a, b, same) => {
  expect(sameValue(a, b)).toBe(same);
  expect(sameValue(b, a)).toBe(same);
});
