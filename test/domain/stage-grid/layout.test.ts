import { describe, expect, test } from "vitest";
import { addCamera, moveCell, resizeCell } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";
import { cellRect, dropTarget, hitStage, layoutStage, moveTarget, spanAt } from "#domain/stage-grid/layout.ts";

const stageOf = (count: number): StageGrid => {
  let stage = emptyGrid;
  for (let i = 0; i < count; i++) stage = addCamera(stage, { camera: { id: String(i), orchidId: "1" } }).grid;
  return stage;
};

describe("layout", () => {
  test("padding 20, gap 3, 16:9, centred", () => {
    const layout = layoutStage({ rows: 2, columns: 2 }, { width: 1643, height: 2000 });
    expect(layout.cellWidth).toBe(800);
    expect(layout.cellHeight).toBe(450);
    expect(layout.originX).toBe(20);
    expect(layout.originY).toBe((2000 - 903) / 2);
    expect(cellRect(layout, { row: 0, column: 0, rowSpan: 2, columnSpan: 2 })).toMatchObject({
      width: 1603,
      height: 903,
    });
  });

  test("height limits too; nothing fits in nothing", () => {
    const layout = layoutStage({ rows: 1, columns: 1 }, { width: 5000, height: 130 });
    expect([layout.cellHeight, layout.cellWidth]).toEqual([90, 160]);
    expect(layoutStage({ rows: 8, columns: 8 }, { width: 10, height: 10 }).cellWidth).toBe(0);
  });
});

describe("hits", () => {
  const stage = stageOf(3); // 01/2.
  const layout = layoutStage(stage, { width: 1643, height: 943 });
  test.each([
    [400, 200, "0", null],
    [815, 200, "0", "east"],
    [400, 465, "0", "south"],
    [815, 465, "0", "south-east"],
    [798, 200, "0", null],
    [800, 200, "0", "east"],
    [900, 200, "1", null],
  ])("%i,%i is camera %s edge %s", (x, y, id, edge) => {
    const hit = hitStage(stage, layout, { x, y });
    expect(hit.kind === "cell" && [hit.cell.camera.id, hit.edge]).toEqual([id, edge]);
  });

  test("free and outside", () => {
    expect(hitStage(stage, layout, { x: 1200, y: 700 })).toEqual({ kind: "free", row: 1, column: 1 });
    expect(hitStage(stage, layout, { x: 5, y: 5 })).toEqual({ kind: "outside" });
  });

  test.each([
    [1200, 700, { kind: "free", row: 1, column: 1 }],
    [400, 240, { kind: "claimed", row: 0, column: 0 }],
    [40, 240, { kind: "grow", row: 0, column: -1 }],
    [5, 240, { kind: "grow", row: 0, column: -1 }],
    [1600, 240, { kind: "grow", row: 0, column: 2 }],
    [400, 30, { kind: "grow", row: -1, column: 0 }],
    [400, 935, { kind: "grow", row: 2, column: 0 }],
    [5, 5, { kind: "grow", row: 0, column: -1 }],
    [-5, 5, null],
  ])("a drop at %i,%i goes to %j", (x, y, target) => {
    expect(dropTarget(stage, layout, { x, y })).toEqual(target);
  });

  /** 2x2 of "0", then "1" right of it, a free cell under "1" */
  const wide: StageGrid = {
    rows: 2,
    columns: 3,
    nextId: 3,
    cells: stageOf(2).cells.map((cell, index) =>
      index === 0 ? { ...cell, rowSpan: 2, columnSpan: 2 } : { ...cell, row: 0, column: 2 },
    ),
  };
  const [big, small] = wide.cells;
  const room = layoutStage(wide, { width: 1646, height: 643 });
  // Cells of 533.3 x 300: columns begin at 20, 556, 893; rows at 20 and 323.
  test.each([
    ["hardly moved at its far corner", big, [1000, 500], [1010, 505], null],
    ["into its own rim", big, [300, 200], [30, 200], null],
    ["within itself, but the other one is in the way", big, [300, 200], [900, 200], null],
    ["onto the other one", big, [300, 200], [1300, 170], { kind: "claimed", row: 0, column: 2 }],
    ["onto the free cell", big, [300, 200], [1300, 500], { kind: "free", row: 1, column: 2 }],
    ["beside the grid", big, [300, 200], [5, 200], { kind: "grow", row: 0, column: -1 }],
    ["the small one hardly", small, [1300, 170], [1310, 180], null],
    ["the small one into its own rim", small, [1300, 170], [1610, 170], null],
    ["the small one down", small, [1300, 170], [1300, 470], { kind: "free", row: 1, column: 2 }],
  ])("a cell dragged %s", (_how, cell, [fromX = 0, fromY = 0], [x = 0, y = 0], target) => {
    if (!cell) throw new Error("no cell");
    expect(moveTarget(wide, room, cell, { x: fromX, y: fromY }, { x, y })).toEqual(target);
  });

  test("a large cell dragged by its far half goes one column on where there is room", () => {
    const alone: StageGrid = {
      ...wide,
      columns: 4,
      cells: wide.cells.map((c) => (c === small ? { ...c, row: 1, column: 3 } : c)),
    };
    const layout = layoutStage(alone, { width: 1649, height: 643 });
    const [cell] = alone.cells;
    if (!cell) throw new Error("no cell");
    const first = cellRect(layout, { row: 0, column: 0, rowSpan: 1, columnSpan: 1 });
    const from = { x: first.x + 100, y: first.y + 50 };
    const to = { x: from.x + first.width, y: from.y };
    expect(moveTarget(alone, layout, cell, from, to)).toEqual({ kind: "free", row: 0, column: 1 });
    expect(moveCell(alone, cell.id, { row: 0, column: 1 }).grid.cells[0]).toMatchObject({ column: 0, columnSpan: 2 });
  });

  test("spans while resizing", () => {
    const cell = stage.cells[0];
    if (!cell) throw new Error("no cell");
    expect(spanAt(layout, cell, "east", { x: 1200, y: 900 })).toEqual({ rowSpan: 1, columnSpan: 2 });
    expect(spanAt(layout, cell, "south-east", { x: 1200, y: 900 })).toEqual({ rowSpan: 2, columnSpan: 2 });
    expect(spanAt(layout, cell, "south", { x: 0, y: 0 })).toEqual({ rowSpan: 1, columnSpan: 1 });
    expect(spanAt(layout, cell, "east", { x: 1642, y: 0 })).toEqual({ rowSpan: 1, columnSpan: 3 });
    expect(resizeCell(stage, cell.id, 1, 2).valid).toBe(false);
  });

  test("an empty stage takes a drop anywhere", () => {
    expect(dropTarget(emptyGrid, layoutStage(emptyGrid, { width: 800, height: 600 }), { x: 1, y: 1 })).toEqual({
      kind: "free",
      row: 0,
      column: 0,
    });
  });
});
