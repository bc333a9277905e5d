import type { Kysely, Migration } from "kysely";

/** What happened is code and parameters, not a sentence alone. */
export const told: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["server_events", "notification_events"])
      await db.schema
        .alterTable(table)
        .addColumn("told", "text", (column) => column.notNull().defaultTo(""))
        .execute();
  },
};
