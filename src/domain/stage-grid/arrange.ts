/**
 * The effect that the keyboard and menu equivalents of the drags would have on a cell: the same rules, applied in
 * advance.
 */
import { moveCellBy, resizeCellBy } from "./edit.ts";
import type { CameraRef, Direction, StageGrid } from "./grid.ts";

interface Arrangement {
  readonly direction: Direction;
  /** the stage would change: false where the rule refuses (the grid's end, a claimed neighbour, a span of one) */
  readonly moves: boolean;
  /** the cell whose place it would take, null where it moves onto a free place or not at all */
  readonly swapsWith: CameraRef | null;
  /** right and down: a column or row more; left and up: one less */
  readonly resizes: boolean;
}

const directions = ["left", "right", "up", "down"] as const satisfies readonly Direction[];

/** One answer for each direction, in the order of the menu; none for a cell that does not exist. */
export function arrangementsOf(grid: StageGrid, id: string): readonly Arrangement[] {
  const cell = grid.cells.find((each) => each.id === id);
  if (!cell) return [];
  return directions.map((direction) => {
    const { grid: moved, drop } = moveCellBy(grid, id, direction);
    const { valid } = resizeCellBy(grid, id, direction);
    // A swap gives the other cell exactly this one's place.
    const other =
      drop === "swap"
        ? moved.cells.find((each) => each.id !== id && each.row === cell.row && each.column === cell.column)
        : undefined;
    return { direction, moves: drop !== "none", swapsWith: other?.camera ?? null, resizes: valid };
  });
}
