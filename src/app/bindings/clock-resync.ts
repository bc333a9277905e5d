import type { Disposer } from "#base/disposer.ts";
import { CLOCK_RESYNC_MS } from "#domain/limits.ts";

/** While the stage is open the server's clock is asked for again every 60 s (document 1, section 4). */
export function bindClockResync(syncClock: () => Promise<void>): Disposer {
  const timer = setInterval(() => void syncClock(), CLOCK_RESYNC_MS);
  return () => clearInterval(timer);
}
