/** Segments of an index in SQL: see `SegmentIndex`. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { IndexTables } from "./schema/index-tables.ts";
import { ONE_FOLDER } from "#domain/recordings/volume.ts";
import { giveWayToNewer } from "./newer-wins.ts";
import type { CleanableRow, GivenFile, SegmentIndex, SegmentProgress } from "./recording-index.ts";
import type { NewSegment, SegmentRow } from "./segment-row.ts";
import { isOutOfReach, isShown, MAX_SEGMENT_MS, type SqlFlavour } from "./sql-flavour.ts";

export const SEGMENT_COLUMNS = ["id", "stream", "start", "end", "volume", "file", "bytes", "frames", "closed"] as const;
const TRANSACTION_TRIES = 4;

export function sqlSegments(db: Kysely<IndexTables>, { isTransient }: SqlFlavour): SegmentIndex {
  const inTransaction = <T>(work: (tx: Kysely<IndexTables>) => Promise<T>): Promise<T> =>
    transaction(db, isTransient, work);
  return {
    async claimStream(streamId: string, cameraId: string): Promise<void> {
      await db
        .insertInto("stream")
        .values({ id: streamId, camera: cameraId, bytes: 0, recorded_ms: 0, segments: 0 })
        .onConflict((on) => on.column("id").doUpdateSet({ camera: cameraId }))
        .execute();
    },

    async createSegment(row: { streamId: string; startMs: number; file: string; volume?: string }): Promise<number> {
      return insert({ ...row, endMs: row.startMs, bytes: 0, frames: 0 }, 0, db);
    },

    async progressSegments(rows: readonly SegmentProgress[]): Promise<void> {
      if (rows.length === 0) return;
      // One statement for all: it is made each second, and each of its own would be a way to the database and back.
      const values = rows.map(
        ({ id, endMs, bytes, frames }) =>
          sql`(cast(${id} as bigint), cast(${endMs} as double precision), cast(${bytes} as bigint), cast(${frames} as bigint))`,
      );
      await inTransaction(async (tx) => {
        await sql`update segment set "end" = v.column2, bytes = v.column3, frames = v.column4
          from (values ${sql.join(values)}) as v where segment.id = v.column1 and closed = 0`.execute(tx);
        await giveWayToNewer(
          tx,
          rows.map(({ id }) => id),
        );
      });
    },

    async closeSegment(
      row: SegmentProgress & { startMs: number; fragments: Uint8Array; sha256?: Uint8Array },
    ): Promise<void> {
      const { fragments: data, sha256 = null } = row;
      await inTransaction(async (tx) => {
        await tx
          .updateTable("segment")
          .set({ start: row.startMs, end: row.endMs, bytes: row.bytes, frames: row.frames, closed: 1 })
          .where("id", "=", row.id)
          .execute();
        await tx
          .insertInto("fragment")
          .values({ segment: row.id, data, sha256 })
          .onConflict((on) => on.column("segment").doUpdateSet({ data, sha256 }))
          .execute();
        await giveWayToNewer(tx, [row.id]);
      });
    },

    async insertClosed(row: NewSegment, fragments: Uint8Array, given?: GivenFile): Promise<number> {
      return inTransaction(async (tx) => {
        const id = await insert(row, 1, tx);
        await tx
          .insertInto("fragment")
          .values({ segment: id, data: fragments, sha256: given?.sha256 ?? null })
          .execute();
        await giveWayToNewer(tx, [id], given?.seamMs);
        return id;
      });
    },

    async removeSegments(ids: readonly number[]): Promise<void> {
      for (let at = 0; at < ids.length; at += 500)
        await inTransaction((tx) =>
          tx
            .deleteFrom("segment")
            .where("id", "in", ids.slice(at, at + 500))
            .execute(),
        );
    },

    async openSegments(): Promise<readonly SegmentRow[]> {
      const rows = await db.selectFrom("segment").select(SEGMENT_COLUMNS).where("closed", "=", 0).execute();
      return rows.map(segmentRow);
    },

    async segment(id: number): Promise<SegmentRow | null> {
      const row = await db.selectFrom("segment").select(SEGMENT_COLUMNS).where("id", "=", id).executeTakeFirst();
      return row ? segmentRow(row) : null;
    },

    async segmentAt(streamId: string, timeMs: number, away: readonly string[] = []): Promise<SegmentRow | null> {
      const row = await db
        .selectFrom("segment")
        .select(SEGMENT_COLUMNS)
        .where("stream", "=", streamId)
        .where(isShown)
        .where("start", "<=", timeMs)
        .where(isInReach(away))
        .orderBy("start", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? segmentRow(row) : null;
    },

    async segmentAfter(streamId: string, timeMs: number, away: readonly string[] = []): Promise<SegmentRow | null> {
      const row = await db
        .selectFrom("segment")
        .select(SEGMENT_COLUMNS)
        .where("stream", "=", streamId)
        .where(isShown)
        .where("start", ">", timeMs)
        .where(isInReach(away))
        .orderBy("start")
        .limit(1)
        .executeTakeFirst();
      return row ? segmentRow(row) : null;
    },

    async segmentsBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]> {
      const rows = await db
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
    },

    async filesBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]> {
      const rows = await db
        .selectFrom("segment")
        .select(SEGMENT_COLUMNS)
        .where("stream", "=", streamId)
        .where("start", ">=", fromMs)
        .where("start", "<", toMs)
        .execute();
      return rows.map(segmentRow);
    },

    async fragments(id: number): Promise<Uint8Array | null> {
      const row = await db.selectFrom("fragment").select("data").where("segment", "=", id).executeTakeFirst();
      return row?.data ?? null;
    },

    async oldestSegments(streamId: string, take: number, volume = ONE_FOLDER): Promise<readonly CleanableRow[]> {
      const rows = await db
        .selectFrom("segment as s")
        .select(SEGMENT_COLUMNS.map((column) => `s.${column}` as const))
        .select((eb) =>
          eb.selectFrom("bucket_copy as c").select("c.object").whereRef("c.segment", "=", "s.id").as("copy"),
        )
        // Said so that the database sees that it may use the index of the volumes, which knows no others.
        .where(
          volume === ONE_FOLDER ? sql<boolean>`s.volume = ''` : sql<boolean>`s.volume <> '' and s.volume = ${volume}`,
        )
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
      return rows.map((row) => ({ ...segmentRow(row), hasCopy: row.copy !== null }));
    },

    async allSegments(afterId: number, take: number): Promise<readonly SegmentRow[]> {
      const rows = await db
        .selectFrom("segment")
        .select(SEGMENT_COLUMNS)
        .where("id", ">", afterId)
        .orderBy("id")
        .limit(take)
        .execute();
      return rows.map(segmentRow);
    },
  };
}

const isInReach = (away: readonly string[]) =>
  away.length === 0 ? sql<boolean>`true` : sql<boolean>`not ${isOutOfReach(away)}`;

async function insert(row: NewSegment, closed: number, db: Kysely<IndexTables>): Promise<number> {
  const { id } = await db
    .insertInto("segment")
    .values({
      stream: row.streamId,
      start: row.startMs,
      end: row.endMs,
      volume: row.volume ?? ONE_FOLDER,
      file: row.file,
      bytes: row.bytes,
      frames: row.frames,
      closed,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function transaction<T>(
  db: Kysely<IndexTables>,
  isTransient: SqlFlavour["isTransient"],
  work: (tx: Kysely<IndexTables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries >= TRANSACTION_TRIES || !isTransient(error)) throw error;
    }
}

export function segmentRow(
  row: Pick<Selectable<IndexTables["segment"]>, (typeof SEGMENT_COLUMNS)[number]>,
): SegmentRow {
  return {
    id: row.id,
    streamId: row.stream,
    startMs: row.start,
    endMs: row.end,
    volume: row.volume,
    file: row.file,
    bytes: row.bytes,
    frames: row.frames,
    closed: row.closed === 1,
  };
}
