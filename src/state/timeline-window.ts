import { coarseWindow, type TimeWindow } from "#domain/timeline/time-window.ts";
import { liveWindow, scaleMs } from "#domain/timeline/scales.ts";
import { type TimelineFacts, timelineTime } from "./timeline-store.ts";

/**
 * The window of the timeline at an instant. In selection mode it stands still; otherwise it is centred on the playhead.
 */
export function timelineWindow(
  facts: Pick<TimelineFacts, "state" | "atMs" | "scale" | "halfWindowMs" | "centreMs" | "rect">,
  atMs: number,
): TimeWindow {
  if (!facts.state.selectionMode) return liveWindow(timelineTime(facts, atMs), facts.halfWindowMs);
  return coarseWindow(facts.centreMs, scaleMs(facts.scale.index), Math.max(1, facts.rect?.width ?? 1));
}
