/** How accounts sign in: second factors, companies, passkeys, passwords of programs. */
import type { Kysely, Migration } from "kysely";

/** A session says who has verified its user. */
export const signedInBy: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("sessions")
      .addColumn("signed_in_by", "text", (column) => column.notNull().defaultTo("password"))
      .execute();
  },
};

/** One-time codes as a second factor. */
export const secondFactor: Migration = {
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

/** Accounts that a company's provider or directory verifies, and which session there a session here belongs to. */
export const company: Migration = {
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
export const passkeys: Migration = {
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

/** Passwords of programs. */
export const appPasswords: Migration = {
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

/** App passwords with which a program only watches. */
export const viewOnly: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("app_passwords")
      .addColumn("view_only", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
