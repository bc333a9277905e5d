/** What both commands refuse in the same words. */
import type { Config } from "#recorder/config/config-shape.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

export function refusePostgres({ database, data }: Config, what: string): void {
  if (database.url === "") return;
  throw new StartRefused(
    `This server keeps its tables in PostgreSQL, which is ${what} with PostgreSQL's own tools: pg_dump and pg_restore of the database in database.url. Copy secret.key, export-signing.pem and config.json of ${data} beside it.`,
  );
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").trim();

/** The system says so by a code, SQLite in words. */
export const isFull = (error: unknown): boolean => /ENOSPC|EDQUOT|disk is full/.test(reasonOf(error));
