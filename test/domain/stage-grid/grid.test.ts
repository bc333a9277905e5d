import { englishText } from "#domain/failures/english.ts";
import { failure } from "#domain/failures/failure.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrangementsOf } from "#domain/stage-grid/arrange.ts";
import { soleChange } from "#domain/stage-grid/changes.ts";
import {
  addCamera,
  addCameraAt,
  changeCell,
  clearStage,
  moveCell,
  moveCellBy,
  removeCell,
  resizeCell,
  resizeCellBy,
  trim,
} from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import {
  areasOverlap,
  type CameraRef,
  cellStates,
  claimedAt,
  freePositions,
  GRID_MAX,
  neighbour,
  type StageGrid,
} from "#domain/stage-grid/grid.ts";
import { mayAddPlayer, mayDewarp } from "#domain/stage-grid/player-limit.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";

const camera = (id: string | number): CameraRef => ({ id: String(id), orchidId: "1" });

/** "ab./.cc": letters are cameras, a repeated letter is a span, a dot is free. */
function grid(picture: string): StageGrid {
  const lines = picture.split("/");
  const cells = [...new Set(picture.replaceAll(/[./]/g, ""))].sort().map((letter, index) => {
    const row = lines.findIndex((line) => line.includes(letter));
    const column = Math.min(...lines.filter((line) => line.includes(letter)).map((line) => line.indexOf(letter)));
    return {
      id: `cell-${index + 1}`,
      camera: camera(letter),
      row,
      column,
      rowSpan: lines.filter((line) => line.includes(letter)).length,
      columnSpan: (lines[row] ?? "").split("").filter((other) => other === letter).length,
      forceLbm: false,
      dewarpMode: 0 as const,
    };
  });
  return { rows: lines.length, columns: lines[0]?.length ?? 1, cells, nextId: cells.length + 1 };
}

const picture = (of: StageGrid): string =>
  cellStates(of)
    .map((row) =>
      row
        .map((state) => (state.kind === "free" ? "." : (state.kind === "claimed" ? state.cell : state.by).camera.id))
        .join(""),
    )
    .join("/");

const idOf = (of: StageGrid, letter: string): string =>
  of.cells.find((cell) => cell.camera.id === letter)?.id ?? "missing";

describe("adding", () => {
  test("finds the first free cell, else grows to stay near square", () => {
    let stage = emptyGrid;
    const seen: string[] = [];
    for (const letter of "abcdefg") {
      stage = addCamera(stage, { camera: camera(letter) }).grid;
      seen.push(picture(stage));
    }
    expect(seen).toEqual(["a", "ab", "ab/c.", "ab/cd", "abe/cd.", "abe/cdf", "abe/cdf/g.."]);
  });

  test.each([
    ["a", { row: 0, column: 1 }, "az"],
    ["a", { row: 0, column: -1 }, "za"],
    ["a", { row: -1, column: 0 }, "z/a"],
    ["ab", { row: 1, column: 1 }, "ab/.z"],
    ["ab/c.", { row: 0, column: 0 }, "ab/cz"],
    ["ab", { row: 0, column: 0 }, "ab/z."],
    ["a.b", { row: 0, column: 1 }, "azb"],
  ])("%s at %j gives %s", (before, at, after) => {
    const { grid: stage, cell } = addCameraAt(grid(before), { camera: camera("z") }, at);
    expect(picture(stage)).toBe(after);
    expect(claimedAt(stage, cell)?.id).toBe(cell.id);
  });

  test("64 cells make 8x8", () => {
    let stage = emptyGrid;
    for (let i = 0; i < 64; i++) stage = addCamera(stage, { camera: camera(i) }).grid;
    expect([stage.rows, stage.columns, freePositions(stage).length]).toEqual([8, 8, 0]);
  });
});

describe("removing and trimming", () => {
  test.each([
    ["ab", "a", "b"],
    ["ab/c.", "c", "ab"],
    ["a.b/.../c.d", "d", "a.b/.../c.."],
    ["a", "a", "."],
  ])("%s without %s is %s", (before, letter, after) => {
    const stage = grid(before);
    expect(picture(removeCell(stage, idOf(stage, letter)))).toBe(after);
  });

  test("empty outer rows and columns go, inner ones stay", () => {
    expect(picture(trim(grid("..../.a.b/..../.cc./....")))).toBe("a.b/.../cc.");
    expect(picture(trim(grid("../..")))).toBe(".");
  });

  test("clear keeps ids from being used again", () => {
    const stage = clearStage(grid("ab"));
    expect(addCamera(stage, { camera: camera("c") }).cell.id).toBe("cell-3");
  });
});

