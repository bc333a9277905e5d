import type { Kysely, Migration } from "kysely";

/** Cameras of other recorders, which this one records while those are away. */
export const standby: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("cameras").addColumn("stood_in_for", "text").execute();
  },
};
