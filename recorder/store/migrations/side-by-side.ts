/** What was in the memory of one process, and must be known to every node that shares the database. */
import { type Kysely, type Migration, sql } from "kysely";

/** Tickets, what counts once, and keys of one-time codes that wait for their first code. */
export const signInAnywhere: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable("tickets")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("session_hash", "text")
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("camera_id", "text")
      .addColumn("until_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("used_once")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("until_ms", "bigint", (column) => column.notNull())
      .execute();
    for (const table of ["tickets", "used_once"])
      await schema.createIndex(`${table}_until`).on(table).column("until_ms").execute();
    await schema.createIndex("tickets_session").on("tickets").column("session_hash").execute();
    await schema
      .createTable("pending_factors")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("sealed_key", "text", (column) => column.notNull())
      .addColumn("until_ms", "bigint", (column) => column.notNull())
      .execute();
  },
};

/** Which users have used which servers of an aggregator, and what these servers are still to be told of them. */
export const notices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable("used_servers")
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull().references("orchids.id").onDelete("cascade"))
      .addColumn("used_ms", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("used_servers_key", ["user_id", "orchid_id"])
      .execute();
    await schema
      .createTable("noted_sessions")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("expires_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createTable("owed_notices")
      .addColumn("orchid_id", "text", (column) => column.notNull().references("orchids.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("session_hash", "text", (column) => column.notNull())
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("made_ms", "bigint", (column) => column.notNull())
      .addColumn("claimed_until_ms", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("owed_notices_key", ["orchid_id", "kind", "user_id", "session_hash"])
      .execute();
  },
};

/** The version of the fleet's rows, and the cameras that went. The run is made anew when an aggregator starts alone. */
export const fleetVersions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable("fleet_head")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("run", "text", (column) => column.notNull())
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("told_from", "bigint", (column) => column.notNull())
      .execute();
    const newest = sql`(select coalesce(max(version), 0) from fleet_cameras)`;
    await sql`insert into fleet_head (id, run, version, told_from) values ('1', 'new', ${newest}, ${newest})`.execute(
      db,
    );
    await schema
      .createTable("fleet_gone")
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("orchid_id", "text", (column) => column.notNull())
      .addColumn("camera_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("fleet_gone_key", ["version", "orchid_id", "camera_id"])
      .execute();
  },
};
