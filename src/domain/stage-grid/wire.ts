/** Converts the stage entity's stageMatrix (document 1, section 3) to a grid and back. */
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { readLook } from "../dewarp/look.ts";
import { trim } from "./edit.ts";
import {
  areasOverlap,
  type CameraRef,
  type CellView,
  type ClaimedCell,
  type DewarpMode,
  GRID_MAX,
  type StageGrid,
} from "./grid.ts";

/** One cell in its stored form. Free and spanned cells have no camera. */
interface WireCell {
  readonly camera: CameraRef | null;
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly forceLbm: boolean;
  readonly dewarpMode: DewarpMode;
  /** of a fisheye that begins with a view of its own */
  readonly view?: CellView;
}

const freeCell: WireCell = { camera: null, columnSpan: 1, rowSpan: 1, forceLbm: false, dewarpMode: 0 };

/** Rows of cells, every row as long as the grid is wide. */
export function toStageMatrix(grid: StageGrid): WireCell[][] {
  const rows = Array.from({ length: grid.rows }, () => Array.from({ length: grid.columns }, () => freeCell));
  for (const { camera, row, column, columnSpan, rowSpan, forceLbm, dewarpMode, view } of grid.cells) {
    const line = rows[row];
    if (line) line[column] = { camera, columnSpan, rowSpan, forceLbm, dewarpMode, ...(view && { view }) };
  }
  return rows;
}

interface StageRead {
  readonly grid: StageGrid;
  /** ids of cells whose camera is not known (removed, or no permission): they are kept, and shown as such */
  readonly unknown: readonly string[];
}

/**
 * Reads a stageMatrix of any version. Rows may differ in length, and cells may be null or lack members that have a
 * default; ids may be numbers or strings. A stage with impossible content (overlaps, impossible spans, unknown modes)
 * is refused.
 */
export function readStageMatrix(
  matrix: unknown,
  isKnown: (camera: CameraRef) => boolean = () => true,
  nextId = 1,
): Result<StageRead, Failure> {
  if (!Array.isArray(matrix) || !matrix.every((row) => Array.isArray(row))) return refuse("stage/not-a-matrix");
  const rows = matrix as readonly (readonly unknown[])[];
  if (rows.length > GRID_MAX || rows.some((row) => row.length > GRID_MAX))
    return refuse("stage/too-large", { count: GRID_MAX });

  const cells: ClaimedCell[] = [];
  for (const [row, line] of rows.entries())
    for (const [column, stored] of line.entries()) {
      const cell = readCell(stored, row, column, `cell-${nextId + cells.length}`);
      if (!cell.ok) return cell;
      if (!cell.value) continue;
      const fault = misplaced(cell.value, cells);
      if (fault) return fail(fault);
      cells.push(cell.value);
    }
  const grid: StageGrid = {
    rows: Math.max(1, rows.length, ...cells.map((cell) => cell.row + cell.rowSpan)),
    columns: Math.max(1, ...rows.map((row) => row.length), ...cells.map((cell) => cell.column + cell.columnSpan)),
    cells,
    nextId: nextId + cells.length,
  };
  return ok({
    grid: trim(grid),
    unknown: cells.filter((cell) => !isKnown(cell.camera)).map((cell) => cell.id),
  });
}

function misplaced(cell: ClaimedCell, before: readonly ClaimedCell[]): Failure | null {
  if (cell.row + cell.rowSpan > GRID_MAX || cell.column + cell.columnSpan > GRID_MAX)
    return failure("stage/cell-outside", where(cell.row, cell.column));
  const other = before.find((earlier) => areasOverlap(earlier, cell));
  if (!other) return null;
  const { row: otherRow, column: otherColumn } = where(other.row, other.column);
  return failure("stage/cells-overlap", { ...where(cell.row, cell.column), otherRow, otherColumn });
}

function readCell(stored: unknown, row: number, column: number, id: string): Result<ClaimedCell | null, Failure> {
  if (stored === null || stored === undefined) return ok(null);
  if (typeof stored !== "object" || Array.isArray(stored)) return refuse("stage/cell-unreadable", where(row, column));
  const fields = stored as Record<string, unknown>;
  if (fields.camera === null || fields.camera === undefined) return ok(null);
  const camera = readCamera(fields.camera);
  if (!camera) return refuse("stage/cell-without-camera", where(row, column));
  const columnSpan = fields.columnSpan ?? 1;
  const rowSpan = fields.rowSpan ?? 1;
  if (!isSpan(columnSpan) || !isSpan(rowSpan)) return refuse("stage/cell-bad-span", where(row, column));
  const dewarpMode = fields.dewarpMode ?? 0;
  if (dewarpMode !== 0 && dewarpMode !== 1 && dewarpMode !== 2)
    return refuse("stage/cell-bad-dewarp", where(row, column));
  const forceLbm = fields.forceLbm ?? false;
  if (typeof forceLbm !== "boolean") return refuse("stage/cell-bad-bandwidth", where(row, column));
  const view = readView(fields.view);
  return ok({ id, camera, row, column, rowSpan, columnSpan, forceLbm, dewarpMode, ...(view && { view }) });
}

const isSpan = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;
/** As the user counts: from 1. */
const where = (row: number, column: number) => ({ row: row + 1, column: column + 1 });

/** One that cannot be read is left out: the tile begins with the stream's own. */
function readView(value: unknown): CellView | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, look, patrol } = value as Record<string, unknown>;
  const named = readId(id);
  if (named !== null) return { id: named };
  const run = readId(patrol);
  if (run !== null) return { patrol: run };
  const read = readLook(look);
  return read && { look: read };
}

function readCamera(value: unknown): CameraRef | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, orchidId } = value as Record<string, unknown>;
  const cameraId = readId(id);
  return cameraId === null ? null : { id: cameraId, orchidId: readId(orchidId) ?? "" };
}

const readId = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : Number.isFinite(value) ? String(value) : null;
