/** What differs between databases, and what their queries share. */
import { type RawBuilder, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";

export interface SqlFlavour {
  /** whether an error says that a transaction gave way to another one and may be tried again */
  readonly isTransient: (error: unknown) => boolean;
}

/** Longest segment there can be: how far before a time a segment that still covers it may start. */
export const MAX_SEGMENT_MS = 10 * 60_000;
/** Something moves for hours at most: longer events are found by their beginning only. */
const LONGEST_MOTION_MS = 6 * 3_600_000;

/** Whether something moved in one of these streams while the segment `s` was recorded. */
export const hasMotion = (streams: readonly string[]) =>
  streams.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from event e where e.stream in (${sql.join(streams)})
        and e.start > s.start - ${sql.lit(LONGEST_MOTION_MS)} and e.start < s."end"
        and (e.stop is null or e.stop > s.start))`;

/** Leaves out segments whose whole time a newer one has taken: only the cleaner needs them (see newer-wins.ts). */
export const isShown = sql<boolean>`(closed = 0 or "end" > start)`;

/** Whether a file on one of the volumes that are `away` has no copy in the bucket that can be read instead. */
export const isWithoutCopy = (away: readonly string[]): RawBuilder<boolean> =>
  away.includes(BUCKET_VOLUME)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from bucket_copy c where c.segment = segment.id)`;

/** Files that cannot be read now. */
export const isOutOfReach = (away: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(volume in (${sql.join(away)}) and ${isWithoutCopy(away)})`;
