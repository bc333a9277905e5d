/** The recorder's database: SQLite in the data folder, or PostgreSQL by `database.url`. */
import { Kysely, Migrator, PostgresDialect } from "kysely";
import { migrations } from "./migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";

export type Store = Kysely<Tables>;

export interface StoreOptions {
  /** file of the SQLite database; ":memory:" for tests */
  readonly file: string;
  /** postgres://..., empty = SQLite */
  readonly url: string;
}

/** Opens the database and brings its schema up to date. Whoever opens it calls `destroy()`. */
export async function openStore({ file, url }: StoreOptions): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: url === "" ? sqliteDialect({ file }) : await postgresDialect(url) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw error instanceof Error ? error : new Error("the database's schema could not be brought up to date");
  }
  return db;
}

async function postgresDialect(url: string): Promise<PostgresDialect> {
  // Most recorders never need it: it costs their start nothing.
  const { Pool, TypeOverrides } = await import("pg");
  const INT8 = 20;
  const types = new TypeOverrides();
  // Times are epoch ms: they fit a double.
  types.setTypeParser(INT8, Number);
  return new PostgresDialect({ pool: new Pool({ connectionString: url, max: 10, types }) });
}
