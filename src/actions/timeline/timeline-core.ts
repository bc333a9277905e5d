/** What the actions of the timeline share: its state at this instant, the orders to the players, the shown window. */
import { serverNow } from "#domain/clock.ts";
import type { ServerMs } from "#base/time.ts";
import type { TimelineState } from "#domain/timeline/timeline-state.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";
import { TimelineOrders } from "./timeline-orders.ts";
import { TimelineSight } from "./timeline-sight.ts";

/** The live players of the stage. */
export interface TimelinePlayers {
  /** one frame forward or back on every linked player */
  step(direction: 1 | -1): void;
  /** The linked players make the frames of this time ready (server ms; 0: of none any more). */
  prefetch(timeMs: number): void;
}

export interface TimelineActionDeps {
  readonly timeline: TimelineStore;
  readonly health: HealthStore;
  readonly preferences: PreferenceStore;
  readonly players: () => TimelinePlayers | null;
}

export interface TimelineCore {
  readonly timeline: TimelineStore;
  readonly orders: TimelineOrders;
  readonly sight: TimelineSight;
  /** server ms now */
  readonly nowMs: () => ServerMs;
  readonly widthPx: () => number;
  /** The state as it stands at this instant. */
  readonly present: () => TimelineState;
  /** Writes a state; what the strip shows stays where it is when the mode changes. */
  readonly put: (state: TimelineState) => void;
}

export function timelineCore({ timeline, health, preferences }: TimelineActionDeps): TimelineCore {
  const nowMs = (): ServerMs => serverNow(health.get(), Date.now(), epochMs());
  const present = (): TimelineState => {
    const facts = timeline.get();
    return { ...facts.state, timeMs: timelineTime(facts, epochMs()) };
  };
  const sight = new TimelineSight(timeline, nowMs);
  return {
    timeline,
    orders: new TimelineOrders(timeline, present),
    sight,
    nowMs,
    widthPx: () => preferences.get().window.widthPx,
    present,
    put(state) {
      const shown = sight.window;
      const { mode } = timeline.get().state;
      timeline.change((facts) => {
        facts.state = state;
        facts.stepping = false;
        facts.atMs = epochMs();
        facts.shownSecond = Math.floor(state.timeMs / 1000);
      });
      sight.settle(shown, mode, state.mode);
    },
  };
}
