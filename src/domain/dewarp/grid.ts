/** The 15 degree grid over the round picture: it shows a wrong circle or mount at once (design, dewarp 4.8). */
import type { Point, Size } from "#base/geometry.ts";
import type { Orientation } from "./config.ts";
import { directionToSource, type Lens, radians } from "./lens.ts";
import { apply, headingDirection, mountMatrix, tiltSign } from "./mount.ts";

const GRID_STEP_DEG = 15;
/** Degrees between two points of a line. */
const POINT_STEP_DEG = 3;

/** A line of equal pan or equal tilt, px of the picture; null where the lens does not see and the line breaks. */
interface GridLine {
  readonly of: "pan" | "tilt";
  readonly degrees: number;
  readonly points: readonly (Point | null)[];
}

const steps = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);

/** Lines of pan from the horizon to the pole (a wall mount: from pole to pole) and lines of tilt all round. */
export function gridLines(orientation: Orientation, lens: Lens, picture: Size): GridLine[] {
  const mount = mountMatrix(orientation);
  const sign = tiltSign(orientation);
  const at = (pan: number, tilt: number): Point | null => {
    const direction = apply(mount, headingDirection(radians(pan), radians(sign * tilt)));
    const { x, y, visible } = directionToSource(lens, picture, direction);
    return visible ? { x, y } : null;
  };
  const wall = orientation === "wall";
  const pans = wall ? steps(-90, 90, GRID_STEP_DEG) : steps(0, 360 - GRID_STEP_DEG, GRID_STEP_DEG);
  const low = wall ? -75 : 0;
  const tilts = steps(low, 75, GRID_STEP_DEG);
  const round = wall ? steps(-90, 90, POINT_STEP_DEG) : steps(0, 360, POINT_STEP_DEG);
  const lines: GridLine[] = [
    ...pans.map((degrees): GridLine => {
      const points = steps(low, 75, POINT_STEP_DEG).map((tilt) => at(degrees, tilt));
      return { of: "pan", degrees, points };
    }),
    ...tilts.map((degrees): GridLine => ({ of: "tilt", degrees, points: round.map((pan) => at(pan, degrees)) })),
  ];
  return lines.filter(({ points }) => points.some((point) => point !== null));
}
