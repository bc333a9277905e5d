/** Opens the index of recordings that the configuration names. */
import { openPostgresIndex } from "./postgres-index.ts";
import type { RecordingIndex } from "./recording-index.ts";
import { openSqliteIndex } from "./sqlite-index.ts";

export interface IndexPlace {
  readonly recordingsDir: string;
  /** postgres://..., empty = a SQLite file in the recordings folder */
  readonly databaseUrl?: string;
}

/** Several processes may have it open. Throws when it cannot be opened. */
export const openIndex = ({ recordingsDir, databaseUrl = "" }: IndexPlace): Promise<RecordingIndex> =>
  databaseUrl === "" ? openSqliteIndex(recordingsDir) : openPostgresIndex(databaseUrl);
