/** The rim of a fisheye's circle, point by point between pixels, at the picture's own size. */
import type { PixelCircle, RimPoint } from "./circle-fit.ts";
import { type Luma, percentile, sample } from "./luma.ts";

/** Directions in which the rim is looked for. */
export const RIM_DIRECTIONS = 720;
const STEP_PX = 0.5;
/** How far in and out of the expected rim: the coarse search errs by half a percent. */
const WINDOW_SHARE = 0.02;
const WINDOW_MIN_PX = 8;
/** Surround that must be seen beside the rim: where less is seen, the picture cuts the circle. */
const SURROUND_PX = 3;
/** The scene beside the rim whose brightness counts: behind the transition, before the scene's own edges. */
const SCENE_PX = { from: 2.5, to: 7 };
/** Samples along the rim that are averaged against noise, one pixel apart. */
const SIDEWAYS = [-1.5, -0.5, 0.5, 1.5] as const;
/** Levels by which the scene must be brighter than the surround. */
const CONTRAST_MIN = 4;

/** Points where the brightness is half way between the surround and the scene, near an expected circle. */
export function rimPoints(luma: Luma, expected: PixelCircle): RimPoint[] {
  const window = Math.max(WINDOW_MIN_PX, WINDOW_SHARE * expected.r);
  const noise = surroundNoise(luma, expected, window);
  const points: RimPoint[] = [];
  for (let index = 0; index < RIM_DIRECTIONS; index += 1) {
    const angle = (2 * Math.PI * index) / RIM_DIRECTIONS;
    const point = rimPoint(luma, expected, { x: Math.cos(angle), y: Math.sin(angle) }, window, noise);
    if (point) points.push(point);
  }
  return points;
}

function rimPoint(
  luma: Luma,
  { cx, cy, r }: PixelCircle,
  towards: RimPoint,
  window: number,
  surround: { readonly level: number; readonly noise: number },
): RimPoint | null {
  const inPicture = (distance: number): boolean => {
    const x = cx + towards.x * distance;
    const y = cy + towards.y * distance;
    return x >= 1 && y >= 1 && x <= luma.width - 1 && y <= luma.height - 1;
  };
  let outer = r + window;
  while (outer > r - window && !inPicture(outer)) outer -= STEP_PX;
  if (outer < r + SURROUND_PX || !inPicture(r - window)) return null;
  const values: number[] = [];
  for (let distance = outer; distance >= r - window; distance -= STEP_PX) {
    let sum = 0;
    for (const aside of SIDEWAYS)
      sum += sample(luma, cx + towards.x * distance - towards.y * aside, cy + towards.y * distance + towards.x * aside);
    values.push(sum / SIDEWAYS.length);
  }
  const contrastMin = Math.max(CONTRAST_MIN, 3 * surround.noise);
  const dark = percentile(values.slice(0, Math.max(4, Math.floor((outer - r) / STEP_PX / 2))), 0.5);
  // Something bright lies on the surround here: text, a lamp's flare.
  if (dark > surround.level + contrastMin) return null;
  let inside = percentile(values.slice(Math.floor(values.length / 2)), 0.5);
  let crossing: number | null = null;
  for (let round = 0; round < 3; round += 1) {
    if (inside - dark < contrastMin) return null;
    crossing = firstCrossing(values, (dark + inside) / 2);
    if (crossing === null) return null;
    const scene = values.slice(
      Math.round(crossing + SCENE_PX.from / STEP_PX),
      Math.round(crossing + SCENE_PX.to / STEP_PX),
    );
    if (scene.length < 4) return null;
    inside = percentile(scene, 0.5);
  }
  if (crossing === null) return null;
  const distance = outer - crossing * STEP_PX;
  return { x: cx + towards.x * distance, y: cy + towards.y * distance };
}

/** A rise outside of the steepest one counts as the rim from this share of it on: lenses have a darker ring at their edge. */
const FIRST_RISE_SHARE = 0.5;
/** Neighbours that rise by this share of a steep rise belong to it. */
const SAME_RISE_SHARE = 0.6;
const FINE_STEP_PX = 0.25;

/**
 * How far outside of a fitted circle its rim is, pixels: the first steep rise of the mean brightness across the rim. Half way up
 * is not always the rim: behind a dark ring the scene is brighter, so that half of its brightness is reached inside of it.
 */
export function rimOffset(luma: Luma, { cx, cy, r }: PixelCircle, used: readonly RimPoint[]): number {
  const reach = 6;
  const count = Math.round((2 * reach) / FINE_STEP_PX) + 1;
  const means = Array.from({ length: count }, (_, at) => {
    const off = reach - at * FINE_STEP_PX;
    let sum = 0;
    for (const point of used) {
      const distance = Math.hypot(point.x - cx, point.y - cy);
      const share = (r + off) / distance;
      sum += sample(luma, cx + (point.x - cx) * share, cy + (point.y - cy) * share);
    }
    return sum / used.length;
  });
  // Over half a pixel either side: bilinear samples of one pixel rise evenly.
  const side = Math.round(0.5 / FINE_STEP_PX);
  const rise = (at: number): number => (means[at + side] ?? 0) - (means[at - side] ?? 0);
  const places = Array.from({ length: count - 2 * side }, (_, at) => at + side);
  const steepest = Math.max(...places.map(rise));
  const first = places.find(
    (at) => rise(at) >= FIRST_RISE_SHARE * steepest && rise(at) >= rise(at + 1) && rise(at) >= rise(at - 1),
  );
  if (first === undefined || first <= side) return 0;
  // A soft rim rises evenly over some pixels: it is in their middle.
  const belongs = (at: number): boolean => places.includes(at) && rise(at) >= SAME_RISE_SHARE * rise(first);
  let [from, to] = [first, first];
  while (belongs(from - 1)) from -= 1;
  while (belongs(to + 1)) to += 1;
  // Cut at the end of what was looked at: where its middle is cannot be told.
  if (from <= side || to >= count - 1 - side) return 0;
  let [sum, weights] = [0, 0];
  for (let at = from; at <= to; at += 1) {
    sum += at * rise(at);
    weights += rise(at);
  }
  return reach - (sum / weights) * FINE_STEP_PX;
}

/** Where values rise above a level, from outside, and stay there for two pixels; between samples. */
function firstCrossing(values: readonly number[], level: number): number | null {
  const lasts = 2 / STEP_PX;
  for (let at = 1; at + lasts <= values.length; at += 1) {
    if ((values[at] ?? 0) <= level) continue;
    if (!values.slice(at, at + lasts).every((value) => value > level)) continue;
    const before = values[at - 1] ?? 0;
    const after = values[at] ?? 0;
    return before > level ? null : at - 1 + (level - before) / (after - before);
  }
  return null;
}

/** Level and noise (standard deviation after averaging) of the surround beside the circle. */
function surroundNoise(luma: Luma, { cx, cy, r }: PixelCircle, window: number): { level: number; noise: number } {
  const values: number[] = [];
  for (let index = 0; index < RIM_DIRECTIONS; index += 1) {
    const angle = (2 * Math.PI * index) / RIM_DIRECTIONS;
    const x = cx + Math.cos(angle) * (r + window);
    const y = cy + Math.sin(angle) * (r + window);
    if (x >= 1 && y >= 1 && x <= luma.width - 1 && y <= luma.height - 1) values.push(sample(luma, x, y));
  }
  const level = percentile(values, 0.5);
  const noise =
    1.4826 *
    percentile(
      values.map((value) => Math.abs(value - level)),
      0.5,
    );
  return { level, noise: noise / Math.sqrt(SIDEWAYS.length) };
}
