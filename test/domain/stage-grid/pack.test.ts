import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyGrid } from "#domain/first-facts.ts";
import { addCamera, type NewCell, resizeCell } from "#domain/stage-grid/edit.ts";
import { areasOverlap, GRID_MAX, inReadingOrder, type StageGrid } from "#domain/stage-grid/grid.ts";
import { layoutStage } from "#domain/stage-grid/layout.ts";
import { addPacked, packingHelps, packStage, pictureArea } from "#domain/stage-grid/pack.ts";
import { arrangeAs, STAGE_TEMPLATES, templatePlaces } from "#domain/stage-grid/templates.ts";

const camera = (at: number): NewCell => ({ camera: { id: String(at), orchidId: "1" } });
/** A stage of cameras that were added one by one. */
const grown = (count: number): StageGrid => {
  let grid: StageGrid = emptyGrid;
  for (let at = 1; at <= count; at += 1) grid = addCamera(grid, camera(at)).grid;
  return grid;
};
const wide = () => null;
const rooms = fc.record({ width: fc.integer({ min: 200, max: 5120 }), height: fc.integer({ min: 150, max: 2880 }) });
const counts = fc.integer({ min: 1, max: 64 });
const order = (grid: StageGrid) => inReadingOrder(grid).map(({ camera: { id } }) => id);

function expectSound(grid: StageGrid, count: number): void {
  expect(grid.cells).toHaveLength(count);
  expect(Math.max(grid.rows, grid.columns)).toBeLessThanOrEqual(GRID_MAX);
  for (const [at, cell] of grid.cells.entries()) {
    expect(cell.row + cell.rowSpan).toBeLessThanOrEqual(grid.rows);
    expect(cell.column + cell.columnSpan).toBeLessThanOrEqual(grid.columns);
    expect(grid.cells.slice(at + 1).some((other) => areasOverlap(cell, other))).toBe(false);
  }
}

describe("arrange", () => {
  test("no other number of columns gives larger pictures; nothing is lost, overlaps, or changes its order", () => {
    fc.assert(
      fc.property(rooms, counts, (room, count) => {
        const before = grown(count);
        const packed = packStage(before, room, wide);
        expectSound(packed, count);
        expect(order(packed)).toEqual(order(before));
        const { cellWidth } = layoutStage(packed, room);
        for (let columns = 1; columns <= count; columns += 1) {
          const other = layoutStage({ rows: Math.ceil(count / columns), columns }, room);
          expect(cellWidth).toBeGreaterThanOrEqual(other.cellWidth * 0.998);
        }
        expect(pictureArea(packed, room, wide)).toBeGreaterThanOrEqual(pictureArea(before, room, wide) * 0.995);
      }),
    );
  });

  test("pictures of any shape are never smaller than in cells of 16:9", () => {
    const shapes = fc.array(fc.constantFrom(16 / 9, 4 / 3, 5 / 4, 1, 9 / 16, 32 / 9), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rooms, shapes, (room, aspects) => {
        const before = grown(aspects.length);
        const aspectOf = ({ id }: { readonly id: string }) => aspects[Number(id.slice("cell-".length)) - 1] ?? null;
        const packed = packStage(before, room, aspectOf);
        expectSound(packed, aspects.length);
        expect(order(packed)).toEqual(order(before));
        const plain = packStage(before, room, wide);
        expect(pictureArea(packed, room, aspectOf)).toBeGreaterThanOrEqual(pictureArea(plain, room, aspectOf) * 0.995);
      }),
    );
  });

  test("nine 4:3 cameras get tiles of 4:3", () => {
    const packed = packStage(grown(9), { width: 1200, height: 900 }, () => 4 / 3);
    expect(new Set(packed.cells.map(({ columnSpan, rowSpan }) => `${columnSpan}x${rowSpan}`))).toEqual(
      new Set(["3x4"]),
    );
  });

  // The stage beside the side panel, above the timeline.
  test.each([
    [6, { width: 960, height: 600 }, 0.57, 0.93],
    [6, { width: 1600, height: 880 }, 0.62, 0.62],
  ])("%d tiles in %o use the height: before %f, then %f", (count, room, before, after) => {
    const used = (grid: StageGrid) => (layoutStage(grid, room).cellHeight * grid.rows) / room.height;
    expect(used(grown(count))).toBeCloseTo(before, 1);
    expect(used(packStage(grown(count), room, wide))).toBeCloseTo(after, 1);
  });

  test("a stage that was never measured gets a square of cells", () => {
    expect(packStage(grown(9), { width: 0, height: 0 }, wide)).toMatchObject({ rows: 3, columns: 3 });
    expect(packStage(emptyGrid, { width: 800, height: 600 }, wide)).toBe(emptyGrid);
  });

  test("help is offered for a hole that packing would use, and not for one that it would leave", () => {
    const room = { width: 960, height: 600 };
    const packed = packStage(grown(6), room, wide);
    expect(packingHelps(packed, room, wide)).toBe(false);
    expect(packingHelps(emptyGrid, room, wide)).toBe(false);
    const behind = { ...packed, cells: packed.cells.slice(0, 5) };
    expect(packingHelps(behind, room, wide), "what is free behind the last tile is room").toBe(false);
    expect(packingHelps({ ...packed, cells: packed.cells.slice(1) }, room, wide)).toBe(true);
    const four = { ...packed, cells: packed.cells.slice(2) };
    expect(packingHelps(four, room, wide)).toBe(true);
  });
});

describe("several cameras at once", () => {
  const room = { width: 960, height: 600 };
  const many = Array.from({ length: 12 }, (_, at) => camera(at + 1));

  test("an empty stage shows them in their order; later ones come behind", () => {
    const twelve = addPacked(emptyGrid, many, room, wide);
    expectSound(twelve, 12);
    expect(order(twelve)).toEqual(many.map((each) => each.camera.id));
    const more = addPacked(twelve, [camera(20), camera(21)], room, wide);
    expect(order(more)).toEqual([...many.map((each) => each.camera.id), "20", "21"]);
    expect(new Set(more.cells.map(({ id }) => id)).size).toBe(14);
  });

  test("a tile whose size somebody chose keeps it", () => {
    const sized = resizeCell(grown(2), "cell-1", 2, 1).grid;
    const more = addPacked(sized, many, room, wide);
    expectSound(more, 14);
    expect(more.cells.find(({ id }) => id === "cell-1")).toMatchObject({ rowSpan: 2, columnSpan: 1 });
  });
});

describe("templates", () => {
  test.each([
    ["1", 1],
    ["4", 4],
    ["9", 9],
    ["16", 16],
    ["1+5", 6],
    ["1+7", 8],
    ["2+8", 10],
  ] as const)("%s has %d places that fill a square", (template, count) => {
    const places = templatePlaces(template);
    expect(places).toHaveLength(count);
    const side = Math.max(...places.map(({ column, columnSpan }) => column + columnSpan));
    expect(places.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0)).toBe(side * side);
  });

  test("any stage: places are taken in reading order, what is beyond is closed and counted", () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(...STAGE_TEMPLATES), (count, template) => {
        const before = grown(count);
        const { grid, closed } = arrangeAs(before, template);
        expectSound(grid, count - closed);
        expect(closed).toBe(Math.max(0, count - templatePlaces(template).length));
        expect(grid.cells.map(({ id }) => id)).toEqual(
          inReadingOrder(before)
            .map(({ id }) => id)
            .slice(0, count - closed),
        );
      }),
    );
  });
});
