/** Motion events of an index in SQL: see `MotionIndex`. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { IndexTables } from "./schema/index-tables.ts";
import type { MotionEventRow } from "./notes/note-rows.ts";
import type { EventBins, EventCut, MotionIndex, StreamScope } from "./recording-index.ts";
import { MAX_SEGMENT_MS } from "./sql-flavour.ts";

export const sqlMotion = (db: Kysely<IndexTables>): MotionIndex => ({
  async putEvent(event: { streamId: string; startMs: number; stopMs: number | null; score: number }): Promise<void> {
    await db
      .insertInto("event")
      .values({ stream: event.streamId, start: event.startMs, stop: event.stopMs, score: event.score })
      .onConflict((on) => on.columns(["stream", "start"]).doUpdateSet({ stop: event.stopMs, score: event.score }))
      .execute();
  },

  async events(
    streamIds: readonly string[] | null,
    fromMs: number,
    toMs: number,
    cut?: EventCut,
  ): Promise<readonly MotionEventRow[]> {
    let query = db
      .selectFrom("event")
      .selectAll()
      .where("start", "<", toMs)
      .where((eb) =>
        cut?.starting ? eb("start", ">=", fromMs) : eb.or([eb("stop", "is", null), eb("stop", ">", fromMs)]),
      )
      .orderBy("start", cut?.from === "newest" ? "desc" : "asc");
    if (streamIds) query = query.where("stream", "in", [...streamIds]);
    if (cut) query = query.limit(cut.count);
    return (await query.execute()).map(eventRow);
  },

  async countEvents(
    streamIds: readonly string[],
    { fromMs, toMs, segmentMs, count }: EventBins,
    nowMs: number,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    if (streamIds.length === 0) return new Map();
    // Rows for each bin in which events begin or behind which they end, not for each event. `cast` rounds in PostgreSQL and cuts
    // in SQLite: where it went up, one less is the bin.
    const { rows } = await sql<{ stream: string; bin: number; begun: number; ended: number }>`
      with piece as (
        select stream,
          case when start > ${fromMs} then (start - ${fromMs}) / ${segmentMs} else 0 end as a,
          case when coalesce(stop, ${nowMs}) < ${toMs} then (coalesce(stop, ${nowMs}) - ${fromMs}) / ${segmentMs}
            else ${count - 1} end as b
        from event where stream in (${sql.join(streamIds)}) and start < ${toMs}
          and (stop is null or stop > ${fromMs}) and coalesce(stop, ${nowMs}) >= ${fromMs}),
      bins as (
        select stream, cast(a as integer) - case when cast(a as integer) > a then 1 else 0 end as a_bin,
          cast(b as integer) - case when cast(b as integer) > b then 1 else 0 end as b_bin from piece)
      select stream, a_bin as bin, count(*) as begun, 0 as ended from bins where a_bin <= b_bin group by stream, a_bin
      union all
      select stream, b_bin + 1 as bin, 0 as begun, count(*) as ended from bins where a_bin <= b_bin
        group by stream, b_bin`.execute(db);
    const changes = new Map<string, number[]>();
    for (const { stream, bin, begun, ended } of rows) {
      const own = changes.get(stream) ?? Array.from({ length: count }, () => 0);
      changes.set(stream, own);
      if (bin < count) own[bin] = (own[bin] ?? 0) + begun - ended;
    }
    for (const own of changes.values())
      for (let bin = 1; bin < count; bin++) own[bin] = (own[bin] ?? 0) + (own[bin - 1] ?? 0);
    return changes;
  },

  async motionBetween(fromMs: number, toMs: number, nowMs: number): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ stream: string; ms: number }>`
      with piece as (
        select stream,
          case when start > ${fromMs} then start else ${fromMs} end as a,
          case when coalesce(stop, ${nowMs}) < ${toMs} then coalesce(stop, ${nowMs}) else ${toMs} end as b
        from event where start < ${toMs} and (stop is null or stop > ${fromMs}))
      select stream, sum(b - a) as ms from piece where b > a group by stream`.execute(db);
    return new Map(rows.map(({ stream, ms }) => [stream, ms]));
  },

  async closeOpenEvents(of: StreamScope = { but: [] }): Promise<void> {
    const streams = "only" in of ? of.only : of.but;
    if ("only" in of && streams.length === 0) return;
    const isOf =
      streams.length === 0
        ? sql`true`
        : "only" in of
          ? sql`stream in (${sql.join(streams)})`
          : sql`stream not in (${sql.join(streams)})`;
    await sql`update event set stop = coalesce((select max(s."end") from segment s where s.stream = event.stream
      and s.start >= event.start - ${MAX_SEGMENT_MS} and s."end" > event.start), start) where stop is null and ${isOf}`.execute(
      db,
    );
  },

  async pruneEvents(): Promise<number> {
    await sql`delete from watched where stop < coalesce(
      (select min(s.start) from segment s where s.stream = watched.stream), 0) - ${MAX_SEGMENT_MS}`.execute(db);
    const done = await sql`delete from event where start < coalesce(
      (select min(s.start) from segment s where s.stream = event.stream), 0) - ${MAX_SEGMENT_MS}`.execute(db);
    return Number(done.numAffectedRows ?? 0n);
  },
});

export function eventRow(row: Selectable<IndexTables["event"]>): MotionEventRow {
  return { id: row.id, streamId: row.stream, startMs: row.start, stopMs: row.stop, score: row.score };
}
