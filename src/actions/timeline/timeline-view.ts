/** What part of time the timeline shows, where it stands on the page, and how it is labelled. */
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import type { LaneChoice } from "#state/timeline-store.ts";
import { msPerPxOf } from "#state/timeline-window.ts";
import type { PointerRest } from "./pointer-rest.ts";
import type { TimelineCore } from "./timeline-core.ts";

export interface TimelineView {
  /** One stop coarser (-1) or finer (1), the anchor's time stays in place. */
  readonly zoom: (direction: 1 | -1, anchorMs?: number) => void;
  /** Multiplies ms per px: above 1 is coarser. `glides`: the window goes there in 200 ms, otherwise at once. */
  readonly zoomBy: (factor: number, anchorMs: number, glides: boolean) => void;
  /** Shows later (positive) or earlier time; the playhead stays where it is. */
  readonly pan: (byMs: number) => void;
  /** Shows this window, as a drag or a pinch wants it. */
  readonly look: (window: TimeWindow) => void;
  /** A pointer holds the tape, the playhead or a range: the window stands until it is released. */
  readonly hold: (isHeld: boolean) => void;
  /**
   * Where the pointer rests over the timeline, 0 = left edge to 1 = right edge, and CSS px below its upper edge; null:
   * nowhere.
   */
  readonly hover: (share: number | null, px?: number) => void;
  /** The pointer is pressed there, and a release leads there; null: it drags. */
  readonly press: (share: number | null) => void;
  readonly setZone: (zone: "browser" | "server") => void;
  readonly setLanes: (lanes: LaneChoice) => void;
  readonly scrollLanes: (px: number) => void;
  readonly place: (rect: { x: number; y: number; width: number; height: number } | null) => void;
}

export function timelineView({ timeline, sight, present }: TimelineCore, rest: PointerRest): TimelineView {
  return {
    zoom: (direction, anchorMs) => sight.zoom(direction, anchorMs),
    zoomBy: (factor, anchorMs, glides) => sight.zoomTo(msPerPxOf(timeline.get()) * factor, anchorMs, glides),
    pan: (byMs) => sight.pan(byMs),
    look: (window) => sight.look(window, false),
    hold: (isHeld) => sight.hold(isHeld),
    hover(share, px) {
      const facts = timeline.get();
      const at = share === null ? null : (px ?? null);
      rest.moved(share);
      if (facts.hoverShare !== share || facts.hoverPx !== at)
        timeline.change((draft) => {
          draft.hoverShare = share;
          draft.hoverPx = at;
        });
    },
    press: (share) => rest.pressed(share),
    setZone: (zone) =>
      timeline.change((facts) => {
        facts.zone = zone;
      }),
    setLanes: (lanes) =>
      timeline.change((facts) => {
        facts.lanes = lanes;
      }),
    scrollLanes: (px) =>
      timeline.change((facts) => {
        facts.laneScrollPx = px;
      }),
    place(rect) {
      const { timeMs } = present();
      const wasShown = rect !== null && sight.shows(timeMs);
      timeline.change((facts) => {
        facts.rect = rect;
      });
      if (!rect) return;
      sight.resized();
      if (wasShown) sight.keep(timeMs);
    },
  };
}
