/**
 * Arrange: the grid that gives the largest pictures for a stage's shape. Cells stay 16:9; where most pictures have another
 * shape, every tile spans several cells of a finer grid, whose shape is nearer to that of the pictures. [ours]
 */
import { contain, type Size } from "#base/geometry.ts";
import { CELL_ASPECT } from "../limits/stage.ts";
import { addCamera, type NewCell } from "./edit.ts";
import { type ClaimedCell, freePositions, GRID_MAX, inReadingOrder, type StageGrid } from "./grid.ts";
import { cellRect, layoutStage } from "./layout.ts";

/** Width over height of a cell's picture; null where it is not known, or fills any shape. */
export type AspectOf = (cell: ClaimedCell) => number | null;

interface Span {
  readonly columnSpan: number;
  readonly rowSpan: number;
}
const ONE: Span = { columnSpan: 1, rowSpan: 1 };
/** The shapes of tiles besides 16:9: 4:3, 5:4, about 1:1, about 9:16, and 32:9. */
const SPANS: readonly Span[] = [
  { columnSpan: 3, rowSpan: 4 },
  { columnSpan: 2, rowSpan: 3 },
  { columnSpan: 1, rowSpan: 2 },
  { columnSpan: 1, rowSpan: 3 },
  { columnSpan: 2, rowSpan: 1 },
];
/** Spans make the grid finer, and a camera that is added later gets one cell: they are taken only for this gain. */
const SPAN_GAIN = 1.15;
/** Arrangements whose pictures differ by less than this look the same: the one with fewer free cells is taken. */
const EQUAL_SHARE = 0.002;
/** "Close the gaps" is offered when the pictures grow by this share. */
const OFFER_GAIN = 1.05;

/** The area that all pictures together have, CSS px². */
export function pictureArea(grid: StageGrid, room: Size, aspectOf: AspectOf): number {
  const layout = layoutStage(grid, room);
  return grid.cells.reduce((sum, cell) => {
    const tile = cellRect(layout, cell);
    const shape = aspectOf(cell) ?? tile.width / tile.height;
    if (!(tile.width > 0 && tile.height > 0 && shape > 0)) return sum;
    const picture = contain({ width: shape, height: 1 }, tile);
    return sum + picture.width * picture.height;
  }, 0);
}

/** The same tiles in reading order, all of one size, as large as the room allows. */
export function packStage(grid: StageGrid, room: Size, aspectOf: AspectOf): StageGrid {
  const cells = inReadingOrder(grid);
  if (cells.length === 0) return grid;
  const best = (span: Span): { grid: StageGrid; area: number } | null => {
    let found: { grid: StageGrid; area: number; free: number } | null = null;
    for (let columns = 1; columns <= cells.length; columns += 1) {
      const rows = Math.ceil(cells.length / columns);
      if (columns * span.columnSpan > GRID_MAX || rows * span.rowSpan > GRID_MAX) continue;
      const placed = inColumns(grid, cells, columns, span);
      const area = pictureArea(placed, room, aspectOf);
      const free = rows * columns - cells.length;
      const gain = found ? area - found.area : Number.POSITIVE_INFINITY;
      const same = found !== null && Math.abs(gain) <= found.area * EQUAL_SHARE;
      if (!found || (same ? free < found.free : gain > 0)) found = { grid: placed, area, free };
    }
    return found;
  };
  // A stage that has no size yet gets a square of cells.
  if (room.width <= 0 || room.height <= 0) return inColumns(grid, cells, Math.ceil(Math.sqrt(cells.length)), ONE);
  const plain = best(ONE);
  if (!plain) return grid;
  let chosen = plain;
  const isWide = cells.every((cell) => isNear(aspectOf(cell)));
  for (const span of isWide ? [] : SPANS) {
    const other = best(span);
    if (other && other.area > Math.max(plain.area * SPAN_GAIN, chosen.area)) chosen = other;
  }
  return chosen.grid;
}

/**
 * Adds cameras in their order. Tiles of one size are packed anew with them; where somebody has given a tile a size of its
 * own, nothing moves, and the new ones take free cells or new rows and columns.
 */
export function addPacked(grid: StageGrid, added: readonly NewCell[], room: Size, aspectOf: AspectOf): StageGrid {
  const [first] = grid.cells;
  const isEven = grid.cells.every((cell) => cell.rowSpan === first?.rowSpan && cell.columnSpan === first.columnSpan);
  if (!isEven) return added.reduce((grown, each) => addCamera(grown, each).grid, grid);
  // Below each other only until they are packed: there the order of reading is their own.
  const below = added.map(
    ({ camera, forceLbm = false, dewarpMode = 0 }, at): ClaimedCell => ({
      id: `cell-${grid.nextId + at}`,
      camera,
      row: grid.rows + at,
      column: 0,
      ...ONE,
      forceLbm,
      dewarpMode,
    }),
  );
  const all = { ...grid, cells: [...grid.cells, ...below], nextId: grid.nextId + below.length };
  return packStage(all, room, aspectOf);
}

/** Whether `packStage` would give clearly larger pictures, or fill holes that tiles have left. */
export function packingHelps(grid: StageGrid, room: Size, aspectOf: AspectOf): boolean {
  if (grid.cells.length === 0) return false;
  const packed = packStage(grid, room, aspectOf);
  const gain = pictureArea(packed, room, aspectOf) / Math.max(1, pictureArea(grid, room, aspectOf));
  return gain >= OFFER_GAIN || (gain >= 1 - EQUAL_SHARE && holes(packed) < holes(grid));
}

/** Free cells before the last tile: those behind it are only room. */
function holes(grid: StageGrid): number {
  const last = inReadingOrder(grid).at(-1);
  if (!last) return 0;
  return freePositions(grid).filter(({ row, column }) => row < last.row || (row === last.row && column < last.column))
    .length;
}

function inColumns(grid: StageGrid, cells: readonly ClaimedCell[], columns: number, span: Span): StageGrid {
  const used = Math.min(columns, cells.length);
  return {
    ...grid,
    rows: Math.ceil(cells.length / used) * span.rowSpan,
    columns: used * span.columnSpan,
    cells: cells.map((cell, at) => ({
      ...cell,
      ...span,
      row: Math.floor(at / used) * span.rowSpan,
      column: (at % used) * span.columnSpan,
    })),
  };
}

const isNear = (aspect: number | null): boolean => aspect === null || Math.abs(aspect / CELL_ASPECT - 1) < 0.05;
