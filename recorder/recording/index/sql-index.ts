/** The index of recordings in SQL: segments and their sums. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { IndexTables } from "./index-schema.ts";
import { giveWayToNewer } from "./newer-wins.ts";
import {
  type ArchiveRun,
  GAP_MS,
  type RecordingIndex,
  type SegmentProgress,
  type SegmentRow,
  type StreamUsage,
} from "./recording-index.ts";
import { MAX_SEGMENT_MS, SqlMarks } from "./sql-marks.ts";

/** What differs between databases. */
export interface SqlFlavour {
  /** number of the quarter of an hour, since the epoch, in which a segment starts */
  readonly quarterOfStart: RawBuilder<number>;
  /** recognises a transaction that gave way to another one and may be retried */
  readonly isTransient: (error: unknown) => boolean;
}

/** All zones' offsets are multiples of this. */
export const QUARTER_HOUR_MS = 15 * 60_000;
const SEGMENT_COLUMNS = ["id", "stream", "start", "end", "file", "bytes", "frames", "closed"] as const;
const TRANSACTION_TRIES = 4;
/** Segments that a newer one has emptied remain only for the cleaner: see newer-wins.ts. */
const isShown = sql<boolean>`(closed = 0 or "end" > start)`;

/** The index in any SQL database that kysely speaks to, with the tables of index-schema.ts. */
export class SqlIndex extends SqlMarks implements RecordingIndex {
  readonly #flavour: SqlFlavour;

  constructor(db: Kysely<IndexTables>, flavour: SqlFlavour) {
    super(db);
    this.#flavour = flavour;
  }

  async claimStream(streamId: string, cameraId: string): Promise<void> {
    await this.db
      .insertInto("stream")
      .values({ id: streamId, camera: cameraId, bytes: 0, recorded_ms: 0, segments: 0 })
      .onConflict((on) => on.column("id").doUpdateSet({ camera: cameraId }))
      .execute();
  }

  async createSegment(row: { streamId: string; startMs: number; file: string }): Promise<number> {
    return this.#insert({ ...row, endMs: row.startMs, bytes: 0, frames: 0 }, 0, this.db);
  }

