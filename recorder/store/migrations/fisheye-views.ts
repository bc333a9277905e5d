/** Named views of fisheyes, and which of them an account begins with. */
import type { Kysely, Migration } from "kysely";

/** Accounts that share views though they administer nothing. */
export const sharesViews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("users")
      .addColumn("share", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

export const fisheyeViews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable("fisheye_views")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("camera_id", "text", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("shared", "integer", (column) => column.notNull())
      .addColumn("look", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("fisheye_views_camera").on("fisheye_views").columns(["camera_id"]).execute();
    await schema
      .createTable("fisheye_homes")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("camera_id", "text", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull())
      .addColumn("view_id", "text", (column) => column.notNull().references("fisheye_views.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("fisheye_homes_key", ["user_id", "orchid_id", "camera_id"])
      .execute();
  },
};
