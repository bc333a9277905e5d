/**
 * Privacy masks: parts of a camera's picture that nobody sees without the permission "unmask". The recorder paints them
 * over every picture before it leaves; the editor only draws their outlines. Coordinates are shares of the stream's own
 * picture, from its top left corner, so that one mask fits all sizes of it.
 */
import { type Failure, failure } from "../failures/failure.ts";

export interface MaskPoint {
  readonly x: number;
  readonly y: number;
}

/** A polygon; its inside is where its outline winds around at least once, however often it crosses itself. */
export interface PrivacyMask {
  readonly points: readonly MaskPoint[];
}

/**
 * A part of the picture that is shown. As soon as a list holds one, everything outside of all of them is covered, and
 * its masks cover what they cover inside as well. It is computed from a user's rights and never stored with a camera.
 */
export interface ShownPart extends PrivacyMask {
  readonly isShown: true;
}

/** What a viewer must not see of a stream. */
export type Cover = PrivacyMask | ShownPart;

export const isShownPart = (cover: Cover): cover is ShownPart => "isShown" in cover;

export const MASKS_MOST = 20;
export const MASK_POINTS_LEAST = 3;
export const MASK_POINTS_MOST = 20;
/** Corners are kept to this share: a pixel of 8K. More digits would only make messages longer. */
const STEP = 1 / 8192;
/** A mask that covers less than this share of the picture was a slip of the hand. */
const LEAST_AREA = 0.00005;

/** For a stream of which nothing is known yet: all of its picture. */
export const WHOLE_PICTURE: readonly PrivacyMask[] = [
  {
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
  },
];

const onGrid = (share: number): number => Math.min(1, Math.max(0, Math.round(share / STEP) * STEP));

/** As it is stored: inside the picture, on the grid. */
export const keptMask = ({ points }: PrivacyMask): PrivacyMask => ({
  points: points.map(({ x, y }) => ({ x: onGrid(x), y: onGrid(y) })),
});

/** The share of the picture inside the outline's own winding; 0 for a line. */
function areaOf({ points }: PrivacyMask): number {
  const left = Math.min(...points.map(({ x }) => x));
  const right = Math.max(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const bottom = Math.max(...points.map(({ y }) => y));
  let twice = 0;
  for (const [i, { x, y }] of points.entries()) {
    const next = points[(i + 1) % points.length] ?? { x, y };
    twice += x * next.y - next.x * y;
  }
  // The lobes of a figure eight cancel each other: its box says that it is no line.
  return Math.max(Math.abs(twice) / 2, Math.min(right - left, 0.02) * Math.min(bottom - top, 0.02));
}

/** What is wrong with a camera's masks; null = nothing. */
export function masksFault(masks: readonly PrivacyMask[]): Failure | null {
  if (masks.length > MASKS_MOST) return failure("privacy-mask/too-many", { count: MASKS_MOST });
  for (const mask of masks) {
    const { length } = mask.points;
    if (length < MASK_POINTS_LEAST || length > MASK_POINTS_MOST)
      return failure("privacy-mask/corners", { least: MASK_POINTS_LEAST, most: MASK_POINTS_MOST });
    if (areaOf(mask) < LEAST_AREA) return failure("privacy-mask/too-small");
  }
  return null;
}
