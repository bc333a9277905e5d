/**
 * The stage as data: a matrix of cells, each free, claimed by a camera, or spanned by a larger claimed cell (document 1,
 * section 4). Only the claimed cells are stored; the rest of the matrix follows from them. All values are plain JSON.
 */
import type { DewarpMode, FisheyeLook } from "../dewarp/config.ts";

export interface CameraRef {
  readonly id: string;
  readonly orchidId: string;
}

export type { DewarpMode };

/** What a fisheye's cell shows, instead of the stream's own view: a named view, one that has no name, or a patrol. */
export type CellView = { readonly id: string } | { readonly look: FisheyeLook } | { readonly patrol: string };

export interface ClaimedCell {
  /** stays the same while the cell moves; unique within its grid and never used again in it */
  readonly id: string;
  readonly camera: CameraRef;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** low-bandwidth player forced */
  readonly forceLbm: boolean;
  readonly dewarpMode: DewarpMode;
  readonly view?: CellView;
}

/** The named view that a cell shows; null = none. */
export const viewIdOf = ({ view }: Pick<ClaimedCell, "view">): string | null => (view && "id" in view ? view.id : null);

/** The patrol that a cell runs; null = none. */
export const patrolIdOf = ({ view }: Pick<ClaimedCell, "view">): string | null =>
  view && "patrol" in view ? view.patrol : null;

export interface StageGrid {
  /** at least 1, also when the stage is empty */
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly ClaimedCell[];
  /** number of the next cell id */
  readonly nextId: number;
}

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}
export interface CellArea extends CellPosition {
  readonly rowSpan: number;
  readonly columnSpan: number;
}
export type Direction = "left" | "right" | "up" | "down";

/** [ours] a stage with more rows or columns than this is an accident */
export const GRID_MAX = 64;

export const areasOverlap = (a: CellArea, b: CellArea): boolean =>
  a.row < b.row + b.rowSpan &&
  b.row < a.row + a.rowSpan &&
  a.column < b.column + b.columnSpan &&
  b.column < a.column + a.columnSpan;

/** The claimed cell that holds or spans this position. */
export function claimedAt(grid: StageGrid, position: CellPosition): ClaimedCell | null {
  const spot: CellArea = { ...position, rowSpan: 1, columnSpan: 1 };
  return grid.cells.find((cell) => areasOverlap(cell, spot)) ?? null;
}

export const cellById = (grid: StageGrid, id: string): ClaimedCell | null =>
  grid.cells.find((cell) => cell.id === id) ?? null;

/** Cells that the area would overlap, without the named one. */
export const overlapped = (grid: StageGrid, area: CellArea, exceptId?: string): readonly ClaimedCell[] =>
  grid.cells.filter((cell) => cell.id !== exceptId && areasOverlap(cell, area));

type CellState =
  | { readonly kind: "free" }
  | { readonly kind: "claimed"; readonly cell: ClaimedCell }
  | { readonly kind: "spanned"; readonly by: ClaimedCell };

/** The whole matrix, rows of cell states. */
export function cellStates(grid: StageGrid): CellState[][] {
  const rows: CellState[][] = Array.from({ length: grid.rows }, () =>
    Array.from({ length: grid.columns }, (): CellState => ({ kind: "free" })),
  );
  for (const cell of grid.cells)
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++) {
        const line = rows[row];
        if (line && column < line.length)
          line[column] =
            row === cell.row && column === cell.column ? { kind: "claimed", cell } : { kind: "spanned", by: cell };
      }
  return rows;
}

/** Free positions, row by row. */
export function freePositions(grid: StageGrid): CellPosition[] {
  const free: CellPosition[] = [];
  for (const [row, line] of cellStates(grid).entries())
    for (const [column, state] of line.entries()) if (state.kind === "free") free.push({ row, column });
  return free;
}

/** Claimed cells in reading order: the order of focus and of the accessibility mirror. */
export const inReadingOrder = (grid: StageGrid): ClaimedCell[] =>
  [...grid.cells].sort((a, b) => a.row - b.row || a.column - b.column);

/** The claimed cell to which focus moves from another: the nearest one in that direction, none at the edge. */
export function neighbour(grid: StageGrid, id: string, direction: Direction): ClaimedCell | null {
  const from = cellById(grid, id);
  if (!from) return null;
  let best: ClaimedCell | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const cell of grid.cells) {
    if (cell.id === id) continue;
    const { ahead, aside } = distance(from, cell, direction);
    const cost = ahead + aside * 2;
    if (ahead >= 0 && cost < bestCost) {
      best = cell;
      bestCost = cost;
    }
  }
  return best;
}

/** Cells between the facing edges, negative when it is not on that side, and the distance of the centres across. */
function distance(from: ClaimedCell, to: ClaimedCell, direction: Direction): { ahead: number; aside: number } {
  const across = Math.abs(to.row + to.rowSpan / 2 - (from.row + from.rowSpan / 2));
  const along = Math.abs(to.column + to.columnSpan / 2 - (from.column + from.columnSpan / 2));
  switch (direction) {
    case "left":
      return { ahead: from.column - (to.column + to.columnSpan), aside: across };
    case "right":
      return { ahead: to.column - (from.column + from.columnSpan), aside: across };
    case "up":
      return { ahead: from.row - (to.row + to.rowSpan), aside: along };
    case "down":
      return { ahead: to.row - (from.row + from.rowSpan), aside: along };
  }
}
