/** Which window the timeline shows: zoom, pan, and keeping the playhead inside it. Rules: `domain/timeline/strip/sight.ts`. */
import { LIVE_SHARE } from "#domain/first-facts.ts";
import { type Draft, draftOn } from "#domain/timeline/draft.ts";
import { isLocked, nextStop, zoomStops } from "#domain/timeline/scales.ts";
import { shareOf, sightOf, withoutFuture, zoomedWindow } from "#domain/timeline/strip/sight.ts";
import { centreOf, durationOf, shiftWindow, type TimeWindow, windowAround } from "#domain/timeline/time-window.ts";
import type { TimelineMode } from "#domain/timeline/timeline-state.ts";
import { msPerPxOf, stripWidthPx, timelineWindow } from "#state/timeline-window.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";

/** Share of the window at its edges where the playhead counts as leaving. */
const EDGE_SHARE = 0.04;
/** A playhead that left at one edge appears this far from the middle on the other side. */
const TURN_SHARE = 0.42;

export class TimelineSight {
  readonly #timeline: TimelineStore;
  readonly #nowMs: () => number;
  #steppedAtMs = Number.NEGATIVE_INFINITY;
  /** where the playhead was at the last check, or was put */
  #followedMs: number | null = null;
  #isHeld = false;

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

  /** Shows a window, as far as the future allows; live goes on in it if its playhead is in sight. */
  look(window: TimeWindow, glides: boolean): void {
    const allowed = withoutFuture(window, this.#nowMs());
    const facts = this.#timeline.get();
    const isLive = facts.state.mode === "live" && !this.#isHeld;
    const sight = sightOf(allowed, timelineTime(facts, epochMs()), isLive);
    this.#timeline.change((draft) => {
      draft.msPerPx = durationOf(allowed) / this.#widthPx;
      draft.headShare = sight.headShare;
      draft.centreMs = sight.centreMs;
      draft.glides = glides;
    });
  }

  /** A pointer holds the tape, the playhead or a range: the window stands until it is released. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    const facts = this.#timeline.get();
    const { window } = this;
    const isLive = facts.state.mode === "live" && !isHeld;
    const sight = sightOf(window, timelineTime(facts, epochMs()), isLive);
    this.#timeline.change((draft) => {
      draft.headShare = sight.headShare;
      draft.centreMs = sight.centreMs;
    });
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /**
   * The timeline went from live to playback or back: what was shown before is shown still. Live goes on at its place
   * in the window, if it is in sight.
   */
  settle(shown: TimeWindow, before: TimelineMode, after: TimelineMode): void {
    if (before === after) return;
    const facts = this.#timeline.get();
    const sight = sightOf(shown, timelineTime(facts, epochMs()), after === "live" && !this.#isHeld);
    this.#timeline.change((draft) => {
      draft.headShare = sight.headShare;
      draft.centreMs = sight.centreMs;
    });
  }

  /** The user wants to see live: where it is out of sight, the window goes there. */
  showLive(): void {
    if (this.#timeline.get().headShare !== null || this.#isHeld) return;
    this.#timeline.change((draft) => {
      draft.headShare = LIVE_SHARE;
      draft.glides = true;
    });
  }

  centre(timeMs: number): void {
    this.#look(windowAround(timeMs, durationOf(this.window)));
  }

  shows(timeMs: number): boolean {
    const { startMs, stopMs } = this.window;
    return timeMs >= startMs && timeMs <= stopMs;
  }

  /** The playhead must be inside the window after a jump. */
  keep(timeMs: number): void {
    if (!this.shows(timeMs)) this.centre(timeMs);
  }

  /** The strip has another width: the zoom stays, and no more of the future is shown than before. */
  resized(): void {
    if (this.#timeline.get().headShare === null) this.#look(this.window);
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

  /** To the next stop; without an anchor about the playhead, or the middle where it is not in sight. */
  zoom(direction: 1 | -1, anchorMs?: number): void {
    if (isLocked(epochMs() - this.#steppedAtMs)) return;
    const facts = this.#timeline.get();
    const stops = zoomStops(facts.state.selectionMode ? "scales" : "live", this.#widthPx);
    const next = nextStop(msPerPxOf(facts), direction, stops);
    if (next === null) return;
    this.#steppedAtMs = epochMs();
    this.zoomTo(next, anchorMs, true);
  }

  /** To any zoom between the limits; the anchor's time stays in its place. */
  zoomTo(msPerPx: number, anchorMs: number | undefined, glides: boolean): void {
    const before = this.window;
    const headMs = timelineTime(this.#timeline.get(), epochMs());
    const anchor = anchorMs ?? anchorIn(before, headMs);
    this.look(zoomedWindow(before, msPerPx, anchor, this.#widthPx, this.#nowMs()), glides);
  }

  /** Shows later (positive) or earlier time. */
  pan(byMs: number): void {
    this.look(shiftWindow(this.window, byMs), true);
  }

  #look(window: TimeWindow): void {
    const { msPerPx, glides } = this.#timeline.get();
    this.look(window, glides);
    // A zoom that nobody has chosen keeps filling the strip when its width changes.
    if (msPerPx === null)
      this.#timeline.change((draft) => {
        draft.msPerPx = null;
      });
  }

  get #widthPx(): number {
    return stripWidthPx(this.#timeline.get());
  }
}

/** The playhead when it is in the window, otherwise the middle: the fixed point of a zoom by button or key. */
const anchorIn = (window: TimeWindow, timeMs: number): number => {
  const share = shareOf(window, timeMs);
  return share >= 0 && share <= 1 ? timeMs : centreOf(window);
};
