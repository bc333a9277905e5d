import type { Kysely, RawBuilder } from "kysely";

/** Statements of a migration, one after the other. */
export async function runStatements(db: Kysely<unknown>, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
