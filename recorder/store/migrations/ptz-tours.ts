/** Tours: presets that a camera goes to one after the other. */
import type { Kysely, Migration } from "kysely";

export const ptzTours: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("ptz_tours")
      .addColumn("camera_id", "text", (column) => column.primaryKey())
      .addColumn("stops", "text", (column) => column.notNull())
      .addColumn("enabled", "integer", (column) => column.notNull())
      .execute();
  },
};
