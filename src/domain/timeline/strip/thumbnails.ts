/** Which instants have thumbnails: a grid, so that a pointer that returns finds thumbnails that are loaded already. */
import { durationOf, type TimeWindow } from "../time-window.ts";

const SECOND = 1000;
/** Steps of the grid; each picture stands for one of them. */
const STEPS_MS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600].map((seconds) => seconds * SECOND);
/** Two thumbnails nearer than this on the strip would look the same. */
const LEAST_PX = 6;

/** The step of the grid for a window on a strip of this many px. */
export function thumbnailStepMs(window: TimeWindow, widthPx: number): number {
  const wanted = (durationOf(window) / Math.max(1, widthPx)) * LEAST_PX;
  return STEPS_MS.find((step) => step >= wanted) ?? 3600 * SECOND;
}

/** The instant on the grid whose picture stands for a time. */
export const thumbnailTime = (timeMs: number, stepMs: number): number => Math.round(timeMs / stepMs) * stepMs;
