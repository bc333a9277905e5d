import type { Disposer } from "#base/disposer.ts";
import { offsetChangeResumes } from "#domain/clock.ts";
import type { HealthStore } from "#state/health-store.ts";

/**
 * Calls `resume` each time the difference to the server's clock changes by enough to resume playback (document 1,
 * section 9).
 */
export const onClockMoved = (health: HealthStore, resume: () => void): Disposer =>
  health.subscribe((facts, before) => {
    if (facts.skewMs === null || before.skewMs === null || facts.skewMs === before.skewMs) return;
    if (offsetChangeResumes(before.skewMs, facts.skewMs)) resume();
  });
