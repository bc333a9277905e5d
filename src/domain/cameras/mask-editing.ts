/** Steps of the editor of privacy masks: each makes new masks from the old ones, and leaves none that could not be saved. */
import { MASK_POINTS_LEAST, MASK_POINTS_MOST, MASKS_MOST, type MaskPoint, type PrivacyMask } from "./privacy-mask.ts";

type Masks = readonly PrivacyMask[];

/** A new mask by button is this large, in the middle; a press without a drag makes none. */
const NEW_SIDE = 0.25;
const LEAST_DRAG = 0.01;

const within = (share: number): number => Math.min(1, Math.max(0, share));
const placed = ({ x, y }: MaskPoint): MaskPoint => ({ x: within(x), y: within(y) });

const changed = (masks: Masks, at: number, change: (mask: PrivacyMask) => PrivacyMask): Masks =>
  masks.map((mask, i) => (i === at ? change(mask) : mask));

/** A rectangle between two corners. The same masks when there is no room for one more, or it would be too small. */
export function withRectangle(masks: Masks, from: MaskPoint, to: MaskPoint): Masks {
  const [a, b] = [placed(from), placed(to)];
  if (masks.length >= MASKS_MOST || Math.abs(a.x - b.x) < LEAST_DRAG || Math.abs(a.y - b.y) < LEAST_DRAG) return masks;
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  const points = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return [...masks, { points }];
}

/** Adds a mask in the middle of the picture, a little beside the one before. */
export function withNewMask(masks: Masks): Masks {
  const beside = (masks.length % 8) * 0.03;
  const at = 0.5 - NEW_SIDE / 2 + beside;
  return withRectangle(masks, { x: at, y: at }, { x: at + NEW_SIDE, y: at + NEW_SIDE });
}

export const withoutMask = (masks: Masks, at: number): Masks => masks.filter((_, i) => i !== at);

export const withCornerAt = (masks: Masks, at: number, corner: number, to: MaskPoint): Masks =>
  changed(masks, at, ({ points }) => ({ points: points.map((point, i) => (i === corner ? placed(to) : point)) }));

/** A corner more, in the middle of the edge that follows `corner`. */
export const withCornerAfter = (masks: Masks, at: number, corner: number): Masks =>
  changed(masks, at, (mask) => {
    const { points } = mask;
    const from = points[corner];
    const to = points[(corner + 1) % points.length];
    if (!from || !to || points.length >= MASK_POINTS_MOST) return mask;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return { points: [...points.slice(0, corner + 1), middle, ...points.slice(corner + 1)] };
  });

export const withoutCorner = (masks: Masks, at: number, corner: number): Masks =>
  changed(masks, at, (mask) =>
    mask.points.length <= MASK_POINTS_LEAST ? mask : { points: mask.points.filter((_, i) => i !== corner) },
  );

/** The whole mask, as far as it stays inside the picture. */
export const withMaskMoved = (masks: Masks, at: number, by: MaskPoint): Masks =>
  changed(masks, at, ({ points }) => {
    const room = (values: readonly number[], way: number): number =>
      Math.min(1 - Math.max(...values), Math.max(-Math.min(...values), way));
    const dx = room(
      points.map(({ x }) => x),
      by.x,
    );
    const dy = room(
      points.map(({ y }) => y),
      by.y,
    );
    return { points: points.map(({ x, y }) => ({ x: within(x + dx), y: within(y + dy) })) };
  });

/** Whether a point lies inside, by even and odd crossings: for choosing a mask by a press. */
export function maskAt(masks: Masks, { x, y }: MaskPoint): number {
  return masks.findLastIndex(({ points }) => {
    let inside = false;
    for (const [i, from] of points.entries()) {
      const to = points[(i + 1) % points.length] ?? from;
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
    }
    return inside;
  });
}
