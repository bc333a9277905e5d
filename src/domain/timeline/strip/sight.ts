/**
 * Which stretch of time the strip shows: it stands, or it moves with the playhead of live. At most a third of it lies
 * in the future. Server ms.
 */
import { withinLimits } from "../scales.ts";
import { centreOf, durationOf, shiftWindow, type TimeWindow, windowAround, zoomWindow } from "../time-window.ts";

/** At most this share of the strip shows the future. */
export const FUTURE_SHARE = 1 / 3;
/** Nearer to the strip's left edge than this the playhead does not count as shown. */
const SHOWN_FROM_SHARE = 0.02;

/** What is stored of a window: its zoom is known apart from it. */
interface Sight {
  /** the playhead stays at this share of the strip, and time passes under it; null: the window stands */
  readonly headShare: number | null;
  /** the middle of a window that stands */
  readonly centreMs: number;
}

export const sightWindow = (sight: Sight, durationMs: number, headMs: number): TimeWindow =>
  sight.headShare === null
    ? windowAround(sight.centreMs, durationMs)
    : { startMs: headMs - sight.headShare * durationMs, stopMs: headMs + (1 - sight.headShare) * durationMs };

/** The window, moved back where it would show too much of the future. */
export function withoutFuture(window: TimeWindow, nowMs: number): TimeWindow {
  const over = window.stopMs - (nowMs + durationOf(window) * FUTURE_SHARE);
  return over > 0 ? shiftWindow(window, -over) : window;
}

/** Where a time stands in the window, 0 = its left edge, 1 = its right edge. */
export const shareOf = (window: TimeWindow, timeMs: number): number => (timeMs - window.startMs) / durationOf(window);

/** How a window is kept: live goes on at its place in it, if it is in sight; everything else stands. */
export function sightOf(window: TimeWindow, headMs: number, isLive: boolean): Sight {
  const share = shareOf(window, headMs);
  const isFollowed = isLive && share >= SHOWN_FROM_SHARE && share <= 1;
  return { headShare: isFollowed ? share : null, centreMs: centreOf(window) };
}

/** Another zoom; the anchor's time stays under the pointer, as far as the limits allow. */
export function zoomedWindow(window: TimeWindow, msPerPx: number, anchorMs: number, widthPx: number, nowMs: number) {
  const durationMs = withinLimits(msPerPx, widthPx) * widthPx;
  return withoutFuture(zoomWindow(window, durationMs, anchorMs), nowMs);
}

/** Two fingers: their times at the beginning stay under them. All x in px from the left edge. */
export function pinchedWindow(
  window: TimeWindow,
  widthPx: number,
  from: readonly [number, number],
  to: readonly [number, number],
  nowMs: number,
): TimeWindow {
  const msPerPx = durationOf(window) / widthPx;
  const middleMs = window.startMs + ((from[0] + from[1]) / 2) * msPerPx;
  const ratio = Math.max(1, Math.abs(from[0] - from[1])) / Math.max(1, Math.abs(to[0] - to[1]));
  const next = withinLimits(msPerPx * ratio, widthPx);
  const startMs = middleMs - ((to[0] + to[1]) / 2) * next;
  return withoutFuture({ startMs, stopMs: startMs + next * widthPx }, nowMs);
}
