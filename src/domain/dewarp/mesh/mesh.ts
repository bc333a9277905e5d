/** The mesh mapping: lens points at the corners of a grid over a view, interpolated between them by the GPU. */
import { type Lens, lensPoint } from "../lens.ts";
import { apply, headingDirection } from "../mount.ts";
import { type DewarpView, withoutRoll } from "../views.ts";

/** The largest error of a point between the corners of a mesh, px of the source. */
export const OFF_LIMIT_PX = 0.15;
/** Grids are this many cells wide and 9/16 as high; a step of eight, so that a wall needs few of them. */
const COLUMNS = { least: 24, most: 128, step: 8, probed: 32 };

/** Columns and rows of a grid with this many columns. */
export const meshGridOf = (columns: number): readonly [number, number] => [columns, Math.round((columns * 9) / 16)];

/**
 * Columns and rows of the coarsest mesh that is accurate enough: each triangle costs a software rasteriser, and a small
 * circle or a narrow view needs few. The error of interpolation falls with the square of the cells' size, so one probe
 * gives the required number. Views that are too wide for the finest grid get that one.
 */
export function meshGrid(view: DewarpView, lens: Lens, radiusPx: number): readonly [number, number] {
  const offPx = radiusPx * meshError(view, lens, ...meshGridOf(COLUMNS.probed));
  const needed = COLUMNS.probed * Math.sqrt(offPx / OFF_LIMIT_PX);
  const columns = Math.ceil(needed / COLUMNS.step) * COLUMNS.step;
  return meshGridOf(Math.min(COLUMNS.most, Math.max(COLUMNS.least, columns)));
}

/** The largest error of a mesh inside the circle, in radii: in the middle of its cells, where it is largest. */
export function meshError(view: DewarpView, lens: Lens, columns: number, rows: number): number {
  const points = meshLensPoints(view, lens, columns, rows);
  const plain = withoutRoll(lens);
  let worst = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const truth = pointAt(view, plain, (column + 0.5) / columns, (row + 0.5) / rows);
      if (Math.hypot(truth.x, truth.y) > 1) continue;
      // the middle of the diagonal that both triangles of a cell share
      const right = (row * (columns + 1) + column + 1) * 3;
      const below = ((row + 1) * (columns + 1) + column) * 3;
      const x = ((points[right] ?? 0) + (points[below] ?? 0)) / 2;
      const y = ((points[right + 1] ?? 0) + (points[below + 1] ?? 0)) / 2;
      worst = Math.max(worst, Math.hypot(x - truth.x, y - truth.y));
    }
  }
  return worst;
}

/**
 * Lens points at the corners of a grid of `columns` x `rows` cells over a view (perspective) or its strip (panorama),
 * row by row from the top, each x, y and its distance from the middle: the mesh path gives these to the GPU, which then
 * does not compute them per pixel.
 */
export function meshLensPoints(view: DewarpView, lens: Lens, columns: number, rows: number): Float32Array {
  const points = new Float32Array((columns + 1) * (rows + 1) * 3);
  const plain = withoutRoll(lens);
  let at = 0;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const point = pointAt(view, plain, column / columns, row / rows);
      points[at++] = point.x;
      points[at++] = point.y;
      points[at++] = Math.hypot(point.x, point.y);
    }
  }
  return points;
}

/** The lens point of a place of the view, 0..1 from its left and top. */
export function pointAt(view: DewarpView, plain: Lens, across: number, down: number): { x: number; y: number } {
  if (view.kind === "perspective")
    return lensPoint(plain, apply(view.screenToLens, [across * view.rect.width, down * view.rect.height, 1]));
  const [heading, span, top, height] = view.angles;
  return lensPoint(plain, apply(view.worldToLens, headingDirection(heading + span * across, top + height * down)));
}
