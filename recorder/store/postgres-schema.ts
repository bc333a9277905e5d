/** The schema in which a server keeps its tables: the first one of the connection's search_path, as PostgreSQL names it. */
import { type Kysely, sql } from "kysely";

/** Where somebody names no schema. */
export const PUBLIC = "public";

interface Found {
  readonly own: string | null;
  readonly found: string | null;
}

/** Throws, with what to do, where the tables of another schema would be taken for ours. */
export async function ownSchema<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<Found>`select current_schema() as own, (select nspname from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = to_regclass('kysely_migration')) as found`.execute(
    db,
  );
  const { own = null, found = null } = rows[0] ?? {};
  if (own === null) throw new Error("there is none of the schemas that its search_path names: create one");
  if (found !== null && found !== own)
    throw new Error(
      `schema ${own} has no tables of ours, but schema ${found} has, which its search_path names too: let it name only one, by alter role or ?options=-c search_path=NAME`,
    );
  return own;
}

/** The same address, with connections that look into this schema alone. */
export function withSchema(url: string, schema: string): string {
  const address = new URL(url);
  const options = address.searchParams.get("options") ?? "";
  const quoted = `"${schema.replaceAll('"', '""')}"`.replaceAll(/[\s\\]/g, "\\$&");
  // The last one counts.
  address.searchParams.set("options", `${options} -c search_path=${quoted}`.trim());
  return address.href;
}
