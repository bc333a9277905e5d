/** The wheel over the timeline: it zooms, and sideways (or with Shift) pans. */
import type { Workspace } from "#chrome/product.ts";
import { isSameGesture, wheelFactor } from "#domain/timeline/scales.ts";
import { durationOf, shiftWindow, type TimeWindow, xToTime } from "#domain/timeline/time-window.ts";

/** A wheel that turns by at least this much at once has notches: its zoom glides from one to the next. */
const NOTCH_PX = 40;
/** A line of a wheel that counts lines, px. */
const LINE_PX = 33;
/** A pointer that moved less than this between two turns is where it was. */
const SAME_PLACE_PX = 4;

export class TimelineWheel {
  readonly #timeline: Workspace["timeline"];
  #last = { atMs: Number.NEGATIVE_INFINITY, x: 0, anchorMs: 0 };

  constructor(timeline: Workspace["timeline"]) {
    this.#timeline = timeline;
  }

  /** `x`: of the pointer on the strip, which is `widthPx` wide and shows `window`. */
  turn(
    event: WheelEvent,
    { x, widthPx, window }: { readonly x: number; readonly widthPx: number; readonly window: TimeWindow },
  ): void {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const sideways = (event.shiftKey ? event.deltaY || event.deltaX : event.deltaX) * unit;
    const turned = event.shiftKey ? 0 : event.deltaY * unit;
    if (Math.abs(sideways) > Math.abs(turned)) {
      const byMs = (sideways / widthPx) * durationOf(window);
      if (Math.abs(sideways) >= NOTCH_PX) return this.#timeline.pan(byMs);
      return this.#timeline.look(shiftWindow(window, byMs));
    }
    if (turned === 0) return;
    // While the wheel turns, the time that was under the pointer at first stays there: windows that glide, and live,
    // would let it drift.
    const { atMs, anchorMs } = this.#last;
    const isSame = isSameGesture("wheel", event.timeStamp - atMs) && Math.abs(x - this.#last.x) < SAME_PLACE_PX;
    this.#last = { atMs: event.timeStamp, x, anchorMs: isSame ? anchorMs : xToTime(window, widthPx, x) };
    const isNotch = Math.abs(turned) >= NOTCH_PX;
    this.#timeline.zoomBy(wheelFactor(turned, event.ctrlKey), this.#last.anchorMs, isNotch);
  }
}
