/** What stands for a picture while the pointer drags through time. */
import { durationOf, type TimeWindow } from "./time-window.ts";

/** A smaller or a nearby picture will do, if it is there sooner. */
export interface Draft {
  /** how long before the time it may have been taken, ms */
  readonly withinMs: number;
}

/** What a drag over a strip of this width in px asks for: nobody can point at anything finer than a pixel. */
export const draftOn = (window: TimeWindow, widthPx: number): Draft => ({
  withinMs: durationOf(window) / Math.max(1, widthPx),
});
