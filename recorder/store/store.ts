/** The recorder's database: SQLite in the data folder, or PostgreSQL by `database.url`. */
import { Kysely, Migrator } from "kysely";
import { migrations } from "./migrations/migrations.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { ownSchema } from "./postgres-schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables/tables.ts";

export type Store = Kysely<Tables>;

export interface StoreOptions {
  /** file of the SQLite database; ":memory:" for tests */
  readonly file: string;
  /** postgres://..., empty = SQLite */
  readonly url: string;
}

/** Opens the database and brings its schema up to date. The caller must call `destroy()`. */
export async function openStore({ file, url }: StoreOptions): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: url === "" ? sqliteDialect({ file }) : await postgresDialect(url) });
  try {
    // Other servers may keep their tables in other schemas of the same database.
    const place = url === "" ? {} : { migrationTableSchema: await ownSchema(db) };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) }, ...place });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return db;
    throw error instanceof Error ? error : new Error("the database's schema could not be brought up to date");
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** new: without any table. older: this release changes it. newer: a later release has changed it. */
export type SchemaState = "new" | "same" | "older" | "newer";

/** What the schema of the SQLite database in `file` is; nothing is changed there. */
export async function schemaState(file: string): Promise<SchemaState> {
  const db = new Kysely<{ kysely_migration: { name: string } }>({ dialect: sqliteDialect({ file }) });
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    if (!tables.some(({ name }) => name === "kysely_migration")) return tables.length === 0 ? "new" : "older";
    const done = (await db.selectFrom("kysely_migration").select("name").execute()).map(({ name }) => name);
    if (done.some((name) => !(name in migrations))) return "newer";
    if (done.length === 0) return "new";
    return done.length < Object.keys(migrations).length ? "older" : "same";
  } finally {
    await db.destroy();
  }
}
