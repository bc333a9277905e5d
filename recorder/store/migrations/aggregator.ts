import type { Kysely, Migration } from "kysely";

/** The aggregator's tables; a standalone recorder leaves them empty. */
export const aggregator: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable("users")
      .addColumn("email", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await schema
      .createTable("orchids")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("uri", "text", (column) => column.notNull())
      .addColumn("direct_uri", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("permission_groups")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("admin", "integer", (column) => column.notNull())
      .addColumn("members", "text", (column) => column.notNull())
      .addColumn("member_groups", "text", (column) => column.notNull())
      .addColumn("apps", "text", (column) => column.notNull())
      .addColumn("granted", "text", (column) => column.notNull())
      .addColumn("revoked", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("smtp_servers")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("host", "text", (column) => column.notNull())
      .addColumn("port", "integer", (column) => column.notNull())
      .addColumn("security", "text", (column) => column.notNull())
      .addColumn("username", "text", (column) => column.notNull())
      .addColumn("password", "text", (column) => column.notNull())
      .addColumn("from_address", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("notifications")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("enabled", "integer", (column) => column.notNull())
      .addColumn("triggers", "text", (column) => column.notNull())
      .addColumn("scope", "text", (column) => column.notNull())
      .addColumn("orchids", "text", (column) => column.notNull())
      .addColumn("cameras", "text", (column) => column.notNull())
      .addColumn("smtp_server_id", "text")
      .addColumn("recipients", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("digest_time", "text", (column) => column.notNull())
      .addColumn("digest_sent_ms", "bigint", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("notification_events")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("notification_id", "text", (column) =>
        column.notNull().references("notifications.id").onDelete("cascade"),
      )
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull())
      .addColumn("camera_id", "text")
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("when_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("notification_events_notification")
      .on("notification_events")
      .column("notification_id")
      .execute();
  },
};
