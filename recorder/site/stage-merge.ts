/** Merges a stage that was saved by a user who does not see all of it: the cells that they were not shown stay. */
import type { StageCell, StageMatrix } from "#protocol/rest/stage.ts";

/** no stage is larger in either direction */
const MAX_CELLS = 64;
const FREE: StageCell = { camera: null, columnSpan: 1, rowSpan: 1, forceLbm: false, dewarpMode: 0 };

/**
 * Returns `asked` with those cells of `stored` whose cameras the writer may not see. A cell keeps its place where that is
 * free. Otherwise it goes below everything, because its place looked free to the writer.
 */
export function withHiddenCells(
  stored: StageMatrix,
  asked: StageMatrix,
  maySee: (cameraId: string) => boolean,
): StageMatrix {
  const rows = asked.map((row) => [...row]);
  const taken = new Set<string>();
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) if (cell?.camera) claim(taken, cell, row, column);
  const homeless: StageCell[] = [];
  for (const [row, cells] of stored.entries())
    for (const [column, cell] of cells.entries()) {
      if (!cell?.camera || maySee(cell.camera.id)) continue;
      if (placesOf(cell, row, column).some((place) => taken.has(place))) homeless.push(cell);
      else put(rows, taken, cell, row, column);
    }
  for (const cell of homeless) {
    const bottom = Math.max(rows.length, ...[...taken].map((place) => Number(place.split(" ")[0]) + 1));
    if (bottom + cell.rowSpan <= MAX_CELLS) put(rows, taken, cell, bottom, 0);
  }
  return rows;
}

function placesOf(cell: StageCell, row: number, column: number): string[] {
  const places: string[] = [];
  for (let y = 0; y < cell.rowSpan; y++)
    for (let x = 0; x < cell.columnSpan; x++) places.push(`${row + y} ${column + x}`);
  return places;
}

function claim(taken: Set<string>, cell: StageCell, row: number, column: number): void {
  for (const place of placesOf(cell, row, column)) taken.add(place);
}

function put(rows: (StageCell | null)[][], taken: Set<string>, cell: StageCell, row: number, column: number): void {
  while (rows.length <= row) rows.push([]);
  const line = rows[row] ?? [];
  while (line.length <= column) line.push(FREE);
  line[column] = cell;
  claim(taken, cell, row, column);
}
