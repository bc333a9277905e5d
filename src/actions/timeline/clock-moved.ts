import type { Disposer } from "#base/disposer.ts";
import { offsetChangeResumes } from "#domain/clock.ts";
import type { HealthStore } from "#state/health-store.ts";

/** Each time that the server's clock turns out so much other than it was believed that playback goes on (document 1, section 9). */
export const onClockMoved = (health: HealthStore, resume: () => void): Disposer =>
  health.subscribe((facts, before) => {
    if (facts.skewMs === null || before.skewMs === null || facts.skewMs === before.skewMs) return;
    if (offsetChangeResumes(before.skewMs, facts.skewMs)) resume();
  });
