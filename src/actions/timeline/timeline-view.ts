/** What part of time the timeline shows, where it stands on the page, and how it is labelled. */
import type { TimelineCore } from "./timeline-core.ts";

export interface TimelineView {
  /** One step coarser (-1) or finer (1), the anchor's time stays in place. */
  readonly zoom: (direction: 1 | -1, anchorMs?: number) => void;
  readonly zoomBy: (by: "wheel" | "pinch", direction: 1 | -1, anchorMs: number) => void;
  /** Shows later (positive) or earlier time; the playhead stays where it is in selection mode. */
  readonly pan: (byMs: number) => void;
  /** Where the pointer rests over the timeline, 0 = left edge to 1 = right edge. */
  readonly hover: (share: number | null) => void;
  readonly setZone: (zone: "browser" | "server") => void;
  readonly setLanes: (lanes: "all" | "selected") => void;
  readonly place: (rect: { x: number; y: number; width: number; height: number } | null) => void;
}

export function timelineView({ timeline, sight, present }: TimelineCore): TimelineView {
  return {
    zoom: (direction, anchorMs) => sight.zoom(direction, anchorMs),
    zoomBy: (by, direction, anchorMs) => sight.zoomBy(by, direction, anchorMs),
    pan: (byMs) => sight.pan(byMs),
    hover(share) {
      if (timeline.get().hoverShare !== share)
        timeline.change((facts) => {
          facts.hoverShare = share;
        });
    },
    setZone: (zone) =>
      timeline.change((facts) => {
        facts.zone = zone;
      }),
    setLanes: (lanes) =>
      timeline.change((facts) => {
        facts.lanes = lanes;
      }),
    place(rect) {
      const { timeMs } = present();
      const wasShown = rect !== null && sight.shows(timeMs);
      timeline.change((facts) => {
        facts.rect = rect;
      });
      if (wasShown) sight.keep(timeMs);
    },
  };
}
