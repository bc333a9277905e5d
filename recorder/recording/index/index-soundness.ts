/** Whether a SQLite index of recordings can be read. */
import { type Kysely, sql } from "kysely";
import type { IndexTables } from "./index-schema.ts";

/** A damaged tree may be read incompletely without an error. Throws when even this cannot be found out. */
export async function isSound(db: Kysely<IndexTables>, table: keyof IndexTables): Promise<boolean> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.table(table)})`.execute(db);
  return rows.length === 1 && rows[0]?.quick_check === "ok";
}

/**
 * Throws when the index is damaged, as far as that can be found within milliseconds: the marks, which exist in no other
 * file, are checked completely; of the segments only the first and last.
 */
export async function checkIndex(db: Kysely<IndexTables>): Promise<void> {
  for (const end of ["asc", "desc"])
    await sql`select * from segment not indexed order by id ${sql.raw(end)} limit 1`.execute(db);
  for (const table of ["lock", "bookmark"] as const)
    if (!(await isSound(db, table))) throw new Error(`the index of recordings is malformed: ${table}`);
}
