/** Previous and next motion event (document 1, section 9): 5 events, 5000 ms back, 1001 ms the other way. */
import { MOTION_SEARCH_BACK_MS, MOTION_SEARCH_EVENTS, MOTION_SEARCH_FORWARD_MS } from "../limits/timeline.ts";

/** Server ms. */
export interface MotionEvent {
  readonly start: number;
  readonly stop: number;
}
export type MotionDirection = "previous" | "next";
interface MotionQuery {
  readonly start: number | null;
  readonly stop: number | null;
  readonly count: number;
}

/**
 * The range to request from the recorder. Going back skips the last 5 s, so that pressing again while playing goes
 * further back.
 */
export const motionQuery = (direction: MotionDirection, timeMs: number): MotionQuery =>
  direction === "previous"
    ? { start: null, stop: Math.floor(timeMs - MOTION_SEARCH_BACK_MS), count: MOTION_SEARCH_EVENTS }
    : { start: Math.ceil(timeMs + MOTION_SEARCH_FORWARD_MS), stop: null, count: MOTION_SEARCH_EVENTS };

/** The event to go to: the last one that began before the window, the first one that begins after it; null if none. */
export function pickMotion(
  direction: MotionDirection,
  timeMs: number,
  events: readonly MotionEvent[],
): MotionEvent | null {
  let best: MotionEvent | null = null;
  for (const event of events)
    if (direction === "previous") {
      if (event.start <= timeMs - MOTION_SEARCH_BACK_MS && (!best || event.start > best.start)) best = event;
    } else if (event.start >= timeMs + MOTION_SEARCH_FORWARD_MS && (!best || event.start < best.start)) best = event;
  return best;
}
