import type { Kysely, Migration } from "kysely";

/** What servers that share a database tell one another, and which there are. */
export const nodes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("bus_head")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seq", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("bus_messages")
      .addColumn("seq", "bigint", (column) => column.primaryKey())
      .addColumn("node", "text", (column) => column.notNull())
      .addColumn("topic", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("sent_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("bus_messages_sent").on("bus_messages").column("sent_ms").execute();
    await db.schema
      .createTable("nodes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seen_ms", "bigint", (column) => column.notNull())
      .execute();
  },
};
