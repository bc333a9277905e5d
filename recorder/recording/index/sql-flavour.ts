/** What differs between databases, and what their queries share. */
import { sql } from "kysely";

export interface SqlFlavour {
  /** tells a transaction that gave way to another one and may be tried again */
  readonly isTransient: (error: unknown) => boolean;
}

/** Longest segment there can be: how far before a time a segment that still covers it may start. */
export const MAX_SEGMENT_MS = 10 * 60_000;
/** Segments of which a newer one has left nothing are there for the cleaner only: see newer-wins.ts. */
export const isShown = sql<boolean>`(closed = 0 or "end" > start)`;
