/**
 * All changes of a stage grid (document 1, sections 2, 4, 5). Each function returns a new grid; no function can make
 * two cells overlap or lose a camera that it was not told to remove.
 */
import { emptyGrid } from "../first-facts.ts";
import {
  type CameraRef,
  type CellArea,
  type CellPosition,
  type CellView,
  type ClaimedCell,
  cellById,
  claimedAt,
  type DewarpMode,
  type Direction,
  freePositions,
  GRID_MAX,
  overlapped,
  type StageGrid,
} from "./grid.ts";

export interface NewCell {
  readonly camera: CameraRef;
  readonly forceLbm?: boolean;
  readonly dewarpMode?: DewarpMode;
  readonly view?: CellView;
}
interface Claimed {
  readonly grid: StageGrid;
  readonly cell: ClaimedCell;
}

/** Adds a camera in the first free cell; a full grid grows by a column, or by a row where it is wider than high. */
export function addCamera(grid: StageGrid, added: NewCell): Claimed {
  const free = freePositions(grid)[0];
  if (free) return claim(grid, added, free);
  return grid.columns <= grid.rows
    ? claim(grid, added, { row: 0, column: grid.columns })
    : claim(grid, added, { row: grid.rows, column: 0 });
}

/**
 * Claims one cell for a camera. A position one outside the grid (-1, or the count of rows or columns) grows it there.
 * On a claimed position the nearest free cell is taken, so that a drop never costs a camera its place.
 */
export function addCameraAt(grid: StageGrid, added: NewCell, position: CellPosition): Claimed {
  if (!claimedAt(grid, position) && roomFor(grid, position)) return claim(grid, added, position);
  const far = ({ row, column }: CellPosition) => Math.hypot(row - position.row, column - position.column);
  const [nearest] = freePositions(grid).sort((a, b) => far(a) - far(b));
  return nearest ? claim(grid, added, nearest) : addCamera(grid, added);
}

function claim(grid: StageGrid, added: NewCell, position: CellPosition): Claimed {
  const room = growTo(grid, { ...position, rowSpan: 1, columnSpan: 1 });
  const cell: ClaimedCell = {
    id: `cell-${grid.nextId}`,
    camera: added.camera,
    row: position.row + room.shift.row,
    column: position.column + room.shift.column,
    rowSpan: 1,
    columnSpan: 1,
    forceLbm: added.forceLbm ?? false,
    dewarpMode: added.dewarpMode ?? 0,
    ...(added.view === undefined ? {} : { view: added.view }),
  };
  const grown = trim({ ...room.grid, cells: [...room.grid.cells, cell], nextId: grid.nextId + 1 });
  return { grid: grown, cell: cellById(grown, cell.id) ?? cell };
}

/** Releases a cell: the player is closed. Outer rows and columns left empty go with it. */
export const removeCell = (grid: StageGrid, id: string): StageGrid =>
  trim({ ...grid, cells: grid.cells.filter((cell) => cell.id !== id) });

/** Clear Stage. Cell ids are not used again. */
export const clearStage = (grid: StageGrid): StageGrid => ({ ...emptyGrid, nextId: grid.nextId });

/** Another camera, low-bandwidth flag, dewarp mode or view in the same place. */
export const changeCell = (
  grid: StageGrid,
  id: string,
  change: Partial<Pick<ClaimedCell, "camera" | "forceLbm" | "dewarpMode" | "view">>,
): StageGrid => ({ ...grid, cells: grid.cells.map((cell) => (cell.id === id ? { ...cell, ...change } : cell)) });

/** Another camera in a tile's place and size: a new tile, whose player begins anew. */
export function replaceCell(grid: StageGrid, id: string, { camera, view, ...more }: NewCell): StageGrid {
  const cells = grid.cells.map((cell): ClaimedCell => {
    if (cell.id !== id) return cell;
    const { row, column, rowSpan, columnSpan } = cell;
    const place = { row, column, rowSpan, columnSpan };
    const looks = { forceLbm: more.forceLbm ?? false, dewarpMode: more.dewarpMode ?? 0, ...(view && { view }) };
    return { id: `cell-${grid.nextId}`, camera, ...place, ...looks };
  });
  return { ...grid, cells, nextId: grid.nextId + 1 };
}

