import type { Kysely, Migration } from "kysely";

/** Entries of the audit are a chain, and say which cameras and times they are about. The chain is begun by AuditTrail. */
export const chained: Migration = {
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
