/** Whether a SQLite index of recordings can be read. */
import { type Kysely, sql } from "kysely";
import type { IndexTables } from "./index-schema.ts";

/** A damaged tree may be read without an error, and not whole. Throws where not even this can be found out. */
export async function isSound(db: Kysely<IndexTables>, table: keyof IndexTables): Promise<boolean> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.table(table)})`.execute(db);
  return rows.length === 1 && rows[0]?.quick_check === "ok";
}

/**
 * Throws when the index is damaged, as far as that is found in milliseconds: the marks, which are in no other file, are looked
 * through, of the segments the ends.
 */
export async function checkIndex(db: Kysely<IndexTables>): Promise<void> {
  for (const end of ["asc", "desc"])
    await sql`select * from segment not indexed order by id ${sql.raw(end)} limit 1`.execute(db);
  for (const table of ["lock", "bookmark"] as const)
    if (!(await isSound(db, table))) throw new Error(`the index of recordings is malformed: ${table}`);
}
