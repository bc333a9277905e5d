/** Which window the timeline shows: scales, zoom, pan, and keeping the playhead inside it. */
import { TIMELINE_SCALES_MS } from "#domain/limits.ts";
import { type Draft, draftOn } from "#domain/timeline/draft.ts";
import { changeScale, mayZoomStep, scaleMs, stepHalfWindow } from "#domain/timeline/scales.ts";
import { centreOf, coarseWindow, durationOf, type TimeWindow, zoomWindow } from "#domain/timeline/time-window.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";

/** Share of the window at its edges where the playhead counts as leaving. */
const EDGE_SHARE = 0.04;
/** A playhead that left at one edge appears this far from the middle on the other side. */
const TURN_SHARE = 0.42;

export class TimelineSight {
  readonly #timeline: TimelineStore;
  readonly #nowMs: () => number;
  #lastZoomAtMs = Number.NEGATIVE_INFINITY;
  /** where the playhead was at the last check, or was put */
  #followedMs: number | null = null;

  /** `nowMs`: server ms */
  constructor(timeline: TimelineStore, nowMs: () => number) {
    this.#timeline = timeline;
    this.#nowMs = nowMs;
  }

  get window(): TimeWindow {
    return timelineWindow(this.#timeline.get(), epochMs());
  }

  /** The window that a drag requests at this scale. */
  get draft(): Draft {
    return draftOn(this.window, this.#widthPx);
  }

  centre(timeMs: number): void {
    this.#timeline.change((facts) => {
      facts.centreMs = timeMs;
    });
  }

  shows(timeMs: number): boolean {
    const { startMs, stopMs } = this.window;
    return timeMs >= startMs && timeMs <= stopMs;
  }

  /** Selection mode: the playhead must be inside the window after a jump. */
  keep(timeMs: number): void {
    if (!this.shows(timeMs)) this.centre(timeMs);
  }

  /** Entering selection mode keeps the shown window, at the nearest scale: nothing jumps under the pointer. */
  enterSelection(shown: TimeWindow, timeMs: number): void {
    const index = nearestScale(durationOf(shown), this.#widthPx);
    this.#timeline.change((facts) => {
      facts.scale = { ...facts.scale, index };
      facts.centreMs = centreOf(shown);
    });
    this.keep(timeMs);
  }

  /** The user put the playhead here: the window does not move for that. */
  put(timeMs: number): void {
    this.#followedMs = timeMs;
  }

  /**
   * The playhead has walked, or was stepped, out of a standing window: the window follows, however long ago the last
   * check was. A user who has panned away wants to look elsewhere.
   */
  followPlayhead(timeMs: number): void {
    const beforeMs = this.#followedMs ?? timeMs;
    this.#followedMs = timeMs;
    const { window } = this;
    const duration = durationOf(window);
    const left = window.startMs + duration * EDGE_SHARE;
    const right = window.stopMs - duration * EDGE_SHARE;
    if (timeMs > right && beforeMs <= right) this.centre(timeMs + duration * TURN_SHARE);
    else if (timeMs < left && beforeMs >= left) this.centre(timeMs - duration * TURN_SHARE);
  }

  zoom(direction: 1 | -1, anchorMs?: number): void {
    const facts = this.#timeline.get();
    if (!facts.state.selectionMode) {
      const half = stepHalfWindow(facts.halfWindowMs, direction === 1 ? -1 : 1);
      this.#timeline.change((draft) => {
        draft.halfWindowMs = half;
      });
      return;
    }
    const scale = changeScale(facts.scale, direction, epochMs());
    if (scale === facts.scale) return;
    const before = this.window;
    const duration = durationOf(coarseWindow(0, scaleMs(scale.index), this.#widthPx));
    const after = zoomWindow(before, duration, anchorMs ?? anchorIn(before, timelineTime(facts, epochMs())));
    this.#timeline.change((draft) => {
      draft.scale = scale;
      draft.centreMs = centreOf(after);
    });
  }

  zoomBy(by: "wheel" | "pinch", direction: 1 | -1, anchorMs: number): void {
    if (!mayZoomStep(by, epochMs() - this.#lastZoomAtMs)) return;
    this.#lastZoomAtMs = epochMs();
    this.zoom(direction, anchorMs);
  }

  /** Shows later (positive) or earlier time; beyond now no farther than half the window. */
  pan(byMs: number): void {
    const { state, centreMs } = this.#timeline.get();
    if (state.selectionMode) this.centre(Math.min(centreMs + byMs, this.#nowMs() + durationOf(this.window) / 2));
  }

  get #widthPx(): number {
    return Math.max(1, this.#timeline.get().rect?.width ?? 1);
  }
}

/** The scale that is nearest to this duration over this many px. */
function nearestScale(durationMs: number, widthPx: number): number {
  const off = (scale: number): number => Math.abs(Math.log2(durationOf(coarseWindow(0, scale, widthPx)) / durationMs));
  return TIMELINE_SCALES_MS.reduce<number>(
    (best, scale, index) => (off(scale) < off(TIMELINE_SCALES_MS[best] ?? scale) ? index : best),
    0,
  );
}

/** The playhead when it is in the window, otherwise the middle: the fixed point of a zoom by button or key. */
const anchorIn = (window: TimeWindow, timeMs: number): number =>
  timeMs >= window.startMs && timeMs <= window.stopMs ? timeMs : centreOf(window);
