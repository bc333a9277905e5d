/** When marks were made, changed or removed, so that each of two recorders that keep them hears of it from the other. */
import { type Kysely, type Migration, sql } from "kysely";

/** The same in SQLite and PostgreSQL. */
export const changedMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["bookmark", "lock"])
      for (const statement of [
        sql`alter table ${sql.table(table)} add column changed_ms double precision not null default 0`,
        sql`alter table ${sql.table(table)} add column noted_ms double precision not null default 0`,
        sql`update ${sql.table(table)} set changed_ms = created_ms, noted_ms = created_ms`,
        sql`create index ${sql.raw(`${table}_noted`)} on ${sql.table(table)}(noted_ms)`,
      ])
        await statement.execute(db);
    await sql`create table gone_mark(kind text not null, name text not null, own integer not null, stream text not null,
      changed_ms double precision not null, noted_ms double precision not null, primary key(kind, name))`.execute(db);
    await sql`create index gone_mark_noted on gone_mark(noted_ms)`.execute(db);
  },
};
