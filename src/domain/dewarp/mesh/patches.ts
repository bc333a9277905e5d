/**
 * The mesh mapping with curved cells: over each cell of a coarse grid the lens point is a polynomial of second degree in both
 * directions, which is evaluated for each pixel. A software rasteriser pays for each triangle, and a usual view takes some 50
 * of these where straight ones took 1000.
 */
import type { Lens } from "../lens.ts";
import { meshGridOf, meshLensPoints, OFF_LIMIT_PX, pointAt } from "./mesh.ts";
import { type DewarpView, withoutRoll } from "../views.ts";

/** Grids are this many cells wide; a step of two, so that a wall needs few of them. */
const COLUMNS = { least: 4, most: 32, step: 2, probed: 8 };
/** Wide views gain less by smaller cells than others. */
const RESERVE = 1.1;
/** Straight behind the lens points jump from side to side: a view that comes near has no curves. In radii. */
const FARTHEST = 1.3;
/** Closer to the rim, in radii, and to the picture's edge, in shares of it, a sample may lie beyond. */
const INSIDE_MOST = 0.97;
const EDGE = 0.005;
/** Where in a cell its error is largest, about. */
const PROBES = [0.21, 0.5, 0.79] as const;

/** x and y of the factors of 1, s, s², then these times t, then times t²; s and t go over the cell from its left and top. */
export const CURVE_FLOATS = 18;

interface ViewPatches {
  readonly columns: number;
  readonly rows: number;
  /** `CURVE_FLOATS` for each cell, row by row from the top */
  readonly curves: Float32Array;
  /** x, y and distance from the middle at the corners, edges' middles and middles of the cells: `meshLensPoints` */
  readonly points: Float32Array;
}

/**
 * The coarsest patches that are accurate enough; null where the view has to be cut into straight cells. The error falls with
 * the third power of the cells' size, so one probe gives the required number.
 */
export function viewPatches(view: DewarpView, lens: Lens, radiusPx: number): ViewPatches | null {
  const probed = patchesOf(view, lens, COLUMNS.probed);
  if (!probed) return null;
  const offPx = radiusPx * patchError(view, lens, probed);
  const needed = RESERVE * COLUMNS.probed * Math.cbrt(offPx / OFF_LIMIT_PX);
  const columns = Math.ceil(needed / COLUMNS.step) * COLUMNS.step;
  return patchesOf(view, lens, Math.min(COLUMNS.most, Math.max(COLUMNS.least, columns)));
}

function patchesOf(view: DewarpView, lens: Lens, wanted: number): ViewPatches | null {
  const [columns, rows] = meshGridOf(wanted);
  const points = meshLensPoints(view, lens, 2 * columns, 2 * rows);
  for (let at = 2; at < points.length; at += 3) if (!((points[at] ?? 0) <= FARTHEST)) return null;
  const curves = new Float32Array(columns * rows * CURVE_FLOATS);
  const inRow = 2 * columns + 1;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = (row * columns + column) * CURVE_FLOATS;
      for (let axis = 0; axis < 2; axis += 1) {
        const across = [0, 1, 2].map((down) => {
          const at = ((2 * row + down) * inRow + 2 * column) * 3 + axis;
          return quadratic(points[at] ?? 0, points[at + 3] ?? 0, points[at + 6] ?? 0);
        });
        for (let power = 0; power < 3; power += 1) {
          const down = quadratic(across[0]?.[power] ?? 0, across[1]?.[power] ?? 0, across[2]?.[power] ?? 0);
          for (let at = 0; at < 3; at += 1) curves[from + (at * 3 + power) * 2 + axis] = down[at] ?? 0;
        }
      }
    }
  }
  return { columns, rows, curves, points };
}

/** The factors of 1, s and s² of the curve that has these values at s = 0, 1/2 and 1. */
const quadratic = (first: number, middle: number, last: number): readonly [number, number, number] => [
  first,
  4 * middle - 3 * first - last,
  2 * (first + last) - 4 * middle,
];

/** The largest error of patches inside the circle, in radii. */
export function patchError(view: DewarpView, lens: Lens, patches: ViewPatches): number {
  const { columns, rows } = patches;
  const plain = withoutRoll(lens);
  let worst = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (const t of PROBES) {
        for (const s of PROBES) {
          const truth = pointAt(view, plain, (column + s) / columns, (row + t) / rows);
          if (Math.hypot(truth.x, truth.y) > 1) continue;
          const { x, y } = curveAt(patches, row * columns + column, s, t);
          worst = Math.max(worst, Math.hypot(x - truth.x, y - truth.y));
        }
      }
    }
  }
  return worst;
}

/** What the shader computes: the lens point at a place of a cell. */
function curveAt(
  { curves }: ViewPatches,
  cell: number,
  s: number,
  t: number,
): { readonly x: number; readonly y: number } {
  const on = (axis: 0 | 1): number => {
    const factor = (at: number): number => curves[cell * CURVE_FLOATS + at * 2 + axis] ?? 0;
    const row = (at: number): number => factor(at) + s * (factor(at + 1) + s * factor(at + 2));
    return row(0) + t * (row(3) + t * row(6));
  };
  return { x: on(0), y: on(1) };
}

/** Circle and picture hold all that the patches show. `circle`: its middle and radii, in shares of the picture. */
export function areInside({ points }: Pick<ViewPatches, "points">, { middle, radii }: CircleShares): boolean {
  const isHeld = (at: number, axis: 0 | 1): boolean => {
    const place = middle[axis] + (points[at] ?? 0) * radii[axis];
    return place >= EDGE && place <= 1 - EDGE;
  };
  for (let at = 0; at < points.length; at += 3)
    if (!((points[at + 2] ?? 0) <= INSIDE_MOST && isHeld(at, 0) && isHeld(at + 1, 1))) return false;
  return true;
}
interface CircleShares {
  readonly middle: readonly [number, number];
  readonly radii: readonly [number, number];
}
