/** Which window is shown at an instant: the wanted one, or one on the way to it while the zoom glides. Pure. */
import { blendWindows, shiftWindow, type TimeWindow } from "#domain/timeline/time-window.ts";
import { timeAt, type TimelineView } from "#protocol/timeline-view.ts";

/** Document: the grid's animation is 200 ms; the timeline's zoom glides for the same time. */
export const GLIDE_MS = 200;

export interface WindowMotion {
  /** null: the wanted window is shown */
  readonly from: TimeWindow | null;
  readonly startedAtMs: number;
}
export const standing: WindowMotion = { from: null, startedAtMs: 0 };

/** The window that the view requests at an instant (ms since 1970). */
export function wantedWindow(view: TimelineView, atMs: number): TimeWindow {
  if (!view.follows) return view.window;
  return shiftWindow(view.window, timeAt(view.playhead, atMs) - view.playhead.timeMs);
}

export function shownWindow(view: TimelineView, motion: WindowMotion, atMs: number): TimeWindow {
  const wanted = wantedWindow(view, atMs);
  if (!isGliding(motion, atMs) || !motion.from) return wanted;
  const share = (atMs - motion.startedAtMs) / GLIDE_MS;
  return blendWindows(motion.from, wanted, 1 - (1 - share) ** 3);
}

export const isGliding = (motion: WindowMotion, atMs: number): boolean =>
  motion.from !== null && atMs - motion.startedAtMs < GLIDE_MS;

/** The motion after a new view came: it starts from the window that is shown now. */
export function nextMotion(
  before: TimelineView | null,
  motion: WindowMotion,
  view: TimelineView,
  atMs: number,
): WindowMotion {
  if (!before) return standing;
  const was = wantedWindow(before, atMs);
  const now = wantedWindow(view, atMs);
  // Windows that follow the playhead differ by its small corrections; the change between them does not glide.
  const slackMs = (now.stopMs - now.startMs) / 500;
  const moved = Math.abs(was.startMs - now.startMs) > slackMs || Math.abs(was.stopMs - now.stopMs) > slackMs;
  if (!moved) return motion;
  return view.glide ? { from: shownWindow(before, motion, atMs), startedAtMs: atMs } : standing;
}
