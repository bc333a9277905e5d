/** The only file that knows how we speak to PostgreSQL: kysely above, pg below. */
import { PostgresDialect } from "kysely";
import { withSchema } from "./postgres-schema.ts";
import { verifyWritable } from "./postgres-writable.ts";

const INT8 = 20;
const NUMERIC = 1700;
const MAX_CONNECTIONS = 10;
/** A call waits no longer for a database that cannot be reached, or for a connection that is free. */
const CONNECT_LIMIT_MS = 10_000;

/** `schema`: where tables are looked up and made; none = as the address and PostgreSQL say. `destroy()` of Kysely closes it. */
export async function postgresDialect(url: string, schema?: string): Promise<PostgresDialect> {
  // Loaded only when it is needed, because most recorders never need it: their start does not pay for it.
  const { Pool, TypeOverrides } = await import("pg");
  const types = new TypeOverrides();
  // Times are epoch ms and sums are bytes: they fit a double.
  for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
  const pool = new Pool({
    connectionString: schema === undefined ? url : withSchema(url, schema),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    types,
    verify: verifyWritable,
  });
  // An idle connection that breaks is replaced at its next use; without a listener, its error event would end the
  // process.
  pool.on("error", () => undefined);
  // Nor may one that breaks between two statements of a transaction: the next statement says it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}
