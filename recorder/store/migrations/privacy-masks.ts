import type { Kysely, Migration } from "kysely";

/** Parts of a picture that are hidden. */
export const privacyMasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable("cameras")
      .addColumn("privacy_masks", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await schema.alterTable("streams").addColumn("privacy_masks", "text").execute();
  },
};

/** Accounts that may see without privacy masks whatever their role is. */
export const unmask: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable("users")
      .addColumn("unmask", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
