import { expect, test } from "vitest";
import { tileAt } from "#stage/hit-test.ts";
import { tileView } from "./support/views.ts";

const tiles = [
  tileView("f", { x: 50, y: 20, width: 100, height: 60 }, { floating: true }),
  tileView("a", { x: 0, y: 0, width: 100, height: 100 }),
  tileView("b", { x: 103, y: 0, width: 100, height: 100 }),
];

test("the uppermost tile is hit, gaps hit none", () => {
  expect(tileAt(tiles, { x: 10, y: 10 })?.id).toBe("a");
  expect(tileAt(tiles, { x: 60, y: 30 })?.id).toBe("f");
  expect(tileAt(tiles, { x: 101, y: 90 })).toBeNull();
  expect(tileAt(tiles, { x: 103, y: 99 })?.id).toBe("b");
  expect(tileAt(tiles, { x: 203, y: 50 })).toBeNull();
});
