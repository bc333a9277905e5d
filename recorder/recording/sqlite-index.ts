import { join } from "node:path";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { Kysely, type Selectable, sql } from "kysely";
import { type IndexTables, migrateIndex } from "./index-schema.ts";
import {
  type ArchiveRun,
  type Bookmark,
  GAP_MS,
  type LockRow,
  type MotionEventRow,
  type NewBookmark,
  type NewLock,
  type RecordingIndex,
  type SegmentProgress,
  type SegmentRow,
  type StreamUsage,
} from "./recording-index.ts";

export const INDEX_FILE = "recordings.db";
/** Longest segment there can be: how far before a time a segment that still covers it may start. */
const MAX_SEGMENT_MS = 10 * 60_000;
/** All zones' offsets are multiples of this. */
const QUARTER_HOUR_MS = 15 * 60_000;
const SEGMENT_COLUMNS = ["id", "stream", "start", "end", "file", "bytes", "frames", "closed"] as const;

/**
 * Opens (and creates or migrates) the index in a recordings folder. Several processes may have it open; `media` writes
 * segments, `main` locks and bookmarks. Throws when the file is damaged: see `openRecordings`, which rebuilds it.
 */
export async function openSqliteIndex(recordingsDir: string): Promise<RecordingIndex> {
  const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file: join(recordingsDir, INDEX_FILE) }) });
  try {
    await migrateIndex(db);
    await db.selectFrom("segment").select("id").limit(1).execute();
    return new SqliteIndex(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

class SqliteIndex implements RecordingIndex {
  readonly #db: Kysely<IndexTables>;

  constructor(db: Kysely<IndexTables>) {
    this.#db = db;
  }

  async claimStream(streamId: string, cameraId: string): Promise<void> {
    await this.#db
      .insertInto("stream")
      .values({ id: streamId, camera: cameraId, bytes: 0, recorded_ms: 0, segments: 0 })
      .onConflict((on) => on.column("id").doUpdateSet({ camera: cameraId }))
      .execute();
  }

  async createSegment(row: { streamId: string; startMs: number; file: string }): Promise<number> {
    return this.#insert({ ...row, endMs: row.startMs, bytes: 0, frames: 0 }, 0, this.#db);
  }

  async progressSegments(rows: readonly SegmentProgress[]): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      for (const { id, endMs, bytes, frames } of rows)
        await tx
          .updateTable("segment")
          .set({ end: endMs, bytes, frames })
          .where("id", "=", id)
          .where("closed", "=", 0)
          .execute();
    });
  }

  async closeSegment(row: SegmentProgress & { startMs: number; fragments: Uint8Array }): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .updateTable("segment")
        .set({ start: row.startMs, end: row.endMs, bytes: row.bytes, frames: row.frames, closed: 1 })
        .where("id", "=", row.id)
        .execute();
      await tx
        .insertInto("fragment")
        .values({ segment: row.id, data: row.fragments })
        .onConflict((on) => on.column("segment").doUpdateSet({ data: row.fragments }))
        .execute();
    });
  }

  async insertClosed(row: Omit<SegmentRow, "id" | "closed">, fragments: Uint8Array): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const id = await this.#insert(row, 1, tx);
      await tx.insertInto("fragment").values({ segment: id, data: fragments }).execute();
      return id;
    });
  }

  async #insert(row: Omit<SegmentRow, "id" | "closed">, closed: number, db: Kysely<IndexTables>): Promise<number> {
    const { insertId } = await db
      .insertInto("segment")
      .values({
        stream: row.streamId,
        start: row.startMs,
        end: row.endMs,
        file: row.file,
        bytes: row.bytes,
        frames: row.frames,
        closed,
      })
      .executeTakeFirstOrThrow();
    return Number(insertId);
  }

  async removeSegments(ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += 500)
      await this.#db
        .deleteFrom("segment")
        .where("id", "in", ids.slice(at, at + 500))
        .execute();
  }

  async openSegments(): Promise<readonly SegmentRow[]> {
    const rows = await this.#db.selectFrom("segment").select(SEGMENT_COLUMNS).where("closed", "=", 0).execute();
    return rows.map(segmentRow);
  }

  async segmentAt(streamId: string, timeMs: number): Promise<SegmentRow | null> {
    const row = await this.#db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where("start", "<=", timeMs)
      .orderBy("start", "desc")
      .limit(1)
      .executeTakeFirst();
    return row ? segmentRow(row) : null;
  }

  async segmentAfter(streamId: string, timeMs: number): Promise<SegmentRow | null> {
    const row = await this.#db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where("start", ">", timeMs)
      .orderBy("start")
      .limit(1)
      .executeTakeFirst();
    return row ? segmentRow(row) : null;
  }

  async segmentsBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]> {
    const rows = await this.#db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where("start", ">", fromMs - MAX_SEGMENT_MS)
      .where("start", "<", toMs)
      .where("end", ">", fromMs)
      .orderBy("start")
      .execute();
    return rows.map(segmentRow);
  }

  async fragments(id: number): Promise<Uint8Array | null> {
    const row = await this.#db.selectFrom("fragment").select("data").where("segment", "=", id).executeTakeFirst();
    return row?.data ?? null;
  }

  async oldestSegments(streamId: string, take: number): Promise<readonly SegmentRow[]> {
    const rows = await this.#db
      .selectFrom("segment as s")
      .select(["s.id", "s.stream", "s.start", "s.end", "s.file", "s.bytes", "s.frames", "s.closed"])
      .where("s.stream", "=", streamId)
      .where("s.closed", "=", 1)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("lock as l")
              .select("l.id")
              .where((on) => on.or([on("l.stream", "is", null), on("l.stream", "=", on.ref("s.stream"))]))
              .whereRef("l.from_ms", "<", "s.end")
              .whereRef("l.to_ms", ">", "s.start"),
          ),
        ),
      )
      .orderBy("s.start")
      .limit(take)
      .execute();
    return rows.map(segmentRow);
  }

  async allSegments(afterId: number, take: number): Promise<readonly SegmentRow[]> {
    const rows = await this.#db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("id", ">", afterId)
      .orderBy("id")
      .limit(take)
      .execute();
    return rows.map(segmentRow);
  }

  async archives(streamId: string, fromMs: number, toMs: number): Promise<readonly ArchiveRun[]> {
    return this.#runs(
      streamId,
      sql`start > ${fromMs - MAX_SEGMENT_MS} and start < ${toMs} and "end" > ${fromMs}`,
      sql`order by run`,
    );
  }

  async archivesBefore(streamId: string, beforeMs: number, take: number): Promise<readonly ArchiveRun[]> {
    return this.#runs(streamId, sql`start < ${beforeMs}`, sql`order by run desc limit ${take}`);
  }

  /** Gaps and islands inside the database: a month of one stream is 43 000 rows, its runs usually a handful. */
  async #runs(
    streamId: string,
    where: ReturnType<typeof sql>,
    order: ReturnType<typeof sql>,
  ): Promise<readonly ArchiveRun[]> {
    const { rows } = await sql<{ start: number; end: number; active: number }>`
      with piece as (
        select start, "end", closed, start - max("end") over (
            order by start rows between unbounded preceding and 1 preceding) < ${GAP_MS} as joined
        from segment where stream = ${streamId} and ${where}),
      run as (select *, sum(case when joined then 0 else 1 end) over (order by start) as run from piece)
      select min(start) as start, max("end") as "end", max(closed = 0) as active from run group by run ${order}`.execute(
      this.#db,
    );
    return rows.map(({ start, end, active }) => ({ streamId, startMs: start, endMs: end, active: active === 1 }));
  }

  async archivesPerDay(streamIds: readonly string[] | null, timeZone: string): Promise<Map<string, number>> {
    let query = this.#db
      .selectFrom("segment")
      .select((eb) => [
        sql<number>`cast(start / ${sql.lit(QUARTER_HOUR_MS)} as integer)`.as("quarter"),
        eb.fn.countAll<number>().as("count"),
      ])
      .groupBy("quarter");
    if (streamIds) query = query.where("stream", "in", [...streamIds]);
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    const days = new Map<string, number>();
    for (const { quarter, count } of await query.execute()) {
      const day = format.format(quarter * QUARTER_HOUR_MS);
      days.set(day, (days.get(day) ?? 0) + count);
    }
    return days;
  }

  async usage(): Promise<readonly StreamUsage[]> {
    const rows = await this.#db
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
          .orderBy("a.start")
          .limit(1)
          .as("first"),
        eb
          .selectFrom("segment as z")
          .select("z.end")
          .whereRef("z.stream", "=", "t.id")
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
  }

  async recordedBetween(
    fromMs: number,
    toMs: number,
  ): Promise<readonly { streamId: string; bytes: number; recordedMs: number }[]> {
    return this.#db
      .selectFrom("segment")
      .select((eb) => [
        "stream as streamId",
        eb.fn.sum<number>("bytes").as("bytes"),
        sql<number>`sum("end" - start)`.as("recordedMs"),
      ])
      .where("start", ">=", fromMs)
      .where("start", "<", toMs)
      .groupBy("stream")
      .execute();
  }

  async putEvent(event: { streamId: string; startMs: number; stopMs: number | null; score: number }): Promise<void> {
    await this.#db
      .insertInto("event")
      .values({ stream: event.streamId, start: event.startMs, stop: event.stopMs, score: event.score })
      .onConflict((on) => on.columns(["stream", "start"]).doUpdateSet({ stop: event.stopMs, score: event.score }))
      .execute();
  }

  async events(streamIds: readonly string[] | null, fromMs: number, toMs: number): Promise<readonly MotionEventRow[]> {
    let query = this.#db
      .selectFrom("event")
      .selectAll()
      .where("start", "<", toMs)
      .where((eb) => eb.or([eb("stop", "is", null), eb("stop", ">", fromMs)]))
      .orderBy("start");
    if (streamIds) query = query.where("stream", "in", [...streamIds]);
    return (await query.execute()).map(eventRow);
  }

  async neighbourEvent(
    streamIds: readonly string[],
    timeMs: number,
    direction: 1 | -1,
  ): Promise<MotionEventRow | null> {
    const row = await this.#db
      .selectFrom("event")
      .selectAll()
      .where("stream", "in", [...streamIds])
      .where("start", direction > 0 ? ">" : "<", timeMs)
      .orderBy("start", direction > 0 ? "asc" : "desc")
      .limit(1)
      .executeTakeFirst();
    return row ? eventRow(row) : null;
  }

  async closeOpenEvents(): Promise<void> {
    await sql`update event set stop = max(start, coalesce((select max(s."end") from segment s
      where s.stream = event.stream and s.start >= event.start - ${MAX_SEGMENT_MS}), start)) where stop is null`.execute(
      this.#db,
    );
  }

  async pruneEvents(): Promise<number> {
    const done = await sql`delete from event where start < coalesce(
      (select min(s.start) from segment s where s.stream = event.stream), 0) - ${MAX_SEGMENT_MS}`.execute(this.#db);
    return Number(done.numAffectedRows ?? 0n);
  }

  async addLock(lock: NewLock): Promise<number> {
    const { insertId } = await this.#db
      .insertInto("lock")
      .values({
        stream: lock.streamId,
        from_ms: lock.fromMs,
        to_ms: lock.toMs,
        note: lock.note,
        created_ms: lock.createdMs,
        created_by: lock.createdBy ?? "",
      })
      .executeTakeFirstOrThrow();
    return Number(insertId);
  }

  async removeLock(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom("lock").where("id", "=", id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async locks(): Promise<readonly LockRow[]> {
    const rows = await this.#db.selectFrom("lock").selectAll().orderBy("from_ms").execute();
    return rows.map((row) => ({
      id: row.id,
      streamId: row.stream,
      fromMs: row.from_ms,
      toMs: row.to_ms,
      note: row.note,
      createdMs: row.created_ms,
      createdBy: row.created_by,
    }));
  }

  async addBookmark(bookmark: NewBookmark): Promise<number> {
    const { insertId } = await this.#db
      .insertInto("bookmark")
      .values({
        stream: bookmark.streamId,
        time_ms: bookmark.timeMs,
        stop_ms: bookmark.stopMs ?? null,
        text: bookmark.text,
        created_ms: bookmark.createdMs,
        created_by: bookmark.createdBy ?? "",
      })
      .executeTakeFirstOrThrow();
    return Number(insertId);
  }

  async removeBookmark(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom("bookmark").where("id", "=", id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async bookmarks(fromMs: number, toMs: number): Promise<readonly Bookmark[]> {
    const rows = await this.#db
      .selectFrom("bookmark")
      .selectAll()
      .where((on) => on(on.fn.coalesce("stop_ms", "time_ms"), ">=", fromMs))
      .where("time_ms", "<", toMs)
      .orderBy("time_ms")
      .execute();
    return rows.map((row) => ({
      id: row.id,
      streamId: row.stream,
      timeMs: row.time_ms,
      stopMs: row.stop_ms ?? row.time_ms,
      text: row.text,
      createdMs: row.created_ms,
      createdBy: row.created_by,
    }));
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

function segmentRow(row: Pick<Selectable<IndexTables["segment"]>, (typeof SEGMENT_COLUMNS)[number]>): SegmentRow {
  return {
    id: row.id,
    streamId: row.stream,
    startMs: row.start,
    endMs: row.end,
    file: row.file,
    bytes: row.bytes,
    frames: row.frames,
    closed: row.closed === 1,
  };
}

function eventRow(row: Selectable<IndexTables["event"]>): MotionEventRow {
  return { id: row.id, streamId: row.stream, startMs: row.start, stopMs: row.stop, score: row.score };
}
