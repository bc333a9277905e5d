import type { SourceTable } from "../source-table.ts";
import type { Painter } from "../painter.ts";

/**
 * Where a CPU draws, the tiles of a fresh stage have this long to begin before the probe takes its share of that CPU.
 */
const START_AFTER_MS = 1500;
/**
 * At this interval the probe checks whether tiles still wait for their first frame; it waits no longer than that in
 * all.
 */
const LOOK_MS = 50;
const WAIT_MAX_MS = 6000;

/**
 * When the upload probe may measure next: tiles that wait for their first frame go before it. A tile that gets none
 * does not hold it up for ever.
 */
export function probeTurn(sources: SourceTable, painter: Painter): () => Promise<void> {
  const begunMs = performance.now();
  const early = (): boolean => painter.software && performance.now() - begunMs < START_AFTER_MS;
  const busy = (): boolean =>
    performance.now() - begunMs < WAIT_MAX_MS && sources.all().some((slot) => slot.awaitsFirst);
  return async () => {
    while ((early() || busy()) && !painter.disposed) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  };
}