  async progressSegments(rows: readonly SegmentProgress[]): Promise<void> {
    await this.#transaction(async (tx) => {
      for (const { id, endMs, bytes, frames } of rows)
        await tx
          .updateTable("segment")
          .set({ end: endMs, bytes, frames })
          .where("id", "=", id)
          .where("closed", "=", 0)
          .execute();
      await giveWayToNewer(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }

  async closeSegment(row: SegmentProgress & { startMs: number; fragments: Uint8Array }): Promise<void> {
    await this.#transaction(async (tx) => {
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
      await giveWayToNewer(tx, [row.id]);
    });
  }

  async insertClosed(row: Omit<SegmentRow, "id" | "closed">, fragments: Uint8Array): Promise<number> {
    return this.#transaction(async (tx) => {
      const id = await this.#insert(row, 1, tx);
      await tx.insertInto("fragment").values({ segment: id, data: fragments }).execute();
      await giveWayToNewer(tx, [id]);
      return id;
    });
  }

  async #insert(row: Omit<SegmentRow, "id" | "closed">, closed: number, db: Kysely<IndexTables>): Promise<number> {
    const { id } = await db
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
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  async removeSegments(ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += 500)
      await this.#transaction((tx) =>
        tx
          .deleteFrom("segment")
          .where("id", "in", ids.slice(at, at + 500))
          .execute(),
      );
  }

  async openSegments(): Promise<readonly SegmentRow[]> {
    const rows = await this.db.selectFrom("segment").select(SEGMENT_COLUMNS).where("closed", "=", 0).execute();
    return rows.map(segmentRow);
  }

  async segmentAt(streamId: string, timeMs: number): Promise<SegmentRow | null> {
    const row = await this.db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where(isShown)
      .where("start", "<=", timeMs)
      .orderBy("start", "desc")
      .limit(1)
      .executeTakeFirst();
    return row ? segmentRow(row) : null;
  }

  async segmentAfter(streamId: string, timeMs: number): Promise<SegmentRow | null> {
    const row = await this.db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where(isShown)
      .where("start", ">", timeMs)
      .orderBy("start")
      .limit(1)
      .executeTakeFirst();
    return row ? segmentRow(row) : null;
  }

  async segmentsBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]> {
    const rows = await this.db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where(isShown)
      .where("start", ">", fromMs - MAX_SEGMENT_MS)
      .where("start", "<", toMs)
      .where("end", ">", fromMs)
      .orderBy("start")
      .execute();
    return rows.map(segmentRow);
  }

  async filesBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]> {
    const rows = await this.db
      .selectFrom("segment")
      .select(SEGMENT_COLUMNS)
      .where("stream", "=", streamId)
      .where("start", ">=", fromMs)
      .where("start", "<", toMs)
      .execute();
    return rows.map(segmentRow);
  }

  async fragments(id: number): Promise<Uint8Array | null> {
    const row = await this.db.selectFrom("fragment").select("data").where("segment", "=", id).executeTakeFirst();
    return row?.data ?? null;
  }

  async oldestSegments(streamId: string, take: number): Promise<readonly SegmentRow[]> {
    const rows = await this.db
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
    const rows = await this.db
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

  async archivesBefore(streamId: string, beforeMs: number, take: number, afterMs = 0): Promise<readonly ArchiveRun[]> {
    const newestFirst = sql`order by run desc limit ${take}`;
    if (afterMs === 0) return this.#runs(streamId, sql`start < ${beforeMs}`, newestFirst);
    // A stream has many older files: they are not read, except the one that the first requested run continues.
    const fromMs = afterMs - GAP_MS;
    const bounds = sql`start > ${fromMs - MAX_SEGMENT_MS} and start < ${beforeMs} and "end" > ${fromMs}`;
    const runs = await this.#runs(streamId, bounds, newestFirst);
    return runs.filter(({ endMs }) => endMs > afterMs);
  }

  /** Gaps-and-islands inside the database: a month of one stream is 43 000 rows, its runs usually a handful. */
  async #runs(
    streamId: string,
    where: ReturnType<typeof sql>,
    order: ReturnType<typeof sql>,
  ): Promise<readonly ArchiveRun[]> {
    const { rows } = await sql<{ start: number; end: number; active: number }>`
      with piece as (
        select start, "end", closed, start - max("end") over (
            order by start rows between unbounded preceding and 1 preceding) < ${GAP_MS} as joined
        from segment where stream = ${streamId} and ${isShown} and ${where}),
      run as (select *, sum(case when joined then 0 else 1 end) over (order by start) as run from piece)
      select min(start) as start, max("end") as "end", max(case when closed = 0 then 1 else 0 end) as active from run group by run ${order}`.execute(
      this.db,
    );
    return rows.map(({ start, end, active }) => ({ streamId, startMs: start, endMs: end, active: active === 1 }));
  }

  async archivesPerDay(
    streamIds: readonly string[] | null,
    timeZone: string,
    range?: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Map<string, number>> {
    let query = this.db
      .selectFrom("segment")
      .select((eb) => [this.#flavour.quarterOfStart.as("quarter"), eb.fn.countAll<number>().as("count")])
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
  }

  async usage(): Promise<readonly StreamUsage[]> {
    const rows = await this.db
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
  }

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
      from piece group by stream`.execute(this.db);
    return rows.map(({ stream, bytes, ms }) => ({ streamId: stream, bytes: Math.round(bytes), recordedMs: ms }));
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }

  async #transaction<T>(work: (tx: Kysely<IndexTables>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await this.db.transaction().execute(work);
      } catch (error) {
        if (tries >= TRANSACTION_TRIES || !this.#flavour.isTransient(error)) throw error;
      }
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
