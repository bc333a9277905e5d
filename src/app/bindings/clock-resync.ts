import { epochMs } from "#actions/epoch.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import { clockWasSet } from "#domain/clock.ts";
import { CLOCK_RESYNC_MS, TIME_PROBE_TIMEOUT_MS } from "#domain/limits/session.ts";
import type { HealthStore } from "#state/health-store.ts";

/**
 * While the stage is open the server's clock is read again every 60 s (document 1, section 4), and as soon as this
 * machine's clock was set or the machine has slept.
 */
export function bindClockResync(syncClock: () => Promise<void>, health: HealthStore): Disposer {
  const all = new Disposers();
  const every = (ms: number, act: () => void): void => {
    const timer = setInterval(act, ms);
    all.add(() => clearInterval(timer));
  };
  every(CLOCK_RESYNC_MS, () => void syncClock());
  every(TIME_PROBE_TIMEOUT_MS, () => {
    if (clockWasSet(health.get().machineAheadMs, Date.now(), epochMs())) void syncClock();
  });
  return all.dispose;
}
