/** A timeline with its actions at a fixed time, and what its players are told; each test has its own. */
import { afterEach, beforeEach, vi } from "vitest";
import { createTimelineActions, type TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { createHealthStore, type HealthStore } from "#state/health-store.ts";
import { createPreferenceStore, type PreferenceStore } from "#state/preference-store.ts";
import { createTimelineStore, timelineTime, type TimelineStore } from "#state/timeline-store.ts";

export const NOW = Date.UTC(2026, 4, 4, 12);
export let timeline: TimelineStore;
export let health: HealthStore;
export let preferences: PreferenceStore;
export let actions: TimelineActions;
export let steps: number[];
export let prefetched: number[];
export let stop: () => void;

export const epoch = (): number => performance.timeOrigin + performance.now();
export const time = (): number => timelineTime(timeline.get(), epoch());

export function eachWithTimeline(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      now: NOW,
      toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    });
    steps = [];
    prefetched = [];
    timeline = createTimelineStore(NOW, epoch(), "UTC");
    health = createHealthStore();
    preferences = createPreferenceStore({ window: { widthPx: 1280, heightPx: 800 } });
    actions = createTimelineActions({
      timeline,
      health,
      preferences,
      players: () => ({ step: (direction) => steps.push(direction), prefetch: (timeMs) => prefetched.push(timeMs) }),
    });
    actions.place({ x: 0, y: 700, width: 960, height: 96 });
    stop = actions.run();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
}
