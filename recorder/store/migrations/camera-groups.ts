/** Groups of cameras. */
import type { Kysely, Migration } from "kysely";

export const groups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("camera_groups")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("parent_id", "text")
      .addColumn("cameras", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
  },
};
