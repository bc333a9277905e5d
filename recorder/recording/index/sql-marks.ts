/** Evidence locks and bookmarks of an index in SQL: see `MarkIndex`. */
import type { Kysely } from "kysely";
import type { IndexTables } from "./schema/index-tables.ts";
import type { Bookmark, LockRow, NewBookmark, NewLock } from "./notes/note-rows.ts";
import { nextNoted, removeMark } from "./notes/gone-marks.ts";
import type { MarkIndex } from "./recording-index.ts";

export const sqlMarks = (db: Kysely<IndexTables>): MarkIndex => ({
  async addLock(lock: NewLock): Promise<number> {
    const values = { ...lockValues(lock), noted_ms: nextNoted() };
    const { id } = await db.insertInto("lock").values(values).returning("id").executeTakeFirstOrThrow();
    return id;
  },

  async removeLock(id: number, changedMs?: number): Promise<boolean> {
    if (changedMs !== undefined) return removeMark(db, "lock", id, changedMs);
    const { numDeletedRows } = await db.deleteFrom("lock").where("id", "=", id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  async locks(): Promise<readonly LockRow[]> {
    const rows = await db.selectFrom("lock").selectAll().orderBy("from_ms").execute();
    return rows.map((row) => ({
      id: row.id,
      streamId: row.stream,
      fromMs: row.from_ms,
      toMs: row.to_ms,
      note: row.note,
      createdMs: row.created_ms,
      createdBy: row.created_by,
      author: row.author,
      changedMs: row.changed_ms,
    }));
  },

  async addBookmark(bookmark: NewBookmark): Promise<number> {
    const { id } = await db
      .insertInto("bookmark")
      .values({ ...bookmarkValues(bookmark), noted_ms: nextNoted() })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  },

  async removeBookmark(id: number, changedMs?: number): Promise<boolean> {
    if (changedMs !== undefined) return removeMark(db, "bookmark", id, changedMs);
    const { numDeletedRows } = await db.deleteFrom("bookmark").where("id", "=", id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  async renameBookmark(id: number, text: string, changedMs: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("bookmark")
      .set({ text, changed_ms: changedMs, noted_ms: nextNoted() })
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  async bookmarks(fromMs: number, toMs: number): Promise<readonly Bookmark[]> {
    const rows = await db
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
      author: row.author,
      changedMs: row.changed_ms,
    }));
  },
});

export const lockValues = ({ createdBy = "", author = "", ...lock }: NewLock) => ({
  stream: lock.streamId,
  from_ms: lock.fromMs,
  to_ms: lock.toMs,
  note: lock.note,
  created_ms: lock.createdMs,
  changed_ms: lock.changedMs ?? lock.createdMs,
  created_by: createdBy,
  author,
});

export const bookmarkValues = ({ createdBy = "", author = "", ...bookmark }: NewBookmark) => ({
  stream: bookmark.streamId,
  time_ms: bookmark.timeMs,
  stop_ms: bookmark.stopMs ?? null,
  text: bookmark.text,
  created_ms: bookmark.createdMs,
  changed_ms: bookmark.changedMs ?? bookmark.createdMs,
  created_by: createdBy,
  author,
});
