/** A stretch of server time across a width, and the conversion between times and pixels. */
import { lerp } from "#base/geometry.ts";

/** Server ms; `stopMs` after `startMs`. */
export interface TimeWindow {
  readonly startMs: number;
  readonly stopMs: number;
}

export const durationOf = (window: TimeWindow): number => window.stopMs - window.startMs;
export const centreOf = (window: TimeWindow): number => (window.startMs + window.stopMs) / 2;
export const windowAround = (centreMs: number, durationMs: number): TimeWindow => ({
  startMs: centreMs - durationMs / 2,
  stopMs: centreMs + durationMs / 2,
});

/** Pixels from the left edge; outside the window below 0 or above the width. */
export const timeToX = (window: TimeWindow, widthPx: number, timeMs: number): number =>
  ((timeMs - window.startMs) / durationOf(window)) * widthPx;
/** The time at pixels from the left edge. */
export const xToTime = (window: TimeWindow, widthPx: number, x: number): number =>
  window.startMs + (x / widthPx) * durationOf(window);

export const shiftWindow = (window: TimeWindow, byMs: number): TimeWindow => ({
  startMs: window.startMs + byMs,
  stopMs: window.stopMs + byMs,
});

/** Another duration; the anchor time stays where it is. */
export function zoomWindow(window: TimeWindow, durationMs: number, anchorMs: number): TimeWindow {
  const share = (anchorMs - window.startMs) / durationOf(window);
  return { startMs: anchorMs - share * durationMs, stopMs: anchorMs + (1 - share) * durationMs };
}

/** Between two windows, for the zoom's animation: durations change by ratio so that it looks even. */
export function blendWindows(from: TimeWindow, to: TimeWindow, share: number): TimeWindow {
  const duration = durationOf(from) * (durationOf(to) / durationOf(from)) ** share;
  const change = durationOf(to) - durationOf(from);
  // The point that stands still in the zoom; without a zoom the window only slides.
  if (Math.abs(change) < 1) {
    const start = lerp(from.startMs, to.startMs, share);
    return { startMs: start, stopMs: start + duration };
  }
  const still = (from.startMs - to.startMs) / change;
  const anchor = from.startMs + still * durationOf(from);
  return { startMs: anchor - still * duration, stopMs: anchor + (1 - still) * duration };
}
