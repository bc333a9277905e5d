import { expect, test } from "vitest";
import { columnRects } from "#domain/stage-grid/form.ts";
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

const small = { grid, area: { widthCss: 390, heightCss: 560, devicePixelRatio: 2 }, fullTileId: null, single: false };
const [first = "", second = ""] = columnRects(grid, 390).map((each) => each.cell.id);
const whole = (tileId: string, x = 0) => ({ tileId, rect: { x, y: 0, width: 390, height: 560 } });

test("a small window scrolls a column; what was opened there fills it", () => {
  const column = { ...small, form: "column", scrollPx: 100, enlargedTileId: null } as const;
  expect(tileRects(column).map(({ rect }) => rect.y)).toEqual([-100, expect.closeTo(222.375 - 100)]);
  expect(fillingTileId(column)).toBeNull();
  expect(tileRects({ ...column, enlargedTileId: second })).toEqual([whole(second)]);
  expect(enlargedTile({ ...column, enlargedTileId: second })).toBeNull();
});

test.each([
  ["the camera that was looked at", { nearTileId: second, enlargedTileId: null }, second],
  ["one that was opened before", { nearTileId: first, enlargedTileId: second }, second],
  ["else the first", { nearTileId: null, enlargedTileId: null }, first],
  ["instead of one that is gone the first", { nearTileId: "gone", enlargedTileId: null }, first],
])("one at a time: %s", (_name, facts, shown) => {
  expect(tileRects({ ...small, form: "one", ...facts })).toEqual([whole(shown)]);
});

test("a finger that draws the picture aside brings the one beside it; beyond the ends nothing comes", () => {
  const one = { ...small, form: "one", enlargedTileId: null, nearTileId: first } as const;
  expect(tileRects({ ...one, swipePx: -100 })).toEqual([whole(first, -100), whole(second, 290)]);
  expect(tileRects({ ...one, swipePx: 30 })).toEqual([whole(first, 30)]);
  expect(tileRects({ ...one, nearTileId: second, swipePx: 100 })).toEqual([whole(second, 100), whole(first, -290)]);
});
