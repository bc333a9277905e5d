import * as fc from "fast-check";
import { expect, test } from "vitest";
import { emptyGrid, noHistory } from "#domain/first-facts.ts";
import { recordStep, redoStep, type StageHistory, STAGE_STEPS_MAX, undoStep } from "#domain/stage/history.ts";
import {
  addCamera,
  addCameraAt,
  changeCell,
  clearStage,
  moveCell,
  removeCell,
  resizeCell,
} from "#domain/stage-grid/edit.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";
import { packStage } from "#domain/stage-grid/pack.ts";
import { arrangeAs, STAGE_TEMPLATES } from "#domain/stage-grid/templates.ts";

/** Any change that a user can make, `a`, `b` and `c` choose what and where. */
function changed(grid: StageGrid, [kind, a, b, c]: readonly [number, number, number, number]): StageGrid {
  const id = grid.cells[a % Math.max(1, grid.cells.length)]?.id ?? "";
  const added = { camera: { id: String(a), orchidId: "1" } };
  const changes: readonly (() => StageGrid)[] = [
    () => addCamera(grid, added).grid,
    () => addCameraAt(grid, added, { row: b - 1, column: c - 1 }).grid,
    () => removeCell(grid, id),
    () => clearStage(grid),
    () => moveCell(grid, id, { row: b - 1, column: c - 1 }).grid,
    () => resizeCell(grid, id, b, c).grid,
    () => changeCell(grid, id, { camera: { id: `other ${b}`, orchidId: "1" } }),
    () => changeCell(grid, id, { dewarpMode: b % 2 === 0 ? 1 : 2 }),
    () => packStage(grid, { width: 960, height: 560 }, () => null),
    () => arrangeAs(grid, STAGE_TEMPLATES[c % STAGE_TEMPLATES.length] ?? "1").grid,
  ];
  return (changes[kind % changes.length] ?? changes[0])?.() ?? grid;
}
/** What is on the stage; ids that were given away stay so. */
const arrangement = ({ rows, columns, cells }: StageGrid) => ({ rows, columns, cells });
const changes = fc.array(fc.tuple(fc.nat(9), fc.nat(8), fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 40 });

test("undo after any sequence of changes brings each arrangement back exactly, and redo all of them again", () => {
  fc.assert(
    fc.property(changes, (sequence) => {
      let grid: StageGrid = emptyGrid;
      let history: StageHistory = noHistory;
      const seen = [grid];
      for (const change of sequence) {
        history = recordStep(history, "arrange", grid);
        grid = changed(grid, change);
        seen.push(grid);
      }
      const ids = grid.nextId;
      for (const before of seen.slice(0, -1).toReversed()) {
        const back = undoStep(history, grid);
        expect(back && arrangement(back.grid)).toEqual(arrangement(before));
        if (!back) return;
        ({ grid, history } = back);
        expect(grid.nextId, "an id is never given twice").toBeGreaterThanOrEqual(ids);
      }
      expect(undoStep(history, grid)).toBeNull();
      for (const after of seen.slice(1)) {
        const again = redoStep(history, grid);
        expect(again && arrangement(again.grid)).toEqual(arrangement(after));
        if (!again) return;
        ({ grid, history } = again);
      }
      expect(redoStep(history, grid)).toBeNull();
    }),
  );
});

test("a new change after an undo ends what could be redone", () => {
  const one = addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" } }).grid;
  const undone = undoStep(recordStep(noHistory, "add", emptyGrid), one);
  expect(undone?.history.future).toHaveLength(1);
  expect(undone && recordStep(undone.history, "add", undone.grid).future).toEqual([]);
});

test("the oldest steps are forgotten, at least 20 are kept", () => {
  let history: StageHistory = noHistory;
  for (let at = 0; at < 200; at += 1) history = recordStep(history, "move", emptyGrid);
  expect(STAGE_STEPS_MAX).toBeGreaterThanOrEqual(20);
  expect(history.past).toHaveLength(STAGE_STEPS_MAX);
});
