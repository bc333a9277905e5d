import { expect, test } from "vitest";
import { actedOn, nothingSelected, selectIn } from "#domain/panel-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const click = (steps: readonly (readonly [string, "one" | "toggle" | "range"])[]) =>
  steps.reduce((selection, [key, how]) => selectIn(selection, order, key, how), nothingSelected).keys;

test.each([
  ["a click selects nothing", [["a", "one"]], []],
  ["Ctrl selects", [["b", "toggle"]], ["b"]],
  [
    "Ctrl after a click takes both",
    [
      ["a", "one"],
      ["c", "toggle"],
    ],
    ["a", "c"],
  ],
  [
    "Ctrl on a selected one takes it out",
    [
      ["a", "toggle"],
      ["b", "toggle"],
      ["a", "toggle"],
    ],
    ["b"],
  ],
  [
    "Shift selects up to here",
    [
      ["b", "one"],
      ["d", "range"],
    ],
    ["b", "c", "d"],
  ],
  [
    "and backwards, from the same anchor",
    [
      ["d", "one"],
      ["e", "range"],
      ["b", "range"],
    ],
    ["b", "c", "d"],
  ],
  ["Shift without an anchor selects one", [["c", "range"]], ["c"]],
  [
    "a click ends the selection",
    [
      ["a", "toggle"],
      ["b", "toggle"],
      ["c", "one"],
    ],
    [],
  ],
] as const)("%s", (_what, steps, expected) => {
  expect(click(steps)).toEqual(expected);
});

test("a range from another list begins anew", () => {
  const other = selectIn(nothingSelected, ["x", "y"], "x", "one");
  expect(selectIn(other, order, "c", "range")).toEqual({ keys: ["c"], anchor: "c" });
});

test("an action on a selected camera is for all of them, on another one for it alone", () => {
  expect(actedOn({ keys: ["a", "b"], anchor: "a" }, "b")).toEqual(["a", "b"]);
  expect(actedOn({ keys: ["a", "b"], anchor: "a" }, "c")).toEqual(["c"]);
});
