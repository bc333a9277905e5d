/** Whether a PostgreSQL server takes changes. */
import { callbackify } from "node:util";
import type { ClientBase } from "pg";

const READ_ONLY = "25006";

/**
 * Throws, with PostgreSQL's own code for it, where the server repeats another one and is not its successor yet. A proxy or a virtual address
 * may lead to such a server for some seconds while the primary changes; a connection to it would stay useless after that.
 */
export async function refuseReadOnly(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>('select pg_is_in_recovery() as "isReadOnly"');
  if (rows[0]?.isReadOnly)
    throw Object.assign(new Error("the database is a standby that takes no changes"), { code: READ_ONLY });
}

const refuse = callbackify(refuseReadOnly);

/** The same for each new connection of a pool (its option `verify`). */
export const verifyWritable = (client: ClientBase, done: (error?: Error) => void): void =>
  refuse(client, (error) => done(error ?? undefined));
