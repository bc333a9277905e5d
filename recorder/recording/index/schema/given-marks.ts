/** Marks say who made them also where that account is not known, and those that another recorder has handed over where they come from. */
import { type Kysely, type Migration, sql } from "kysely";

/** The same in SQLite and PostgreSQL. */
export const givenMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["bookmark", "lock"])
      for (const statement of [
        sql`alter table ${sql.table(table)} add column author text not null default ''`,
        sql`alter table ${sql.table(table)} add column origin text not null default ''`,
        sql`create unique index ${sql.raw(`${table}_origin`)} on ${sql.table(table)}(origin) where origin <> ''`,
      ])
        await statement.execute(db);
  },
};