type Drop = "move" | "swap" | "none";
interface Moved {
  readonly grid: StageGrid;
  readonly drop: Drop;
}

/**
 * Ends a cell's drag. On a free position it moves there (a span that does not fit there gets smaller); on a claimed one
 * the two swap place and size. A position one outside the grid grows it.
 */
export function moveCell(grid: StageGrid, id: string, to: CellPosition): Moved {
  const moving = cellById(grid, id);
  if (!moving || (moving.row === to.row && moving.column === to.column)) return { grid, drop: "none" };
  const other = claimedAt(grid, to);
  if (!other && !roomFor(grid, to)) return { grid, drop: "none" };
  if (other && other.id !== id) return { grid: swap(grid, moving, other), drop: "swap" };
  const area = fitting(
    grid,
    { row: to.row, column: to.column, rowSpan: moving.rowSpan, columnSpan: moving.columnSpan },
    id,
  );
  const room = growTo(grid, area);
  const placed = { ...area, row: area.row + room.shift.row, column: area.column + room.shift.column };
  const after = trim(place(room.grid, id, placed));
  return sameShape(grid, after) ? { grid, drop: "none" } : { grid: after, drop: "move" };
}

/** Keyboard and menu equivalent of the drag: one cell further, past the area that the cell itself covers. */
export function moveCellBy(grid: StageGrid, id: string, direction: Direction): Moved {
  const cell = cellById(grid, id);
  if (!cell) return { grid, drop: "none" };
  const step = steps[direction];
  // Rightwards and downwards a spanning cell steps over others by its far edge, otherwise it would only push itself.
  const ahead = { row: cell.row + step.row, column: cell.column + step.column };
  const beyond = {
    row: step.row > 0 ? cell.row + cell.rowSpan : ahead.row,
    column: step.column > 0 ? cell.column + cell.columnSpan : ahead.column,
  };
  const other = claimedAt(grid, beyond);
  return moveCell(grid, id, other ? { row: other.row, column: other.column } : ahead);
}

const steps: Readonly<Record<Direction, CellPosition>> = {
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
};

interface Resized {
  readonly grid: StageGrid;
  /** false: the new span would overlap a claimed cell (shown red); the grid is unchanged */
  readonly valid: boolean;
}

/** Gives a cell another span (east, south and south-east edges). Spans past the grid's edge grow it. */
export function resizeCell(grid: StageGrid, id: string, rowSpan: number, columnSpan: number): Resized {
  const cell = cellById(grid, id);
  if (!cell) return { grid, valid: false };
  const area: CellArea = { row: cell.row, column: cell.column, rowSpan, columnSpan };
  if (!isSpan(rowSpan) || !isSpan(columnSpan) || beyondMax(area)) return { grid, valid: false };
  if (overlapped(grid, area, id).length > 0) return { grid, valid: false };
  return { grid: trim(place(growTo(grid, area).grid, id, area)), valid: true };
}

/** Keyboard and menu equivalent: one row or column more (right, down) or less (left, up). */
export function resizeCellBy(grid: StageGrid, id: string, direction: Direction): Resized {
  const cell = cellById(grid, id);
  if (!cell) return { grid, valid: false };
  const step = steps[direction];
  return resizeCell(grid, id, cell.rowSpan + step.row, cell.columnSpan + step.column);
}

/** Removes empty outer rows and columns; at least one cell stays. */
export function trim(grid: StageGrid): StageGrid {
  if (grid.cells.length === 0) return grid.rows === 1 && grid.columns === 1 ? grid : { ...grid, rows: 1, columns: 1 };
  const top = Math.min(...grid.cells.map((cell) => cell.row));
  const left = Math.min(...grid.cells.map((cell) => cell.column));
  const bottom = Math.max(...grid.cells.map((cell) => cell.row + cell.rowSpan));
  const right = Math.max(...grid.cells.map((cell) => cell.column + cell.columnSpan));
  if (top === 0 && left === 0 && bottom === grid.rows && right === grid.columns) return grid;
  return { ...shifted(grid, -top, -left), rows: bottom - top, columns: right - left };
}

