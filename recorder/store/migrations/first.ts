/** The tables of the first release. */
import type { Kysely, Migration } from "kysely";

export const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable("users")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("username", "text", (column) => column.notNull())
      .addColumn("username_key", "text", (column) => column.notNull().unique())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("password_hash", "text", (column) => column.notNull())
      .addColumn("super_user", "integer", (column) => column.notNull())
      .addColumn("camera_scopes", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("sessions")
      .addColumn("id_hash", "text", (column) => column.primaryKey())
      .addColumn("handle", "text", (column) => column.notNull().unique())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .addColumn("expires_ms", "bigint", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
    await schema
      .createTable("cameras")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("driver", "text", (column) => column.notNull())
      .addColumn("uri", "text", (column) => column.notNull())
      .addColumn("credentials", "text", (column) => column.notNull())
      .addColumn("configuration", "text", (column) => column.notNull())
      .addColumn("capabilities", "text", (column) => column.notNull())
      .addColumn("features", "text", (column) => column.notNull())
      .addColumn("primary_stream_id", "text")
      .addColumn("retention_ms", "bigint", (column) => column.notNull())
      .addColumn("demo_key", "text")
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .addColumn("deleted_ms", "bigint")
      .execute();
    await schema
      .createTable("streams")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("camera_id", "text", (column) => column.notNull().references("cameras.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("active", "integer", (column) => column.notNull())
      .addColumn("uri", "text", (column) => column.notNull())
      .addColumn("profile_token", "text", (column) => column.notNull())
      .addColumn("fixed", "integer", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("configuration", "text", (column) => column.notNull())
      .addColumn("recording", "text", (column) => column.notNull())
      .addColumn("dewarp", "text", (column) => column.notNull())
      .addColumn("record_when_secondary", "integer", (column) => column.notNull())
      .addColumn("mask", "text")
      .addColumn("deleted_ms", "bigint")
      .execute();
    await schema.createIndex("streams_camera").on("streams").column("camera_id").execute();
    await schema
      .createTable("stages")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("shared", "integer", (column) => column.notNull())
      .addColumn("matrix", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("settings")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
    await schema
      .createTable("lockouts")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("until_ms", "bigint", (column) => column.notNull())
      .addColumn("updated_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("audit")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("when_ms", "bigint", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("username", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("target", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("audit_when").on("audit").column("when_ms").execute();
    await schema
      .createTable("server_events")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("when_ms", "bigint", (column) => column.notNull())
      .addColumn("stream_id", "text")
      .addColumn("camera_id", "text")
      .execute();
    await schema.createIndex("server_events_when").on("server_events").column("when_ms").execute();
    await schema
      .createTable("ptz_presets")
      .addColumn("token", "text", (column) => column.primaryKey())
      .addColumn("camera_id", "text", (column) => column.notNull().references("cameras.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("pan", "real", (column) => column.notNull())
      .addColumn("tilt", "real", (column) => column.notNull())
      .addColumn("zoom", "real", (column) => column.notNull())
      .execute();
  },
};
