/** Changes of the arrangement, each with the step that undoes it. */
import { isKiosk } from "#domain/stage/deep-link.ts";
import { recordStep, redoStep, type StageHistory, type StageStep, undoStep } from "#domain/stage/history.ts";
import { cellById, type StageGrid } from "#domain/stage-grid/grid.ts";
import type { StageChange, StageStore } from "#state/stage/stage-store.ts";

interface StageEdits {
  /** Another arrangement that is no step of its own. */
  readonly put: (grid: StageGrid) => void;
  /** `step`: what the user did; "auto": the cycle or the server did it. */
  readonly edit: (grid: StageGrid, step: StageStep | "auto", leftOut?: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Another user begins: what stands there is theirs. */
  readonly begin: () => void;
}

/** The facts that name a tile; a tile that goes is named no more. */
const TILE_FACTS = [
  "fullTileId",
  "enlargedTileId",
  "hoveredTileId",
  "focusedTileId",
  "presetsTileId",
  "nearTileId",
] as const;

/** `limited`: as many players as are allowed; `changed`: called after each change. */
export function createStageEdits(
  stage: StageStore,
  limited: (grid: StageGrid) => StageGrid,
  changed: () => void,
): StageEdits {
  /** what stands on the stage is the work of the user, not of the cycle */
  let isByHand = true;
  const put = (grid: StageGrid, history?: StageHistory, change: StageChange | null = null): void => {
    stage.change((facts) => {
      facts.grid = grid as typeof facts.grid;
      if (history) Object.assign(facts, { history, changed: change });
      for (const name of TILE_FACTS) {
        const id = facts[name];
        if (id !== null && !cellById(grid, id)) facts[name] = null;
      }
      if (facts.menu && !cellById(grid, facts.menu.tileId)) facts.menu = null;
    });
    changed();
  };
  const records = (): boolean => !stage.get().single && !isKiosk(stage.get().opening);
  const edit = (grid: StageGrid, step: StageStep | "auto", leftOut = 0): void => {
    const before = stage.get().grid;
    if (isEqual(grid, before)) return;
    const isStep = records() && (step !== "auto" || isByHand);
    isByHand = step !== "auto";
    if (!isStep) return put(grid);
    const history = recordStep(stage.get().history, step === "auto" ? "load" : step, before);
    put(grid, history, step === "auto" ? null : { step, kind: "done", leftOut });
  };
  const travel = (move: typeof undoStep, kind: "undone" | "redone"): void => {
    const { history, grid: now } = stage.get();
    const to = records() ? move(history, now) : null;
    if (!to) return;
    // Low bandwidth belongs to the line, not to the arrangement.
    const cells = to.grid.cells.map((cell) => ({ ...cell, forceLbm: (cellById(now, cell.id) ?? cell).forceLbm }));
    isByHand = true;
    put(limited({ ...to.grid, cells }), to.history, { step: to.step, kind, leftOut: 0 });
  };
  return {
    put: (grid) => put(grid),
    edit,
    undo: () => travel(undoStep, "undone"),
    redo: () => travel(redoStep, "redone"),
    begin() {
      isByHand = true;
    },
  };
}

/** The same cells in the same places: nothing to undo. */
const isEqual = (a: StageGrid, b: StageGrid): boolean =>
  a === b || JSON.stringify({ ...a, nextId: 0 }) === JSON.stringify({ ...b, nextId: 0 });
