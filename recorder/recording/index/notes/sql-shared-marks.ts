/** Marks that two recorders keep, of an index in SQL: see `SharedMarksIndex`. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isLaterMark } from "#domain/standby/later-mark.ts";
import type { IndexTables } from "../schema/index-tables.ts";
import { bookmarkValues, lockValues } from "../sql-marks.ts";
import { forgetGone, nameOf, nextNoted, ownName, remember } from "./gone-marks.ts";
import type { ChangedMark, MarkKind, MarkName, SharedMarksIndex } from "./notes-index.ts";

/** A mark's columns, whichever kind it is. */
interface MarkRow {
  readonly id: number;
  readonly stream: string;
  readonly start: number;
  readonly stop: number;
  readonly text: string;
  readonly created_ms: number;
  readonly created_by: string;
  readonly author: string;
  readonly origin: string;
  readonly changed_ms: number;
  readonly noted_ms: number;
}

const COLUMNS = {
  lock: { start: "from_ms", stop: "to_ms", text: "note" },
  bookmark: { start: "time_ms", stop: "stop_ms", text: "text" },
} as const;

/** Marks of single streams: a mark that counts for all streams is kept by no other recorder. */
async function rowsWhere(
  db: Kysely<IndexTables>,
  kind: MarkKind,
  condition: RawBuilder<unknown>,
): Promise<readonly MarkRow[]> {
  const { start, stop, text } = COLUMNS[kind];
  const { rows } = await sql<MarkRow>`select id, stream, ${sql.ref(start)} as start,
    coalesce(${sql.ref(stop)}, ${sql.ref(start)}) as stop, ${sql.ref(text)} as text, created_ms, created_by, author, origin,
    changed_ms, noted_ms from ${sql.table(kind)} where stream is not null and ${condition}`.execute(db);
  return rows;
}

const isNamed = ({ name, own }: MarkName): RawBuilder<unknown> =>
  own
    ? sql`(origin = ${name} or (origin = '' and id = ${own.id} and created_ms = ${own.createdMs}))`
    : sql`origin = ${name}`;

export const sqlSharedMarks = (db: Kysely<IndexTables>): SharedMarksIndex => ({
  async changedMarks(kind, fromMs): Promise<readonly ChangedMark[]> {
    const rows = await rowsWhere(db, kind, sql`noted_ms >= ${fromMs}`);
    const gone = await db
      .selectFrom("gone_mark")
      .selectAll()
      .where("kind", "=", kind)
      .where("noted_ms", ">=", fromMs)
      .execute();
    const all = [
      ...rows.map((row) => ({
        name: nameOf(row),
        isOwn: row.origin === "",
        streamId: row.stream,
        changedMs: row.changed_ms,
        notedMs: row.noted_ms,
        mark: {
          startMs: row.start,
          stopMs: row.stop,
          text: row.text,
          createdMs: row.created_ms,
          createdBy: row.created_by,
          author: row.author,
        },
      })),
      ...gone.map((row) => ({
        name: row.name,
        isOwn: row.own === 1,
        streamId: row.stream,
        changedMs: row.changed_ms,
        notedMs: row.noted_ms,
        mark: null,
      })),
    ];
    return all.toSorted((one, other) => one.notedMs - other.notedMs || (one.name < other.name ? -1 : 1));
  },

  takeInMark(kind, named, { streamId, changedMs, mark }) {
    return db.transaction().execute(async (tx) => {
      // A transaction that writes first waits for another writer. One that has read before could not.
      await forgetGone(tx);
      const [row] = await rowsWhere(tx, kind, isNamed(named));
      const goneNames = named.own ? [named.name, ownName(named.own)] : [named.name];
      const gone = await tx
        .selectFrom("gone_mark")
        .select(["stream", "changed_ms"])
        .where("kind", "=", kind)
        .where("name", "in", goneNames)
        .executeTakeFirst();
      const held = row ?? (gone ? { ...gone, text: null } : null);
      // A mark never changes its stream: who tells of one stream reaches no mark of another.
      if (held && held.stream !== streamId) return null;
      const theirs = { changedMs, text: mark?.text ?? null };
      if (held && !isLaterMark(theirs, { changedMs: held.changed_ms, text: held.text })) return null;
      if (!mark) {
        if (row) await tx.deleteFrom(kind).where("id", "=", row.id).execute();
        const name = row ? nameOf(row) : named.name;
        await remember(tx, kind, { name, isOwn: row?.origin === "", streamId, changedMs }, row?.noted_ms);
        return row?.id ?? null;
      }
      const version = { changed_ms: changedMs, noted_ms: nextNoted() };
      if (row) {
        const { text } = mark;
        if (kind === "lock")
          await tx
            .updateTable(kind)
            .set({ note: text, ...version })
            .where("id", "=", row.id)
            .execute();
        else
          await tx
            .updateTable(kind)
            .set({ text, ...version })
            .where("id", "=", row.id)
            .execute();
        return row.id;
      }
      await tx.deleteFrom("gone_mark").where("kind", "=", kind).where("name", "in", goneNames).execute();
      const { startMs, stopMs, text, ...made } = mark;
      const values = { ...version, origin: named.name };
      const lock = { ...lockValues({ streamId, fromMs: startMs, toMs: stopMs, note: text, ...made }), ...values };
      const bookmark = { ...bookmarkValues({ streamId, timeMs: startMs, stopMs, text, ...made }), ...values };
      const added =
        kind === "lock"
          ? await tx.insertInto(kind).values(lock).returning("id").executeTakeFirstOrThrow()
          : await tx.insertInto(kind).values(bookmark).returning("id").executeTakeFirstOrThrow();
      return added.id;
    });
  },
});
