/**
 * The actions of the master timeline (document 1, sections 2, 4 and 9). Rules come from the domain; players follow
 * `target`.
 */
import { selectionAllowed } from "#domain/timeline/timeline-state.ts";
import { timelineClock, type TimelineClock } from "./timeline-clock.ts";
import { timelineCore, type TimelineActionDeps } from "./timeline-core.ts";
import { PointerRest } from "./pointer-rest.ts";
import { timelinePlayback, type TimelinePlayback } from "./timeline-playback.ts";
import { timelineView, type TimelineView } from "./timeline-view.ts";

export interface TimelineActions extends TimelinePlayback, TimelineView, TimelineClock {}

export function createTimelineActions(deps: TimelineActionDeps): TimelineActions {
  const core = timelineCore(deps);
  const rest = new PointerRest(core, deps.players);
  const playback = timelinePlayback(core, rest, deps.players);
  const { health, preferences } = deps;
  const clock = timelineClock(core, { health, preferences, isStepped: () => playback.lastStep() !== null });
  return { ...playback, ...timelineView(core, rest), ...clock };
}

/** Whether the selection mode can be switched on in a window of this width. */
export const selectionPossible = selectionAllowed;
