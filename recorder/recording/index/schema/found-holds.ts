/** Objects that were under a legal hold when they were taken in. */
import { type Kysely, type Migration, sql } from "kysely";

/** The same in SQLite and PostgreSQL. */
export const foundHolds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table bucket_object add column found integer not null default 0`.execute(db);
    await sql`create index bucket_object_found on bucket_object(id) where found = 1`.execute(db);
  },
};
