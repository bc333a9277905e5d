/** The index in a SQLite file of the recordings folder: the default. */
import { Kysely, sql } from "kysely";
import { join } from "node:path";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import { migrateIndex } from "./schema/sqlite-migrations.ts";
import type { RecordingIndex } from "./recording-index.ts";
import type { SqlFlavour } from "./sql-flavour.ts";
import { sqlIndex } from "./sql-index.ts";

export const INDEX_FILE = "recordings.db";

const flavour: SqlFlavour = {
  // A writer waits for another one: see the time-out of the dialect.
  isTransient: () => false,
};

/**
 * Opens (and creates or migrates) the index in a recordings folder. Several processes may have it open; `media` writes
 * segments, `main` locks and bookmarks. Throws when the file is damaged: see `Recordings.open`, which rebuilds it.
 */
export async function openSqliteIndex(recordingsDir: string): Promise<RecordingIndex> {
  const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file: join(recordingsDir, INDEX_FILE) }) });
  try {
    await migrateIndex(db);
    await checkIndex(db);
    return sqlIndex(db, flavour);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A damaged tree may be read incompletely without an error. Throws when even this cannot be found out. */
export async function isSound(db: Kysely<IndexTables>, table: keyof IndexTables): Promise<boolean> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.table(table)})`.execute(db);
  return rows.length === 1 && rows[0]?.quick_check === "ok";
}

/**
 * Throws when the index is damaged, as far as that can be found within milliseconds: the marks, which exist in no other
 * file, are checked completely; of the segments only the first and last.
 */
async function checkIndex(db: Kysely<IndexTables>): Promise<void> {
  for (const end of ["asc", "desc"])
    await sql`select * from segment not indexed order by id ${sql.raw(end)} limit 1`.execute(db);
  for (const table of ["lock", "bookmark"] as const)
    if (!(await isSound(db, table))) throw new Error(`the index of recordings is malformed: ${table}`);
}
