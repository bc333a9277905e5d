import { englishText } from "#domain/failures/english.ts";
import { failure } from "#domain/failures/failure.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeCell } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { GRID_MAX } from "#domain/stage-grid/grid.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import { camera, grid, picture } from "./drawn-grid.ts";

describe("wire", () => {
  test("writes and reads", () => {
    const stage = changeCell(grid("aab/aac/d.."), "cell-2", { forceLbm: true, dewarpMode: 2 });
    const matrix = toStageMatrix(stage);
    expect(matrix.map((row) => row.length)).toEqual([3, 3, 3]);
    expect(matrix[0]?.[0]).toEqual({ camera: camera("a"), columnSpan: 2, rowSpan: 2, forceLbm: false, dewarpMode: 0 });
    expect(matrix[0]?.[1]?.camera).toBe(null);
    const read = readStageMatrix(JSON.parse(JSON.stringify(matrix)));
    expect(read.ok && picture(read.value.grid)).toBe("aab/aac/d..");
    expect(read.ok && toStageMatrix(read.value.grid)).toEqual(matrix);
  });

  test("keeps and names unknown cameras, reads older forms", () => {
    const read = readStageMatrix(
      [[null, { camera: { id: 7 } }, {}], [{ camera: { id: "8", orchidId: 2 }, columnSpan: 4 }]],
      (known) => known.id === "7",
    );
    expect(read.ok && picture(read.value.grid)).toBe(".7../8888");
    expect(read.ok && read.value.unknown).toEqual(["cell-2"]);
    expect(readStageMatrix([])).toEqual({ ok: true, value: { grid: emptyGrid, unknown: [] } });
  });

  test.each([
    ["text", failure("stage/not-a-matrix"), "a stage must be a list of rows of cells"],
    [[{}], failure("stage/not-a-matrix"), "a stage must be a list of rows of cells"],
    [[[4]], failure("stage/cell-unreadable", { row: 1, column: 1 }), "row 1, column 1: is not a cell"],
    [
      [[{ camera: {} }]],
      failure("stage/cell-without-camera", { row: 1, column: 1 }),
      "row 1, column 1: has a camera without an id",
    ],
    [
      [[null, { camera: { id: 1 }, rowSpan: 0 }]],
      failure("stage/cell-bad-span", { row: 1, column: 2 }),
      "row 1, column 2: has a span that is not a whole number from 1",
    ],
    [
      [[{ camera: { id: 1 }, dewarpMode: 3 }]],
      failure("stage/cell-bad-dewarp", { row: 1, column: 1 }),
      "row 1, column 1: has a dewarp mode that is not 0, 1 or 2",
    ],
    [
      [[], [{ camera: { id: 1 }, forceLbm: "yes" }]],
      failure("stage/cell-bad-bandwidth", { row: 2, column: 1 }),
      "row 2, column 1: has a low-bandwidth flag that is neither true nor false",
    ],
    [
      [[{ camera: { id: 1 }, columnSpan: 2 }, { camera: { id: 2 } }]],
      failure("stage/cells-overlap", { row: 1, column: 2, otherRow: 1, otherColumn: 1 }),
      "row 1, column 2 overlaps row 1, column 1",
    ],
    [
      [[{ camera: { id: 1 }, columnSpan: 2e9 }]],
      failure("stage/cell-outside", { row: 1, column: 1 }),
      "row 1, column 1 spans past the largest stage",
    ],
    [
      Array.from({ length: GRID_MAX + 1 }, () => []),
      failure("stage/too-large", { count: GRID_MAX }),
      `a stage has at most ${GRID_MAX} rows and columns`,
    ],
  ])("refuses %j", (matrix, error, text) => {
    expect(readStageMatrix(matrix)).toEqual({ ok: false, error });
    expect(englishText(error)).toBe(text);
  });

  test("never throws on anything", () => {
    fc.assert(fc.property(fc.anything(), (thing) => typeof readStageMatrix(thing).ok === "boolean"));
    fc.assert(
      fc.property(fc.array(fc.array(fc.anything())), (thing) => typeof readStageMatrix(thing).ok === "boolean"),
    );
  });
});