describe("moving", () => {
  test.each([
    ["ab/c.", "a", { row: 1, column: 1 }, ".b/ca", "move"],
    ["ab/cd", "a", { row: 1, column: 1 }, "db/ca", "swap"],
    ["aab/aac", "b", { row: 0, column: 0 }, "bba/bbc", "swap"],
    ["aa./aab", "a", { row: 0, column: 1 }, "a./ab", "move"],
    ["a", "a", { row: 0, column: 1 }, "a", "none"],
    ["ab", "a", { row: 0, column: 2 }, "ba", "move"],
    ["ab", "b", { row: 1, column: 0 }, "a/b", "move"],
  ])("%s: %s to %j gives %s", (before, letter, to, after, drop) => {
    const stage = grid(before);
    const moved = moveCell(stage, idOf(stage, letter), to);
    expect(moved.drop).toBe(drop);
    expect(picture(moved.grid)).toBe(after);
  });

  test.each([
    ["abc", "a", "right", "bac"],
    ["aab", "a", "right", "bba"],
    ["ab", "a", "down", ".b/a."],
    ["ab/cd", "d", "up", "ad/cb"],
    ["a", "a", "left", "a"],
  ] as const)("by key: %s, %s %s gives %s", (before, letter, direction, after) => {
    const stage = grid(before);
    expect(picture(moveCellBy(stage, idOf(stage, letter), direction).grid)).toBe(after);
  });

  test("only claimed cells move", () => {
    expect(moveCell(grid("a."), "cell-9", { row: 0, column: 1 }).drop).toBe("none");
  });

  test("focus goes to the nearest neighbour", () => {
    const stage = grid("aab/aac/d..");
    const to = (from: string, direction: "left" | "right" | "up" | "down") =>
      neighbour(stage, idOf(stage, from), direction)?.camera.id ?? null;
    expect([to("b", "left"), to("b", "down"), to("a", "down"), to("d", "up"), to("a", "left")]).toEqual([
      "a",
      "c",
      "d",
      "a",
      null,
    ]);
  });
});

describe("resizing", () => {
  test.each([
    ["a./..", 2, 2, true, "aa/aa"],
    ["ab/..", 1, 2, false, "ab/.."],
    ["ab/..", 2, 1, true, "ab/a."],
    ["a", 1, 2, true, "aa"],
    ["aa/aa", 1, 1, true, "a"],
    ["a", 0, 1, false, "a"],
    ["a", 1, 65, false, "a"],
  ])("%s to %i x %i", (before, rows, columns, valid, after) => {
    const stage = grid(before);
    const resized = resizeCell(stage, idOf(stage, "a"), rows, columns);
    expect(resized.valid).toBe(valid);
    expect(picture(resized.grid)).toBe(after);
    if (!valid) expect(resized.grid).toBe(stage);
  });

  test("by key", () => {
    const stage = grid("a.b");
    expect(picture(resizeCellBy(stage, "cell-1", "right").grid)).toBe("aab");
    expect(resizeCellBy(stage, "cell-1", "up").valid).toBe(false);
  });
});

/**
 * left, right, up, down: moves (at the rim the stage grows, as with a drag), swaps with a camera, or is refused; and
 * sizes.
 */
describe("what the menu offers", () => {
  test.each([
    ["a", "a", "no no no no", "no yes no yes"],
    ["aa", "a", "no no no no", "yes yes no yes"],
    ["ab", "a", "move b move move", "no no no yes"],
    ["ab", "b", "a move move move", "no yes no yes"],
    ["aab/aac", "a", "move b move move", "yes no yes yes"],
    ["ab/cd", "d", "c move b move", "no yes no yes"],
    ["a.", "x", "", ""],
  ])("%s: %s moves %s, resizes %s", (before, letter, moves, sizes) => {
    const stage = grid(before);
    const offered = arrangementsOf(stage, idOf(stage, letter));
    expect(offered.map((each) => each.swapsWith?.id ?? (each.moves ? "move" : "no")).join(" ")).toBe(moves);
    expect(offered.map((each) => (each.resizes ? "yes" : "no")).join(" ")).toBe(sizes);
  });

  test("is what the twins then do", () => {
    const stage = grid("ab./ccd");
    for (const { id } of stage.cells)
      for (const { direction, moves, resizes } of arrangementsOf(stage, id)) {
        expect(picture(moveCellBy(stage, id, direction).grid) !== picture(stage)).toBe(moves);
        expect(picture(resizeCellBy(stage, id, direction).grid) !== picture(stage)).toBe(resizes);
      }
  });
});

