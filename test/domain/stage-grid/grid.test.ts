import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { arrangementsOf } from "#domain/stage-grid/arrange.ts";
import { soleChange } from "#domain/stage-grid/changes.ts";
import {
  addCamera,
  addCameraAt,
  clearStage,
  moveCell,
  moveCellBy,
  removeCell,
  resizeCell,
  resizeCellBy,
  trim,
} from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { claimedAt, freePositions, neighbour } from "#domain/stage-grid/grid.ts";
import { mayAddPlayer, mayDewarp } from "#domain/stage-grid/player-limit.ts";
import { camera, grid, picture, idOf } from "./drawn-grid.ts";

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
