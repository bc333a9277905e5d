/** What each volume holds, of an index in SQL: see `VolumeIndex`. */
import { type Kysely, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { ONE_FOLDER } from "#domain/recordings/volume.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import type { VolumeIndex } from "./recording-index.ts";
import type { SegmentRow } from "./segment-row.ts";
import { hasMotion } from "./sql-flavour.ts";
import { SEGMENT_COLUMNS, segmentRow } from "./sql-segments.ts";

export function sqlVolumes(db: Kysely<IndexTables>): VolumeIndex {
  // Written in this way so that the database uses the index of the volumes, which holds only such rows.
  const isOf = (volume: string) =>
    volume === ONE_FOLDER ? sql<boolean>`volume = ''` : sql<boolean>`volume <> '' and volume = ${volume}`;
  return {
    async volumesInUse(): Promise<readonly string[]> {
      const held = db.selectFrom("stored").select("volume").where("segments", ">", 0);
      const rows = await held.where("volume", "<>", BUCKET_VOLUME).distinct().execute();
      const named = rows.map(({ volume }) => volume);
      const { all } = await db
        .selectFrom("stream")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("segments"), sql<number>`0`).as("all"))
        .executeTakeFirstOrThrow();
      const { of } = await db
        .selectFrom("stored")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("segments"), sql<number>`0`).as("of"))
        .executeTakeFirstOrThrow();
      return all > of ? [ONE_FOLDER, ...named] : named;
    },

    async usageOf(volume: string) {
      const { rows } = await sql<{
        stream: string;
        bytes: number;
        ms: number;
        segments: number;
        first: number | null;
        last: number | null;
      }>`
        with held as (${
          volume === ONE_FOLDER
            ? sql`select t.id as stream, t.bytes - coalesce(sum(o.bytes), 0) as bytes,
                    t.recorded_ms - coalesce(sum(o.recorded_ms), 0) as ms,
                    t.segments - coalesce(sum(o.segments), 0) as segments
                  from stream t left join stored o on o.stream = t.id
                  group by t.id, t.bytes, t.recorded_ms, t.segments`
            : sql`select stream, bytes, recorded_ms as ms, segments from stored where volume = ${volume}`
        })
        select held.*,
          (select start from segment s where s.stream = held.stream and ${isOf(volume)} order by start limit 1) as first,
          (select "end" from segment s where s.stream = held.stream and ${isOf(volume)}
            order by start desc limit 1) as last
        from held where segments > 0 order by held.stream`.execute(db);
      return rows.map(({ stream, bytes, ms, segments, first, last }) => ({
        streamId: stream,
        bytes,
        recordedMs: ms,
        segments,
        firstMs: first ?? 0,
        lastMs: last ?? 0,
      }));
    },

    async newestOf(volume: string, take: number): Promise<readonly SegmentRow[]> {
      const rows = await db
        .selectFrom("segment")
        .select(SEGMENT_COLUMNS)
        .where(isOf(volume))
        .where("closed", "=", 1)
        .orderBy("id", "desc")
        .limit(take)
        .execute();
      return rows.map(segmentRow);
    },

    async filesOn(volume: string, take: number, streamId?: string): Promise<readonly SegmentRow[]> {
      let query = db.selectFrom("segment").select(SEGMENT_COLUMNS).where(isOf(volume)).where("closed", "=", 1);
      if (streamId !== undefined) query = query.where("stream", "=", streamId);
      const rows = await query.orderBy("stream").orderBy("start").limit(take).execute();
      return rows.map(segmentRow);
    },

    async filesToMove({ volume, streamId, fromMs, beforeMs, motionOf, isLocked }, take) {
      const touched = sql<boolean>`exists (select 1 from lock l where (l.stream is null or l.stream = s.stream)
        and l.from_ms < s."end" and l.to_ms > s.start)`;
      const rows = await db
        .selectFrom("segment as s")
        .select(SEGMENT_COLUMNS.map((column) => `s.${column}` as const))
        .where("s.stream", "=", streamId)
        .where("s.start", ">=", fromMs)
        .where("s.start", "<", beforeMs)
        .where("s.end", "<=", beforeMs)
        .where("s.volume", "=", volume)
        .where("s.closed", "=", 1)
        .where(motionOf === null ? sql<boolean>`true` : hasMotion(motionOf))
        .where(isLocked ? touched : sql<boolean>`true`)
        .orderBy("s.start")
        .limit(take)
        .execute();
      return rows.map(segmentRow);
    },

    async moveSegment(id: number, from: string, to: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("segment")
        .set({ volume: to })
        .where("id", "=", id)
        .where("volume", "=", from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async renameVolume(from: string, to: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.updateTable("segment").set({ volume: to }).where(isOf(from)).execute();
        await tx.deleteFrom("stored").where("volume", "=", from).where("segments", "=", 0).execute();
        await tx.deleteFrom("volume").where("name", "=", from).execute();
      });
    },

    async volumeTag(name: string): Promise<string | null> {
      const row = await db.selectFrom("volume").select("tag").where("name", "=", name).executeTakeFirst();
      return row?.tag ?? null;
    },

    async setVolumeTag(name: string, tag: string): Promise<void> {
      await db
        .insertInto("volume")
        .values({ name, tag })
        .onConflict((on) => on.column("name").doUpdateSet({ tag }))
        .execute();
    },

    async forgetVolume(name: string): Promise<void> {
      await db.deleteFrom("volume").where("name", "=", name).execute();
    },
  };
}
