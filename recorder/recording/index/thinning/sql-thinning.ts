/** Thinning out, of an index in SQL: see `ThinningIndex`. */
import { type Kysely, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { ONE_FOLDER } from "#domain/recordings/volume.ts";
import type { IndexTables } from "../schema/index-tables.ts";
import { SEGMENT_COLUMNS, segmentRow } from "../sql-segments.ts";
import type { IndexedSpan, ThinAsk, ThinningIndex } from "./thinning-index.ts";

/** Files of a stream that are summed at once. It takes some milliseconds, in which a database in this process holds up everybody else. */
const MOST_SUMMED = 5000;
const SEGMENT = SEGMENT_COLUMNS.map((column) => `s.${column}` as const);

/** A file says by its name that it was thinned (`thinned-name.ts`). No other has a second point: those of ids are written as %2E. */
const isWhole = sql<boolean>`s.file not like '%.%.mp4'`;
const mayBeThinned = sql<boolean>`s.closed = 1 and s.bytes > 0 and s."end" > s.start and s.volume <> ${BUCKET_VOLUME}
  and not exists (select 1 from bucket_copy c where c.segment = s.id)
  and not exists (select 1 from damage d where d.segment = s.id)
  and not exists (select 1 from lock l where (l.stream is null or l.stream = s.stream)
    and l.from_ms < s."end" and l.to_ms > s.start)`;

export function sqlThinning(db: Kysely<IndexTables>): ThinningIndex {
  const toThin = ({ streamId, fromMs, beforeMs }: ThinAsk) =>
    db
      .selectFrom("segment as s")
      .where("s.stream", "=", streamId)
      .where("s.start", ">=", fromMs)
      .where("s.start", "<", beforeMs)
      .where("s.end", "<=", beforeMs)
      .where(isWhole)
      .where(mayBeThinned);
  return {
    async filesToThin(ask, take) {
      const rows = await toThin(ask).select(SEGMENT).orderBy("s.start").limit(take).execute();
      return rows.map(segmentRow);
    },

    async sumToThin(ask) {
      const some = toThin(ask).select(["s.bytes as bytes", sql<number>`s."end" - s.start`.as("ms")]);
      const summed = await db
        .selectFrom(some.orderBy("s.start").limit(MOST_SUMMED).as("due"))
        .select((eb) => [
          eb.fn.countAll<number>().as("files"),
          sql<number>`coalesce(sum(bytes), 0)`.as("bytes"),
          sql<number>`coalesce(sum(ms), 0)`.as("recordedMs"),
        ])
        .executeTakeFirstOrThrow();
      return { ...summed, isMore: summed.files >= MOST_SUMMED };
    },

    async replaceSegment(row, pieces) {
      return db.transaction().execute(async (tx) => {
        // What is deleted first is deleted only as it was read: a lock that has come meanwhile keeps all of it.
        const { numDeletedRows } = await tx
          .deleteFrom("segment")
          .where("id", "=", row.id)
          .where("volume", "=", row.volume)
          .where("file", "=", row.file)
          .where("bytes", "=", row.bytes)
          .where("start", "=", row.startMs)
          .where("end", "=", row.endMs)
          .where((eb) =>
            eb.exists(eb.selectFrom("segment as s").select("s.id").where("s.id", "=", row.id).where(mayBeThinned)),
          )
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        for (const { row: piece, fragments: data, sha256 } of pieces) {
          const { streamId: stream, startMs: start, endMs: end, file, bytes, frames, volume = ONE_FOLDER } = piece;
          const { id } = await tx
            .insertInto("segment")
            .values({ stream, start, end, file, bytes, frames, volume, closed: 1 })
            .returning("id")
            .executeTakeFirstOrThrow();
          await tx.insertInto("fragment").values({ segment: id, data, sha256 }).execute();
        }
        return true;
      });
    },

    async motionIn(streamIds, fromMs, toMs) {
      const spans: IndexedSpan[] = [];
      for (const stream of streamIds) {
        // Events of a stream follow each other: the last one that has begun before is the only one that may reach into it.
        const { rows } = await sql<{ start: number; stop: number | null }>`
          select start, stop from event where stream = ${stream} and start < ${toMs} and start >= coalesce(
            (select max(b.start) from event b where b.stream = ${stream} and b.start <= ${fromMs}), ${fromMs})
            and (stop is null or stop > ${fromMs}) order by start`.execute(db);
        spans.push(...rows.map(({ start, stop }) => ({ startMs: start, stopMs: stop ?? toMs })));
      }
      return spans;
    },

    async noteWatched(streamIds, nowMs, withinMs) {
      if (streamIds.length === 0) return;
      await db.transaction().execute(async (tx) => {
        const goingOn = await tx
          .updateTable("watched")
          .set({ stop: nowMs })
          .where("stream", "in", [...streamIds])
          .where("stop", ">=", nowMs - withinMs)
          .where("stop", "<=", nowMs)
          .returning("stream")
          .execute();
        const known = new Set(goingOn.map(({ stream }) => stream));
        for (const stream of streamIds)
          if (!known.has(stream))
            await tx
              .insertInto("watched")
              .values({ stream, start: nowMs, stop: nowMs })
              .onConflict((on) => on.columns(["stream", "start"]).doNothing())
              .execute();
      });
    },

    async watched(streamIds, fromMs, toMs) {
      if (streamIds.length === 0) return [];
      const rows = await db
        .selectFrom("watched")
        .select(["start", "stop"])
        .where("stream", "in", [...streamIds])
        .where("start", "<", toMs)
        .where("stop", ">", fromMs)
        .orderBy("start")
        .execute();
      return rows.map(({ start, stop }) => ({ startMs: start, stopMs: stop }));
    },
  };
}
