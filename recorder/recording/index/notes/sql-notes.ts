/** What recorders of a group hand to one another, of an index in SQL: see `NotesIndex`. */
import { type Kysely, sql } from "kysely";
import type { IndexTables } from "../schema/index-tables.ts";
import { bookmarkValues, lockValues } from "../sql-marks.ts";
import { eventRow } from "../sql-motion.ts";
import { nextNoted } from "./gone-marks.ts";
import type { MarkKind, NotesIndex } from "./notes-index.ts";
import { sqlSharedMarks } from "./sql-shared-marks.ts";

export const sqlNotes = (db: Kysely<IndexTables>): NotesIndex => ({
  ...sqlSharedMarks(db),

  async endedMotion(streamIds, { take, skip }) {
    if (streamIds.length === 0) return [];
    const rows = await db
      .selectFrom("event")
      .selectAll()
      .where("stream", "in", [...streamIds])
      .where("stop", "is not", null)
      .orderBy("id")
      .limit(take)
      .offset(skip)
      .execute();
    return rows.map(eventRow);
  },

  async removeMotion(streamIds, ids) {
    if (streamIds.length === 0 || ids.length === 0) return 0;
    const { numDeletedRows } = await db
      .deleteFrom("event")
      .where("id", "in", [...ids])
      .where("stream", "in", [...streamIds])
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },

  async watchedStretches(streamIds, { take, skip }) {
    if (streamIds.length === 0) return [];
    const rows = await db
      .selectFrom("watched")
      .selectAll()
      .where("stream", "in", [...streamIds])
      .orderBy("stream")
      .orderBy("start")
      .limit(take)
      .offset(skip)
      .execute();
    return rows.map(({ stream, start, stop }) => ({ streamId: stream, startMs: start, stopMs: stop }));
  },

  async putWatched({ streamId: stream, startMs: start, stopMs: stop }) {
    await db
      .insertInto("watched")
      .values({ stream, start, stop })
      .onConflict((on) =>
        on
          .columns(["stream", "start"])
          .doUpdateSet({ stop: sql`case when watched.stop > excluded.stop then watched.stop else excluded.stop end` }),
      )
      .execute();
  },

  async removeWatched({ streamId, startMs }) {
    const { numDeletedRows } = await db
      .deleteFrom("watched")
      .where("stream", "=", streamId)
      .where("start", "=", startMs)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  async giveLock(lock, origin) {
    if (await isGone(db, "lock", origin)) return null;
    const given = await db
      .insertInto("lock")
      .values({ ...lockValues(lock), noted_ms: nextNoted(), origin })
      .onConflict((on) => on.doNothing())
      .returning("id")
      .executeTakeFirst();
    return given?.id ?? null;
  },

  async giveBookmark(bookmark, origin) {
    if (await isGone(db, "bookmark", origin)) return null;
    const given = await db
      .insertInto("bookmark")
      .values({ ...bookmarkValues(bookmark), noted_ms: nextNoted(), origin })
      .onConflict((on) => on.doNothing())
      .returning("id")
      .executeTakeFirst();
    return given?.id ?? null;
  },
});

/** It was handed over before, and somebody has removed it here: a receipt that got lost does not bring it back. */
async function isGone(db: Kysely<IndexTables>, kind: MarkKind, name: string): Promise<boolean> {
  const rows = db.selectFrom("gone_mark").select("name").where("kind", "=", kind).where("name", "=", name);
  return (await rows.executeTakeFirst()) !== undefined;
}
