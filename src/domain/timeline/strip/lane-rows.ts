/**
 * Where the lanes lie in the strip, CSS px from the top of their part. Each is high enough for its name; more than fit
 * are scrolled. The stage draws lanes there, and the page puts their names beside them.
 */

/** A lower lane is too low to be hit (WCAG 2.5.8). */
const LANE_LEAST_PX = 24;
const LANE_MOST_PX = 26;
/** Below the last lane. */
const PADDING_PX = 6;

export interface LanePlan {
  readonly count: number;
  /** of each lane with the gap below it */
  readonly slotPx: number;
  /** of all lanes together */
  readonly contentPx: number;
  /** how far the lanes are scrolled: at most to the last one */
  readonly scrollPx: number;
}

export function planLanes(count: number, roomPx: number, wantedScrollPx: number): LanePlan {
  const room = Math.max(0, roomPx - PADDING_PX);
  const slotPx = Math.min(LANE_MOST_PX, Math.max(LANE_LEAST_PX, Math.floor(room / Math.max(1, count))));
  const contentPx = slotPx * count + PADDING_PX;
  const most = Math.max(0, contentPx - roomPx);
  return { count, slotPx, contentPx, scrollPx: Math.min(most, Math.max(0, wantedScrollPx)) };
}

/** The lane at a height below the ruler; null: below the last one. */
export function laneAt({ count, slotPx, scrollPx }: LanePlan, yPx: number): number | null {
  const index = Math.floor((yPx + scrollPx) / slotPx);
  return yPx >= 0 && index < count ? index : null;
}

/** The height of the strip: at least the ruler and a lane, at most half of the window. */
export const STRIP_LEAST_PX = 60;
export const STRIP_STEP_PX = 24;
export const stripMostPx = (windowHeightPx: number): number => Math.max(STRIP_LEAST_PX, Math.floor(windowHeightPx / 2));
export const stripHeight = (wantedPx: number, windowHeightPx: number): number =>
  Math.round(Math.min(stripMostPx(windowHeightPx), Math.max(STRIP_LEAST_PX, wantedPx)));
