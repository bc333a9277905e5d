import { firstMsPerPx } from "#domain/timeline/scales.ts";
import { sightWindow } from "#domain/timeline/strip/sight.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { type TimelineFacts, timelineTime } from "./timeline-store.ts";

export const stripWidthPx = ({ rect }: Pick<TimelineFacts, "rect">): number => Math.max(1, rect?.width ?? 1);

/** The zoom of the timeline: ms of time for each CSS px. */
export const msPerPxOf = (facts: Pick<TimelineFacts, "msPerPx" | "rect">): number =>
  facts.msPerPx ?? firstMsPerPx(stripWidthPx(facts));

/** The window of the timeline at an instant: the same zoom in live and in playback. */
export function timelineWindow(
  facts: Pick<TimelineFacts, "state" | "atMs" | "msPerPx" | "headShare" | "centreMs" | "rect">,
  atMs: number,
): TimeWindow {
  return sightWindow(facts, msPerPxOf(facts) * stripWidthPx(facts), timelineTime(facts, atMs));
}
