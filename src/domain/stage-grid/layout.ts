/** Where the cells lie in the stage's container, and which one lies under a pointer. All lengths are CSS px, y down. */
import { contains, type Point, type Rect, type Size } from "#base/geometry.ts";
import { CELL_ASPECT, GRID_GAP_PX, GRID_PADDING_PX, RESIZE_HANDLE_ZONE_PX } from "../limits/stage.ts";
import { type CellArea, type CellPosition, type ClaimedCell, claimedAt, overlapped, type StageGrid } from "./grid.ts";

export interface StageLayout {
  readonly container: Size;
  readonly rows: number;
  readonly columns: number;
  /** top left corner of the first cell; the grid stands in the middle of the container */
  readonly originX: number;
  readonly originY: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The largest 16:9 cells that fit with padding and gaps, centred. A container too small gives cells of no size. */
export function layoutStage(grid: Pick<StageGrid, "rows" | "columns">, container: Size): StageLayout {
  const roomX = container.width - 2 * GRID_PADDING_PX - (grid.columns - 1) * GRID_GAP_PX;
  const roomY = container.height - 2 * GRID_PADDING_PX - (grid.rows - 1) * GRID_GAP_PX;
  const cellWidth = Math.max(0, Math.min(roomX / grid.columns, (roomY / grid.rows) * CELL_ASPECT));
  const cellHeight = cellWidth / CELL_ASPECT;
  const width = grid.columns * cellWidth + (grid.columns - 1) * GRID_GAP_PX;
  const height = grid.rows * cellHeight + (grid.rows - 1) * GRID_GAP_PX;
  return {
    container,
    rows: grid.rows,
    columns: grid.columns,
    originX: (container.width - width) / 2,
    originY: (container.height - height) / 2,
    cellWidth,
    cellHeight,
  };
}

/** The rectangle of a cell with its span. */
export function cellRect(layout: StageLayout, area: CellArea): Rect {
  return {
    x: layout.originX + area.column * (layout.cellWidth + GRID_GAP_PX),
    y: layout.originY + area.row * (layout.cellHeight + GRID_GAP_PX),
    width: area.columnSpan * layout.cellWidth + (area.columnSpan - 1) * GRID_GAP_PX,
    height: area.rowSpan * layout.cellHeight + (area.rowSpan - 1) * GRID_GAP_PX,
  };
}

export type ResizeEdge = "east" | "south" | "south-east";
type StageHit =
  | { readonly kind: "cell"; readonly cell: ClaimedCell; readonly edge: ResizeEdge | null }
  | { readonly kind: "free"; readonly row: number; readonly column: number }
  | { readonly kind: "outside" };

/** The cell under the pointer; inside a claimed cell also whether the pointer is in a resize handle's zone. */
export function hitStage(grid: StageGrid, layout: StageLayout, point: Point, zonePx = RESIZE_HANDLE_ZONE_PX): StageHit {
  for (const cell of grid.cells) {
    const rect = cellRect(layout, cell);
    if (contains(rect, point)) return { kind: "cell", cell, edge: resizeEdge(rect, point, zonePx) };
  }
  const { row, column } = positionAt(layout, point);
  if (row < 0 || column < 0 || row >= grid.rows || column >= grid.columns) return { kind: "outside" };
  return { kind: "free", row, column };
}

/** The resize handle under a point of a cell: its zone along the edge, less in cells too small to leave room for a drag. */
function resizeEdge(rect: Rect, point: Point, zonePx = RESIZE_HANDLE_ZONE_PX): ResizeEdge | null {
  const east = point.x >= rect.x + rect.width - Math.min(zonePx, rect.width / 4);
  const south = point.y >= rect.y + rect.height - Math.min(zonePx, rect.height / 4);
  return east && south ? "south-east" : east ? "east" : south ? "south" : null;
}

/** Row and column of a point, -1 before the first and the count behind the last; gaps belong to the nearer cell. */
function positionAt(layout: StageLayout, point: Point): CellPosition {
  return {
    row: track(point.y - layout.originY, layout.cellHeight, layout.rows),
    column: track(point.x - layout.originX, layout.cellWidth, layout.columns),
  };
}

function track(offset: number, size: number, count: number): number {
  if (offset < 0) return -1;
  if (offset >= count * size + (count - 1) * GRID_GAP_PX) return count;
  return Math.min(count - 1, Math.max(0, Math.floor((offset + GRID_GAP_PX / 2) / (size + GRID_GAP_PX))));
}

/** How near to the grid's edge (share of a claimed outer cell) a drop makes a new row or column beside it. [ours] */
const RIM_SHARE = 0.2;

export interface DropTarget extends CellPosition {
  /** free: the cell there is free; grow: a row or column is added at that edge; claimed: the cell there is occupied */
  readonly kind: "free" | "grow" | "claimed";
}

/**
 * Where a drag would end. Beside the grid, and in the outer fifth of an occupied cell at the grid's edge, it names the
 * row or column just outside, which `addCameraAt` and `moveCell` make. `null` outside the container.
 */
export function dropTarget(grid: StageGrid, layout: StageLayout, point: Point): DropTarget | null {
  if (point.x < 0 || point.y < 0 || point.x > layout.container.width || point.y > layout.container.height) return null;
  if (grid.cells.length === 0) return { kind: "free", row: 0, column: 0 };
  const at = positionAt(layout, point);
  const outside = at.row < 0 || at.column < 0 || at.row >= grid.rows || at.column >= grid.columns;
  if (outside) return { kind: "grow", ...sideways(grid, at) };
  const cell = claimedAt(grid, at);
  if (!cell) return { kind: "free", ...at };
  const rim = rimOf(grid, layout, cell, point);
  if (rim) return { kind: "grow", row: rim.row ?? at.row, column: rim.column ?? at.column };
  return { kind: "claimed", ...at };
}

/**
 * Where the drag of a claimed cell would end that began at `from`. Over other cells and beside the grid as in
 * `dropTarget`. Over itself it moves along by whole cells where there is room; otherwise it stays (`null`): a drag that
 * hardly left its place, or an edge of its own, changes nothing.
 */
export function moveTarget(
  grid: StageGrid,
  layout: StageLayout,
  cell: ClaimedCell,
  from: Point,
  point: Point,
): DropTarget | null {
  const at = positionAt(layout, point);
  if (claimedAt(grid, at)?.id !== cell.id) return dropTarget(grid, layout, point);
  const held = positionAt(layout, from);
  const row = at.row - (held.row - cell.row);
  const column = at.column - (held.column - cell.column);
  if (row < 0 || column < 0 || (row === cell.row && column === cell.column)) return null;
  const area: CellArea = { row, column, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan };
  return overlapped(grid, area, cell.id).length > 0 ? null : { kind: "free", row, column };
}

/** In a corner outside the grid only one side grows: a column, because the row still exists then. */
function sideways(grid: StageGrid, at: CellPosition): CellPosition {
  const outsideColumns = at.column < 0 || at.column >= grid.columns;
  return outsideColumns ? { row: Math.min(grid.rows - 1, Math.max(0, at.row)), column: at.column } : at;
}

function rimOf(
  grid: StageGrid,
  layout: StageLayout,
  cell: ClaimedCell,
  point: Point,
): { row?: number; column?: number } | null {
  const rect = cellRect(layout, cell);
  const sideX = layout.cellWidth * RIM_SHARE;
  const sideY = layout.cellHeight * RIM_SHARE;
  if (cell.column === 0 && point.x < rect.x + sideX) return { column: -1 };
  if (cell.column + cell.columnSpan === grid.columns && point.x > rect.x + rect.width - sideX)
    return { column: grid.columns };
  if (cell.row === 0 && point.y < rect.y + sideY) return { row: -1 };
  if (cell.row + cell.rowSpan === grid.rows && point.y > rect.y + rect.height - sideY) return { row: grid.rows };
  return null;
}

/** The span that a resize drag requests with the pointer here: at least 1, at most one beyond the grid's edge. */
export function spanAt(
  layout: StageLayout,
  cell: ClaimedCell,
  edge: ResizeEdge,
  point: Point,
): { rowSpan: number; columnSpan: number } {
  const at = positionAt(layout, point);
  return {
    columnSpan: edge === "south" ? cell.columnSpan : Math.max(1, at.column - cell.column + 1),
    rowSpan: edge === "east" ? cell.rowSpan : Math.max(1, at.row - cell.row + 1),
  };
}
