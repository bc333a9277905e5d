/** The usual arrangements of a wall: equal tiles, or one or two large ones with small ones around. [ours] */
import { trim } from "./edit.ts";
import { type CellArea, inReadingOrder, type StageGrid } from "./grid.ts";

export const STAGE_TEMPLATES = ["1", "4", "9", "16", "1+5", "1+7", "2+8"] as const;
export type StageTemplate = (typeof STAGE_TEMPLATES)[number];

/** Rows and columns of each, and the sides of its large tiles, which come first. */
const SHAPES: Readonly<Record<StageTemplate, { readonly side: number; readonly large: readonly CellArea[] }>> = {
  "1": { side: 1, large: [] },
  "4": { side: 2, large: [] },
  "9": { side: 3, large: [] },
  "16": { side: 4, large: [] },
  "1+5": { side: 3, large: [{ row: 0, column: 0, rowSpan: 2, columnSpan: 2 }] },
  "1+7": { side: 4, large: [{ row: 0, column: 0, rowSpan: 3, columnSpan: 3 }] },
  "2+8": {
    side: 4,
    large: [
      { row: 0, column: 0, rowSpan: 2, columnSpan: 2 },
      { row: 0, column: 2, rowSpan: 2, columnSpan: 2 },
    ],
  },
};

/** The places of a template: large ones first, then the small ones in reading order. */
export function templatePlaces(template: StageTemplate): readonly CellArea[] {
  const { side, large } = SHAPES[template];
  const places: CellArea[] = [...large];
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      if (
        !large.some(
          (area) => row < area.row + area.rowSpan && column >= area.column && column < area.column + area.columnSpan,
        )
      )
        places.push({ row, column, rowSpan: 1, columnSpan: 1 });
  return places;
}

interface Arranged {
  readonly grid: StageGrid;
  /** tiles for which the template has no place: they are closed */
  readonly closed: number;
}

/** The stage's tiles in a template's places, in reading order; outer places that stay empty are trimmed. */
export function arrangeAs(grid: StageGrid, template: StageTemplate): Arranged {
  const places = templatePlaces(template);
  const { side } = SHAPES[template];
  const cells = inReadingOrder(grid);
  return {
    grid: trim({
      ...grid,
      rows: side,
      columns: side,
      cells: cells.flatMap((cell, at) => {
        const place = places[at];
        return place ? [{ ...cell, ...place }] : [];
      }),
    }),
    closed: Math.max(0, cells.length - places.length),
  };
}
