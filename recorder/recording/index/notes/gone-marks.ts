/** Marks that were removed, and in which order marks became what they are, so that another recorder that keeps them hears of it. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IndexTables } from "../schema/index-tables.ts";
import type { MarkKind, OwnMark } from "./notes-index.ts";

/** Who was away for longer keeps what was removed meanwhile. */
const REMEMBERED_MS = 90 * 86_400_000;

/**
 * For `noted_ms`: greater than that of all changes before, also after the clock was set back, or the index was lost.
 * `removedMs`: that of a mark that this transaction has removed, and that the tables therefore no longer tell.
 */
export function nextNoted(removedMs = 0): RawBuilder<number> {
  const [now, removed] = [Date.now(), removedMs].map((ms) => sql`cast(${ms} as double precision)`);
  return sql<number>`(select case when max(noted_ms) < ${now} then ${now} else max(noted_ms) + 1 end from (
    select ${removed} as noted_ms union all select max(noted_ms) from lock union all select max(noted_ms) from bookmark
    union all select max(noted_ms) from gone_mark) as noted)`;
}

/** What a mark of this index is called in it. */
export const ownName = ({ id, createdMs }: OwnMark): string => `${id} ${createdMs}`;
export const nameOf = (row: { readonly id: number; readonly created_ms: number; readonly origin: string }): string =>
  row.origin === "" ? ownName({ id: row.id, createdMs: row.created_ms }) : row.origin;

/** Removes a mark, and remembers that. Resolves with whether it was there. */
export function removeMark(db: Kysely<IndexTables>, kind: MarkKind, id: number, changedMs: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx.deleteFrom(kind).where("id", "=", id).returningAll().executeTakeFirst();
    // What counts for all streams is not kept by others.
    if (row && row.stream !== null)
      await remember(
        tx,
        kind,
        { name: nameOf(row), isOwn: row.origin === "", streamId: row.stream, changedMs },
        row.noted_ms,
      );
    await forgetGone(tx);
    return row !== undefined;
  });
}

interface GoneMark {
  readonly name: string;
  readonly isOwn: boolean;
  readonly streamId: string;
  readonly changedMs: number;
}

export async function remember(
  tx: Kysely<IndexTables>,
  kind: MarkKind,
  { name, isOwn, streamId: stream, changedMs: changed_ms }: GoneMark,
  removedMs = 0,
): Promise<void> {
  const values = { changed_ms, noted_ms: nextNoted(removedMs) };
  await tx
    .insertInto("gone_mark")
    .values({ kind, name, own: isOwn ? 1 : 0, stream, ...values })
    .onConflict((on) => on.columns(["kind", "name"]).doUpdateSet(values))
    .execute();
}

export async function forgetGone(tx: Kysely<IndexTables>): Promise<void> {
  await tx
    .deleteFrom("gone_mark")
    .where("noted_ms", "<", Date.now() - REMEMBERED_MS)
    .execute();
}
