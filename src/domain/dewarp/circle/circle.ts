import { fitRim, type PixelCircle } from "./circle-fit.ts";
import { RIM_DIRECTIONS, rimOffset, rimPoints } from "./circle-rim.ts";
import { searchCircle } from "./circle-search.ts";
import type { Luma } from "./luma.ts";

/** A fisheye's circle in pixels of the picture it was found in, and with what certainty. */
export interface FoundCircle extends PixelCircle {
  /** standard error of centre and radius together, as a share of the radius */
  readonly error: number;
  /** how much of the rim was seen, 0..1: less where the picture cuts the circle or the scene is dark */
  readonly seen: number;
}

/** A circle that is less certain than this is not believed: the limit of what the eye sees in a dewarped view. */
const ERROR_MAX = 0.004;
const SEEN_MIN = 0.06;

/**
 * Finds the bright circle of a fisheye on its dark surround, or null when the picture does not clearly show one: the
 * caller then keeps its previous lens (design, dewarp 2.8). The picture's own size counts: the rim is measured between
 * its pixels. Best on the per-pixel maximum over some seconds of frames.
 */
export function findCircle(picture: Luma): FoundCircle | null {
  let circle: PixelCircle | null = searchCircle(picture);
  let fit: ReturnType<typeof fitRim> = null;
  // Twice: the directions of the second look are those of the better centre.
  for (let round = 0; round < 2 && circle; round += 1) {
    fit = fitRim(rimPoints(picture, circle), circle);
    circle = fit;
  }
  if (!fit) return null;
  const seen = fit.used.length / RIM_DIRECTIONS;
  const error = fit.errorPx / fit.r;
  if (seen < SEEN_MIN || error > ERROR_MAX) return null;
  return { cx: fit.cx, cy: fit.cy, r: fit.r + rimOffset(picture, fit, fit.used), error, seen };
}
