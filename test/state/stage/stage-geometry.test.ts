import { expect, test } from "vitest";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { enlargedRect, enlargedTile, fillingTileId, tileRects } from "#state/stage/stage-geometry.ts";

const area = { widthCss: 1000, heightCss: 600, devicePixelRatio: 2 };
const { grid, cell } = addCamera(addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" } }).grid, {
  camera: { id: "2", orchidId: "1" },
});

test("every cell has a 16:9 place inside the padding", () => {
  const tiles = tileRects({ grid, area, fullTileId: null, single: false });
  expect(tiles).toHaveLength(2);
  for (const { rect } of tiles) {
    expect(rect.width / rect.height).toBeCloseTo(16 / 9);
    expect(rect.x).toBeGreaterThanOrEqual(20 - 1e-9);
    expect(rect.x + rect.width).toBeLessThanOrEqual(980 + 1e-9);
  }
});

test("full screen of one cell fills the area; of a cell that is gone it does not", () => {
  expect(tileRects({ grid, area, fullTileId: cell.id, single: false })).toEqual([
    { tileId: cell.id, rect: { x: 0, y: 0, width: 1000, height: 600 } },
  ]);
  expect(tileRects({ grid, area, fullTileId: "gone", single: false })).toHaveLength(2);
});

test("a page's only player fills the area, and is neither in full screen nor enlarged", () => {
  const one = addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" } });
  const facts = { grid: one.grid, area, fullTileId: null, single: true };
  expect(tileRects(facts)).toEqual([{ tileId: one.cell.id, rect: { x: 0, y: 0, width: 1000, height: 600 } }]);
  expect(enlargedTile({ ...facts, enlargedTileId: one.cell.id })).toBeNull();
  expect(fillingTileId({ ...facts, grid: emptyGrid })).toBeNull();
});

test("an area without size shows nothing", () => {
  expect(tileRects({ grid, area: { ...area, widthCss: 0 }, fullTileId: null, single: false })).toEqual([]);
});

test("the enlarged preview is 16:9 in the middle", () => {
  const rect = enlargedRect({ area });
  expect(rect.width / rect.height).toBeCloseTo(16 / 9);
  expect(rect.x + rect.width / 2).toBeCloseTo(500);
  expect(rect.y + rect.height / 2).toBeCloseTo(300);
});
