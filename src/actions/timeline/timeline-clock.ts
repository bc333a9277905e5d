/** The timeline's clock: it ticks, and follows the frames that the players show (document 1, sections 4 and 9). */
import { TIMELINE_TICK_MS } from "#domain/limits/timeline.ts";
import {
  type FramesAhead,
  framesAhead,
  answersOrder,
  CORRECT_FROM_MS,
  followsShown,
  staysAhead,
} from "#domain/timeline/shown-time.ts";
import { selectionAllowed, tickTimeline } from "#domain/timeline/timeline-state.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { timelineTime } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";
import { onClockMoved } from "./clock-moved.ts";
import type { TimelineCore } from "./timeline-core.ts";

export interface TimelineClock {
  /** The players show this time at this instant: the timeline's clock follows their frames. */
  readonly noteShown: (timeMs: number, atMs: number) => void;
  /** Runs the clock until the returned function is called. */
  readonly run: () => () => void;
  /** server ms now */
  readonly nowMs: () => number;
}

interface ClockDeps {
  readonly health: HealthStore;
  readonly preferences: PreferenceStore;
  /** the players stand on the frame of a step that was taken since the last order */
  readonly isStepped: () => boolean;
}

export function timelineClock(core: TimelineCore, { health, preferences, isStepped }: ClockDeps): TimelineClock {
  const { timeline, orders, sight, nowMs, widthPx, present, put } = core;
  let ahead: FramesAhead | null = null;
  const tick = (): void => {
    const facts = timeline.get();
    const before = facts.state;
    const now = nowMs();
    const at = epochMs();
    const timeMs = timelineTime(facts, at);
    if (before.mode === "live" || !before.paused) {
      const next = tickTimeline({ ...before, timeMs }, 0, now);
      // Live drifts with corrections of the clock; playback that reached now goes live.
      if (next.mode !== before.mode || Math.abs(next.timeMs - timeMs) > CORRECT_FROM_MS) {
        put(next);
        if (next.mode !== before.mode) orders.give();
        return;
      }
    }
    const second = Math.floor(timeMs / 1000);
    if (second !== facts.shownSecond)
      timeline.change((draft) => {
        draft.shownSecond = second;
      });
    if (before.mode === "playback" && !facts.scrubbing && !sight.isHeld) sight.followPlayhead(timeMs);
  };

  return {
    nowMs,
    noteShown(timeMs, atMs) {
      const facts = timeline.get();
      const { state, target } = facts;
      if (state.mode === "live" || facts.scrubbing || orders.waiting || target.timeMs === 0) return;
      const ordered = { targetMs: target.timeMs, orderedAtMs: orders.lastAtMs };
      if (!answersOrder(state.paused, ordered, timeMs, atMs)) return;
      const clockMs = timelineTime(facts, atMs);
      ahead = framesAhead(ahead, state, target.epoch, clockMs, { timeMs, atMs });
      if (!followsShown(state, target.timeMs, clockMs, timeMs, isStepped()) && !staysAhead(ahead, atMs)) return;
      timeline.change((draft) => {
        draft.state = { ...state, timeMs };
        draft.atMs = atMs;
        draft.shownSecond = Math.floor(timeMs / 1000);
      });
    },
    run() {
      const timer = setInterval(tick, TIMELINE_TICK_MS);
      // A window that has become narrow has no selection mode, and no button to switch it off.
      const leaveSelection = (): void => {
        if (timeline.get().state.selectionMode && !selectionAllowed(widthPx()))
          put({ ...present(), selectionMode: false });
      };
      leaveSelection();
      const forgetWidth = preferences.subscribe(leaveSelection);
      // The timeline's times have moved under playback: playback continues at the corrected time.
      const forget = onClockMoved(health, () => {
        put({ ...present(), paused: false });
        orders.give();
      });
      return () => {
        clearInterval(timer);
        orders.finish();
        forgetWidth();
        forget();
      };
    },
  };
}
