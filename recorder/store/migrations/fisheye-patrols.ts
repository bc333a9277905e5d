/** Patrols: lists of named views of one fisheye, which a tile shows one after the other. */
import type { Kysely, Migration } from "kysely";

export const fisheyePatrols: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("fisheye_patrols")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("camera_id", "text", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("shared", "integer", (column) => column.notNull())
      .addColumn("stops", "text", (column) => column.notNull())
      .addColumn("glide_s", "real", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("fisheye_patrols_camera").on("fisheye_patrols").columns(["camera_id"]).execute();
  },
};
