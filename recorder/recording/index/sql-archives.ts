/** Runs and sums of recordings, for an index in SQL: see `ArchiveIndex`. */
import { type Kysely, sql } from "kysely";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { dayKey, dayStart, type ZoneOffset } from "#domain/timeline/zone.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import { type ArchiveIndex, type ArchiveRun, GAP_MS, type StreamUsage } from "./recording-index.ts";
import { isShown, MAX_SEGMENT_MS } from "./sql-flavour.ts";
import { runs } from "./sql-runs.ts";

/** A statement counts at most so many days, so that its text stays short. */
const DAYS_AT_ONCE = 100;

export const sqlArchives = (db: Kysely<IndexTables>): ArchiveIndex => ({
  async archives(streamId: string, fromMs: number, toMs: number): Promise<readonly ArchiveRun[]> {
    const all = { streamId, afterMs: fromMs, beforeMs: toMs, take: Number.POSITIVE_INFINITY };
    return (await runs(db, all, [])).toReversed();
  },

  async archivesBefore(
    streamId: string,
    beforeMs: number,
    take: number,
    afterMs = 0,
    away: readonly string[] = [],
  ): Promise<readonly ArchiveRun[]> {
    if (afterMs === 0) return runs(db, { streamId, afterMs, beforeMs, take }, away);
    // What the first that is asked for goes on from.
    const found = await runs(db, { streamId, afterMs: afterMs - GAP_MS, beforeMs, take }, away);
    return found.filter(({ endMs }) => endMs > afterMs);
  },

  async archivesPerDay(
    streamIds: readonly string[] | null,
    timeZone: string,
    range?: TimeRange,
  ): Promise<Map<string, number>> {
    const days = new Map<string, number>();
    const all = daysOf(await startsWithin(db, streamIds, range), namedZone(timeZone), range);
    const isAsked = streamIds === null ? sql`select id from stream` : sql.join([...streamIds]);
    for (let at = 0; at < all.length; at += DAYS_AT_ONCE) {
      const some = all.slice(at, at + DAYS_AT_ONCE);
      const rows = sql.join(
        some.map(({ fromMs, toMs }, day) => sql`(${sql.lit(day)}, ${sql.lit(fromMs)}, ${sql.lit(toMs)})`),
      );
      const counted = await sql<{ day: number; count: number }>`
        with asked(day, a, b) as (values ${rows})
        select day, (select count(*) from segment where stream in (${isAsked}) and start >= a and start < b and ${isShown}) as count
        from asked`.execute(db);
      for (const { day, count } of counted.rows) {
        const key = some[day]?.key;
        if (key !== undefined && count > 0) days.set(key, count);
      }
    }
    return days;
  },

  async usage(): Promise<readonly StreamUsage[]> {
    const rows = await db
      .selectFrom("stream as t")
      .select((eb) => [
        "t.id",
        "t.camera",
        "t.bytes",
        "t.recorded_ms",
        "t.segments",
        eb
          .selectFrom("segment as a")
          .select("a.start")
          .whereRef("a.stream", "=", "t.id")
          .where(isShown)
          .orderBy("a.start")
          .limit(1)
          .as("first"),
        eb
          .selectFrom("segment as z")
          .select("z.end")
          .whereRef("z.stream", "=", "t.id")
          .where(isShown)
          .orderBy("z.start", "desc")
          .limit(1)
          .as("last"),
      ])
      .execute();
    return rows.map((row) => ({
      streamId: row.id,
      cameraId: row.camera,
      bytes: row.bytes,
      recordedMs: row.recorded_ms,
      segments: row.segments,
      firstMs: row.first ?? 0,
      lastMs: row.last ?? 0,
    }));
  },

  async recordedBetween(
    fromMs: number,
    toMs: number,
  ): Promise<readonly { streamId: string; bytes: number; recordedMs: number }[]> {
    const { rows } = await sql<{ stream: string; bytes: number; ms: number }>`
      with piece as (
        select stream, bytes, "end" - start as length,
          case when start > ${fromMs} then start else ${fromMs} end as a,
          case when "end" < ${toMs} then "end" else ${toMs} end as b
        from segment where start > ${fromMs - MAX_SEGMENT_MS} and start < ${toMs}
          and ("end" > ${fromMs} or start >= ${fromMs}))
      select stream, sum(b - a) as ms, sum(case when length > 0 then bytes * (b - a) / length else bytes end) as bytes
      from piece group by stream`.execute(db);
    return rows.map(({ stream, bytes, ms }) => ({ streamId: stream, bytes: Math.round(bytes), recordedMs: ms }));
  },
});

interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The first and the last start of these streams in the range: two reads of the index for each stream. Null: there are none. */
async function startsWithin(
  db: Kysely<IndexTables>,
  streamIds: readonly string[] | null,
  range?: TimeRange,
): Promise<{ firstMs: number; lastMs: number } | null> {
  const shown = sql`stream = t.id and ${isShown}${range ? sql` and start >= ${range.fromMs} and start < ${range.toMs}` : sql``}`;
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with edge as (
      select (select start from segment where ${shown} order by start limit 1) as first,
        (select start from segment where ${shown} order by start desc limit 1) as last
      from stream t ${streamIds === null ? sql`` : sql`where t.id in (${sql.join([...streamIds])})`})
    select min(first) as first, max(last) as last from edge`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { firstMs: first, lastMs: last };
}

/** The zone's days from the first to the last start, those at the range's ends in part. */
function daysOf(
  starts: { readonly firstMs: number; readonly lastMs: number } | null,
  zone: ZoneOffset,
  range?: TimeRange,
): (TimeRange & { readonly key: string })[] {
  const days = [];
  if (starts === null) return [];
  for (let dayMs = dayStart(starts.firstMs, zone); dayMs <= starts.lastMs; ) {
    const nextMs = dayStart(dayMs, zone, 1);
    days.push({
      key: dayKey(dayMs, zone),
      fromMs: Math.max(dayMs, range?.fromMs ?? dayMs),
      toMs: Math.min(nextMs, range?.toMs ?? nextMs),
    });
    dayMs = nextMs;
  }
  return days;
}
