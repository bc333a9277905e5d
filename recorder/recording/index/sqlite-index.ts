/** The index in a SQLite file of the recordings folder: the default. */
import { Kysely } from "kysely";
import { join } from "node:path";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { type IndexTables, migrateIndex } from "./index-schema.ts";
import { checkIndex } from "./index-soundness.ts";
import type { RecordingIndex } from "./recording-index.ts";
import type { SqlFlavour } from "./sql-flavour.ts";
import { sqlIndex } from "./sql-index.ts";

export const INDEX_FILE = "recordings.db";

const flavour: SqlFlavour = {
  // A writer waits for the other one: see the time-out of the dialect.
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