describe("limits", () => {
  test("players", () => {
    expect(mayAddPlayer(15, 16)).toEqual({ allowed: true });
    expect(mayAddPlayer(500, undefined)).toEqual({ allowed: true });
    expect(mayAddPlayer(16, 16)).toEqual({
      allowed: false,
      logged: "Camera limit reached",
      shown: failure("stage/camera-limit", { n: 16 }),
    });
  });

  test.each([
    ["the last one that is allowed", 15, "new", null],
    ["one more", 16, "new", "stage/dewarp-limit"],
    ["another view of one that is dewarped", 16, "c3", null],
  ])("dewarped cameras: %s", (_name, count, camera, code) => {
    const dewarped = new Set(Array.from({ length: count }, (_, at) => `c${at}`));
    const answer = mayDewarp(camera, dewarped, 16);
    expect(answer.allowed ? null : answer.shown.code).toBe(code);
  });
});

test("one cell that came or went is told, a whole stage that changes is not", () => {
  const [none, one, two] = [grid(""), grid("a"), grid("ab")];
  expect(soleChange(one, two)).toMatchObject({ kind: "added", cell: { camera: { id: "b" } } });
  expect(soleChange(two, one)).toMatchObject({ kind: "closed", cell: { camera: { id: "b" } } });
  expect([soleChange(none, two), soleChange(two, none), soleChange(two, two)]).toEqual([null, null, null]);
});

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

describe("whatever is done to a stage", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("add" as const) }),
    fc.record({
      do: fc.constant("at" as const),
      row: fc.integer({ min: -1, max: 6 }),
      column: fc.integer({ min: -1, max: 6 }),
    }),
    fc.record({
      do: fc.constant("move" as const),
      which: fc.nat(),
      row: fc.integer({ min: -1, max: 6 }),
      column: fc.integer({ min: -1, max: 6 }),
    }),
    fc.record({
      do: fc.constant("by" as const),
      which: fc.nat(),
      way: fc.constantFrom("left" as const, "right" as const, "up" as const, "down" as const),
    }),
    fc.record({
      do: fc.constant("size" as const),
      which: fc.nat(),
      rows: fc.integer({ min: 0, max: 4 }),
      columns: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({ do: fc.constant("remove" as const), which: fc.nat() }),
  );

  test("nothing overlaps, nothing is lost, trimming twice changes nothing, the wire keeps it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let stage = emptyGrid;
        const cameras = new Set<string>();
        let number = 0;
        for (const one of steps) {
          const id = "which" in one ? (stage.cells[one.which % Math.max(1, stage.cells.length)]?.id ?? "none") : "";
          if (one.do === "add" || one.do === "at") {
            const added = { camera: camera(++number) };
            stage = one.do === "add" ? addCamera(stage, added).grid : addCameraAt(stage, added, one).grid;
            cameras.add(String(number));
          } else if (one.do === "move") stage = moveCell(stage, id, one).grid;
          else if (one.do === "by") stage = moveCellBy(stage, id, one.way).grid;
          else if (one.do === "size") stage = resizeCell(stage, id, one.rows, one.columns).grid;
          else {
            cameras.delete(stage.cells.find((cell) => cell.id === id)?.camera.id ?? "");
            stage = removeCell(stage, id);
          }
          expect(new Set(stage.cells.map((cell) => cell.camera.id))).toEqual(cameras);
          for (const [index, cell] of stage.cells.entries()) {
            expect(cell.row >= 0 && cell.column >= 0 && cell.rowSpan >= 1 && cell.columnSpan >= 1).toBe(true);
            expect(cell.row + cell.rowSpan <= stage.rows && cell.column + cell.columnSpan <= stage.columns).toBe(true);
            for (const other of stage.cells.slice(index + 1)) expect(areasOverlap(cell, other)).toBe(false);
          }
          expect(trim(stage)).toBe(stage);
        }
        const read = readStageMatrix(toStageMatrix(stage));
        expect(read.ok && picture(read.value.grid)).toBe(picture(stage));
      }),
      { numRuns: 200 },
    );
  });
});
