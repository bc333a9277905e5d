/** Forward-only steps of the schema. Never change a step that was released: add one. */
import type { Kysely, Migration } from "kysely";

const first: Migration = {
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

const groups: Migration = {
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

/** The aggregator's tables; a standalone recorder leaves them empty. */
const aggregator: Migration = {
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

/** What happened is code and parameters, not a sentence alone. */
const told: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["server_events", "notification_events"])
      await db.schema
        .alterTable(table)
        .addColumn("told", "text", (column) => column.notNull().defaultTo(""))
        .execute();
  },
};

/** A session says who has verified its user. */
const signedInBy: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("sessions")
      .addColumn("signed_in_by", "text", (column) => column.notNull().defaultTo("password"))
      .execute();
  },
};

/** One-time codes as a second factor. */
const secondFactor: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable("users")
      .addColumn("factor_key", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await schema
      .alterTable("users")
      .addColumn("factor_step", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable("users")
      .addColumn("factor_recovery", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};

/** Entries of the audit are a chain, and say which cameras and times they are about. The chain is begun by AuditTrail. */
const chained: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    for (const [name, fallback] of [
      ["hash", ""],
      ["cameras", ""],
      ["result", "ok"],
    ] as const)
      await schema
        .alterTable("audit")
        .addColumn(name, "text", (column) => column.notNull().defaultTo(fallback))
        .execute();
    await schema
      .alterTable("audit")
      .addColumn("seq", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    for (const name of ["from_ms", "to_ms"]) await schema.alterTable("audit").addColumn(name, "bigint").execute();
    await schema.createIndex("audit_seq").on("audit").column("seq").execute();
    for (const name of ["username", "action"])
      await schema.createIndex(`audit_${name}`).on("audit").columns([name, "seq"]).execute();
    await schema
      .createTable("audit_head")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seq", "integer", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("removed_seq", "integer", (column) => column.notNull())
      .addColumn("removed_hash", "text", (column) => column.notNull())
      .addColumn("seal", "text", (column) => column.notNull())
      .execute();
  },
};

/** Accounts that a company's provider or directory verifies, and which session there a session here belongs to. */
const company: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, name, fallback] of [
      ["users", "signs_in_by", "password"],
      ["users", "provider_subject", ""],
      ["sessions", "provider_session", ""],
      ["sessions", "provider_token", ""],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(name, "text", (column) => column.notNull().defaultTo(fallback))
        .execute();
  },
};

/** Passkeys of accounts. */
const passkeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("credential_id", "text", (column) => column.notNull().unique())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", "bigint", (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("rp_id", "text", (column) => column.notNull())
      .addColumn("discoverable", "integer", (column) => column.notNull())
      .addColumn("synced", "integer", (column) => column.notNull())
      .addColumn("blocked", "integer", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .addColumn("used_ms", "bigint")
      .execute();
    await db.schema.createIndex("passkeys_user").on("passkeys").column("user_id").execute();
  },
};

/** Parts of a picture that are hidden. */
const privacyMasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable("cameras")
      .addColumn("privacy_masks", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await schema.alterTable("streams").addColumn("privacy_masks", "text").execute();
  },
};

/** Passwords of programs. */
const appPasswords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("app_passwords")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .addColumn("used_ms", "bigint")
      .addColumn("used_address", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("app_passwords_user").on("app_passwords").column("user_id").execute();
  },
};

/** Accounts that may see without privacy masks whatever their role is. */
const unmask: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("users")
      .addColumn("unmask", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** App passwords with which a program only watches. */
const viewOnly: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("app_passwords")
      .addColumn("view_only", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** By name; they run in the order of their names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "2026-11-21-first": first,
  "2026-11-21-groups": groups,
  "2026-11-22-aggregator": aggregator,
  "2026-11-25-told": told,
  "2026-11-26-chained": chained,
  "2026-11-26-signed-in-by": signedInBy,
  "2026-11-27-second-factor": secondFactor,
  "2026-11-28-company": company,
  "2026-11-28-passkeys": passkeys,
  "2026-11-28-privacy-masks": privacyMasks,
  "2026-11-29-app-passwords": appPasswords,
  "2026-11-30-unmask": unmask,
  "2026-11-30-view-only": viewOnly,
};
