/** Runs and sums of what was recorded, of an index in SQL: see `ArchiveIndex`. */
import { type Kysely, sql } from "kysely";
import type { IndexTables } from "./index-schema.ts";
import { type ArchiveIndex, type ArchiveRun, GAP_MS, type StreamUsage } from "./recording-index.ts";
import { isShown, MAX_SEGMENT_MS, QUARTER_HOUR_MS, type SqlFlavour } from "./sql-flavour.ts";

export const sqlArchives = (db: Kysely<IndexTables>, { quarterOfStart }: SqlFlavour): ArchiveIndex => ({
  async archives(streamId: string, fromMs: number, toMs: number): Promise<readonly ArchiveRun[]> {
    return runs(
      db,
      streamId,
      sql`start > ${fromMs - MAX_SEGMENT_MS} and start < ${toMs} and "end" > ${fromMs}`,
      sql`order by run`,
    );
  },

  async archivesBefore(
    streamId: string,
    beforeMs: number,
    take: number,
    afterMs = 0,
    away: readonly string[] = [],
  ): Promise<readonly ArchiveRun[]> {
    const newestFirst = sql`order by run desc limit ${take}`;
    if (afterMs === 0) return runs(db, streamId, sql`start < ${beforeMs}`, newestFirst, away);
    // The older files of a stream are many: they are not read, but for what the first that is asked for goes on from.
    const fromMs = afterMs - GAP_MS;
    const bounds = sql`start > ${fromMs - MAX_SEGMENT_MS} and start < ${beforeMs} and "end" > ${fromMs}`;
    const found = await runs(db, streamId, bounds, newestFirst, away);
    return found.filter(({ endMs }) => endMs > afterMs);
  },

  async archivesPerDay(
    streamIds: readonly string[] | null,
    timeZone: string,
    range?: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Map<string, number>> {
    let query = db
      .selectFrom("segment")
      .select((eb) => [quarterOfStart.as("quarter"), eb.fn.countAll<number>().as("count")])
      .where(isShown)
      .groupBy("quarter");
    if (streamIds) query = query.where("stream", "in", [...streamIds]);
    if (range) query = query.where("start", ">=", range.fromMs).where("start", "<", range.toMs);
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    const days = new Map<string, number>();
    for (const { quarter, count } of await query.execute()) {
      const day = format.format(quarter * QUARTER_HOUR_MS);
      days.set(day, (days.get(day) ?? 0) + count);
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

async function runs(
  db: Kysely<IndexTables>,
  streamId: string,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  away: readonly string[] = [],
): Promise<readonly ArchiveRun[]> {
  const isAway = away.length === 0 ? sql`0` : sql`case when volume in (${sql.join(away)}) then 1 else 0 end`;
  const isSame = away.length === 0 ? sql`` : sql`and ${isAway} = lag(${isAway}) over (order by start)`;
  const { rows } = await sql<{ start: number; end: number; active: number; away: number }>`
    with piece as (
      select start, "end", closed, ${isAway} as away, start - max("end") over (
          order by start rows between unbounded preceding and 1 preceding) < ${GAP_MS} ${isSame} as joined
      from segment where stream = ${streamId} and ${isShown} and ${where}),
    run as (select *, sum(case when joined then 0 else 1 end) over (order by start) as run from piece)
    select min(start) as start, max("end") as "end", max(case when closed = 0 and away = 0 then 1 else 0 end) as active,
      max(away) as away from run group by run ${order}`.execute(db);
  return rows.map(({ start, end, active, away: isGone }) => ({
    streamId,
    startMs: start,
    endMs: end,
    active: active === 1,
    ...(isGone === 1 ? { isAway: true as const } : {}),
  }));
}