/** Inside the grid, or one outside it while it may still grow. */
function roomFor(grid: StageGrid, { row, column }: CellPosition): boolean {
  const fits = (at: number, count: number) => at >= -1 && at <= count && (count < GRID_MAX || (at >= 0 && at < count));
  return fits(row, grid.rows) && fits(column, grid.columns);
}

const isSpan = (span: number): boolean => Number.isInteger(span) && span >= 1;
const beyondMax = (area: CellArea): boolean =>
  area.row + area.rowSpan > GRID_MAX || area.column + area.columnSpan > GRID_MAX;

const place = (grid: StageGrid, id: string, area: CellArea): StageGrid => ({
  ...grid,
  cells: grid.cells.map((cell) => (cell.id === id ? { ...cell, ...area } : cell)),
});

const areaOf = ({ row, column, rowSpan, columnSpan }: ClaimedCell): CellArea => ({ row, column, rowSpan, columnSpan });

const swap = (grid: StageGrid, a: ClaimedCell, b: ClaimedCell): StageGrid =>
  place(place(grid, a.id, areaOf(b)), b.id, areaOf(a));

const shifted = (grid: StageGrid, rows: number, columns: number): StageGrid => ({
  ...grid,
  cells: grid.cells.map((cell) => ({ ...cell, row: cell.row + rows, column: cell.column + columns })),
});

/** Enough rows and columns for an area that may begin before the first or end behind the last. */
function growTo(grid: StageGrid, area: CellArea): { grid: StageGrid; shift: CellPosition } {
  const shift = { row: Math.max(0, -area.row), column: Math.max(0, -area.column) };
  const base = shift.row > 0 || shift.column > 0 ? shifted(grid, shift.row, shift.column) : grid;
  return {
    grid: {
      ...base,
      rows: Math.max(grid.rows + shift.row, area.row + shift.row + area.rowSpan),
      columns: Math.max(grid.columns + shift.column, area.column + shift.column + area.columnSpan),
    },
    shift,
  };
}

/** The area with its span reduced, the longer side first, until it overlaps no other cell. */
function fitting(grid: StageGrid, area: CellArea, id: string): CellArea {
  let fit = area;
  while ((fit.rowSpan > 1 || fit.columnSpan > 1) && (beyondMax(fit) || overlapped(grid, fit, id).length > 0))
    fit =
      fit.columnSpan >= fit.rowSpan ? { ...fit, columnSpan: fit.columnSpan - 1 } : { ...fit, rowSpan: fit.rowSpan - 1 };
  return fit;
}

const sameShape = (a: StageGrid, b: StageGrid): boolean =>
  a.rows === b.rows &&
  a.columns === b.columns &&
  a.cells.every((cell, index) => {
    const other = b.cells[index];
    return (
      other !== undefined &&
      other.row === cell.row &&
      other.column === cell.column &&
      other.rowSpan === cell.rowSpan &&
      other.columnSpan === cell.columnSpan
    );
  });

/** A fisheye's cell shows the camera's own view again. */
export const withoutView = (grid: StageGrid, id: string): StageGrid => ({
  ...grid,
  cells: grid.cells.map(({ view, ...cell }) => (cell.id === id || !view ? cell : { ...cell, view })),
});

/** A fisheye's cell becomes one for each of its views: the first stays where it is, the others come beside and below it. */
export function splitCell(grid: StageGrid, id: string, parts: readonly NewCell[]): StageGrid {
  const cell = cellById(grid, id);
  const [first, ...others] = parts;
  if (!cell || !first) return grid;
  const begun = changeCell(grid, id, { dewarpMode: first.dewarpMode ?? 0, ...(first.view && { view: first.view }) });
  return others.reduce((wider, part, index) => {
    const now = cellById(wider, id) ?? cell;
    const [row, column] = SPLIT_PLACES[index] ?? [0, 1];
    const at = { row: now.row + row * now.rowSpan, column: now.column + column * now.columnSpan };
    return addCameraAt(wider, part, at).grid;
  }, begun);
}

/** Where the second to the fourth view go: rows and columns, in spans of the first one. */
const SPLIT_PLACES = [
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
