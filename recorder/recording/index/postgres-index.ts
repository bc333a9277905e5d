/**
 * The index in PostgreSQL, for large sites: the same tables as in SQLite, in a schema of their own beside the
 * recorder's. Several recorders may have a schema each in one database.
 */
import { Kysely, Migrator, sql } from "kysely";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { ownSchema, PUBLIC } from "#recorder/store/postgres-schema.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import { postgresMigrations } from "./schema/postgres-migrations.ts";
import type { RecordingIndex } from "./recording-index.ts";
import type { SqlFlavour } from "./sql-flavour.ts";
import { sqlIndex } from "./sql-index.ts";

const SCHEMA = "recordings";
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

const flavour: SqlFlavour = {
  isTransient: (error) =>
    error instanceof Error && "code" in error && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE),
};

/** `url`: postgres://... Throws when it cannot be reached. */
export async function openPostgresIndex(url: string): Promise<RecordingIndex> {
  const schema = await schemaOfIndex(url);
  const db = new Kysely<IndexTables>({ dialect: await postgresDialect(url, schema) });
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
    const provider = { getMigrations: () => Promise.resolve(postgresMigrations) };
    const { error } = await new Migrator({ db, provider, migrationTableSchema: schema }).migrateToLatest();
    if (error !== undefined) throw error;
    return sqlIndex(db, flavour);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Each recorder of a database has a schema of its own, and one beside it for its index. */
async function schemaOfIndex(url: string): Promise<string> {
  const db = new Kysely<unknown>({ dialect: await postgresDialect(url) });
  try {
    const own = await ownSchema(db);
    if (own === PUBLIC) return SCHEMA;
    const schema = `${own}_${SCHEMA}`;
    if (await isKeptAsTheOnlyOne(db, own, schema))
      await sql`alter schema ${sql.id(SCHEMA)} rename to ${sql.id(schema)}`.execute(db);
    return schema;
  } finally {
    await db.destroy();
  }
}

/** Earlier releases gave every index the one name: it is this recorder's if it has a stream of its. */
async function isKeptAsTheOnlyOne(db: Kysely<unknown>, own: string, schema: string): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`select to_regclass(${`${SCHEMA}.stream`}) is not null
    and to_regclass(quote_ident(${own}) || '.streams') is not null
    and not exists (select from pg_namespace where nspname = ${schema}) as are`.execute(db);
  if (!rows[0]?.are) return false;
  const { rows: shared } = await sql`select 1 from ${sql.id(SCHEMA, "stream")} join ${sql.id(own, "streams")} as known
    on known.id = stream.id limit 1`.execute(db);
  return shared.length > 0;
}
