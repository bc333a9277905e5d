/** One server for each database of PostgreSQL: this release keeps rights, tickets and events in memory, which a second one would not see. */
import { setTimeout as pause } from "node:timers/promises";
import { StartRefused } from "./start-refused.ts";

/** First half of the key of our advisory locks ("Pros"); the second one stands for the schema. */
const KEY = 0x50726f73;
/**
 * A connection that broke is made again so often; PostgreSQL may take so long to notice that the broken one, which holds the lock, is
 * gone.
 */
const TIMING = { againMs: 1000, lingersMs: 120_000 };

const HOLD = "select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), ''))) as held";

interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: { held?: boolean }[] }>;
  end(): Promise<void>;
}

/**
 * Holds the database until what it returns is called. Throws StartRefused when another server holds it. `onTaken`: after a broken
 * connection another server was quicker, and this one must end. Needs a connection of its own: a pool that lends one for
 * a statement only (PgBouncer's transaction mode) does not keep locks.
 */
export async function lockPostgres(
  url: string,
  onTaken: (refused: StartRefused) => void,
  timing = TIMING,
): Promise<() => Promise<void>> {
  const released = new AbortController();
  let connection: Connection | null = null;
  const lost = (): void => {
    connection = null;
    if (!released.signal.aborted) void regain();
  };
  const regain = async (): Promise<void> => {
    let refusedSinceMs: number | null = null;
    while (!released.signal.aborted && connection === null) {
      await pause(timing.againMs, undefined, { ref: false });
      const got = await hold(url, lost).catch(() => "unreachable" as const);
      if (got === "held" || got === "unreachable") {
        refusedSinceMs = got === "held" ? (refusedSinceMs ?? performance.now()) : null;
        if (refusedSinceMs !== null && performance.now() - refusedSinceMs > timing.lingersMs) return onTaken(refusal());
      } else if (released.signal.aborted) await got.end();
      else connection = got;
    }
  };
  const first = await hold(url, lost);
  if (first === "held") throw refusal();
  connection = first;
  return async () => {
    released.abort();
    await connection?.end();
  };
}

/** Throws when PostgreSQL cannot be reached. */
async function hold(url: string, onLost: () => void): Promise<Connection | "held"> {
  const { Client } = await import("pg");
  const client = new Client({ connectionString: url, keepAlive: true, application_name: "proscenium lock" });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(HOLD, [KEY]);
  if (!rows[0]?.held) {
    await client.end();
    return "held";
  }
  client.once("end", onLost);
  return client;
}

const refusal = (): StartRefused =>
  new StartRefused(
    "The database of database.url is in use by another server. Stop that one, or name another database: this release does not share one.",
  );
