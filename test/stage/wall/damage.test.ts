import { expect, test } from "vitest";
import { Damage } from "#stage/wall/damage.ts";
import { tileView } from "#test/stage/support/views.ts";

const grid = [
  tileView("a", { x: 0, y: 0, width: 100, height: 100 }),
  tileView("b", { x: 100, y: 0, width: 100, height: 100 }),
  tileView("a2", { x: 200, y: 0, width: 100, height: 100 }, { sourceId: "a" }),
];
const over = tileView("f", { x: 50, y: 20, width: 100, height: 60 }, { floating: true });
const ids = (damage: Damage, tiles: readonly (typeof over)[]) => damage.take(tiles).tiles.map((tile) => tile.id);

test("the first plan draws everything, the next nothing", () => {
  const damage = new Damage();
  expect(damage.take(grid)).toMatchObject({ clear: true, tiles: grid });
  expect(damage.any).toBe(false);
  expect(damage.take(grid)).toEqual({ clear: false, tiles: [] });
});

test("a source's picture dirties every tile that shows it, and no other", () => {
  const damage = new Damage();
  damage.take(grid);
  damage.source("a");
  expect(ids(damage, grid)).toEqual(["a", "a2"]);
});

test("a floating tile is drawn again over what it covers, and alone when only it changed", () => {
  const damage = new Damage();
  const tiles = [over, ...grid];
  expect(ids(damage, tiles)).toEqual(["a", "b", "a2", "f"]);
  damage.source("b");
  expect(ids(damage, tiles)).toEqual(["b", "f"]);
  damage.tile("f");
  expect(ids(damage, tiles)).toEqual(["f"]);
  damage.tile("a2");
  expect(ids(damage, tiles)).toEqual(["a2"]);
});

test("a translucent floating tile that must be drawn starts the canvas afresh", () => {
  const damage = new Damage();
  const tiles = [...grid, { ...over, opacity: 0.5 }];
  damage.take(tiles);
  damage.source("a");
  expect(damage.take(tiles)).toMatchObject({ clear: true });
  damage.tile("a2");
  expect(damage.take(tiles)).toMatchObject({ clear: false });
});
