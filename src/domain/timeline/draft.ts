/** What may replace the exact frame while the pointer drags through time. */
import { durationOf, type TimeWindow } from "./time-window.ts";

/** A smaller frame or one nearby is good enough, if it is available sooner. */
export interface Draft {
  /** how long before the time that frame may have been taken, ms */
  readonly withinMs: number;
}

/** The draft that a drag over a strip of this many px requests: nobody can point at anything finer than a pixel. */
export const draftOn = (window: TimeWindow, widthPx: number): Draft => ({
  withinMs: durationOf(window) / Math.max(1, widthPx),
});
