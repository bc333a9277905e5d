import type { SourceTable } from "../source-table.ts";
import type { GlHost } from "./host.ts";

/** The upload probe looks this often whether tiles still wait for their first picture, and waits no longer than that. */
const LOOK_MS = 50;
const WAIT_MAX_MS = 3000;

/** Tiles that wait for their first picture go before the probe; one that gets none does not hold it up for ever. */
export async function afterFirstPictures(sources: SourceTable, host: GlHost): Promise<void> {
  const untilMs = performance.now() + WAIT_MAX_MS;
  const busy = (): boolean => sources.all().some((slot) => slot.awaitsFirst);
  while (busy() && performance.now() < untilMs && !host.disposed)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
