/**
 * The one connection by which a server is a node of its PostgreSQL database. It holds the lock that says who may use the
 * database, the locks of duties, and hears notifications. Whatever ends the connection frees all of it at once.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Client as PgClient } from "pg";
import { Mutex } from "#base/mutex.ts";
import { refuseReadOnly } from "#recorder/store/postgres-writable.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

/** First half of the key of our advisory locks ("Pros"); the second half stands for the schema, or for a name in it. */
const KEY = 0x50726f73;
const NAMED_KEY = KEY + 1;

const TIMING = {
  /** The pause before a broken connection is made again. */
  againMs: 1000,
  /** PostgreSQL may take this long to notice that a broken connection, which still holds the lock, is gone. */
  lingersMs: 120_000,
  beatMs: 1000,
  /** Without an answer for this long the connection counts as broken. It is less than PostgreSQL waits (KEEPALIVE). */
  silentMs: 5000,
};
type NodeTiming = typeof TIMING;

/** PostgreSQL ends a connection whose other side is silent for 11 s, and frees its locks. */
const KEEPALIVE = "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";

/** alone: no other server may use the database. shared: servers that know of sharing may. A release that does not know of it is alone. */
export type NodeMode = "alone" | "shared";
const HOLD: Readonly<Record<NodeMode, string>> = {
  alone: "select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), ''))) as held",
  shared: "select pg_try_advisory_lock_shared($1, hashtext(coalesce(current_schema(), ''))) as held",
};
const HOLD_NAMED = "select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), '') || '/' || $2)) as held";

type Row = Readonly<Record<string, unknown>>;
interface Client {
  /** queries run one after the other */
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

export interface NodeConnectionParts {
  readonly url: string;
  readonly mode: NodeMode;
  /** another server took the database while the connection was broken: this one must end */
  readonly onTaken: (refused: StartRefused) => void;
  /** a notification came on the channel that `listen` named */
  readonly onNotice?: () => void;
  /** the connection answers: about once a second, and after it was made again */
  readonly onBeat?: () => void;
  readonly timing?: Partial<NodeTiming>;
}

export class NodeConnection {
  readonly #parts: NodeConnectionParts;
  readonly #timing: NodeTiming;
  readonly #ending = new AbortController();
  readonly #held = new Set<string>();
  #client: Client | null = null;
  #channel: string | null = null;

  private constructor(parts: NodeConnectionParts) {
    this.#parts = parts;
    this.#timing = { ...TIMING, ...parts.timing };
  }

  /**
   * Throws StartRefused when another server has the database, and otherwise what PostgreSQL said. Needs a connection of its own: a pool that
   * lends one for a statement only (PgBouncer's transaction mode) does not keep locks.
   */
  static async open(parts: NodeConnectionParts): Promise<NodeConnection> {
    const opened = new NodeConnection(parts);
    const client = await opened.#connect();
    if (client === "held") throw refusal(parts.mode);
    opened.#client = client;
    void opened.#beat();
    return opened;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** Listens to this channel from now on, and again after a broken connection. */
  async listen(channel: string): Promise<void> {
    this.#channel = channel;
    await this.query(`listen ${channel}`);
  }

  /** Throws when there is no connection. */
  async query(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = this.#client;
    if (client === null) throw new Error("the database does not answer");
    return (await client.query(text, values)).rows;
  }

  /** Whether this server has the named lock. Each call that finds it missing tries to get it. */
  async tryHold(name: string): Promise<boolean> {
    const client = this.#client;
    if (client === null || this.#held.has(name)) return this.holds(name);
    const [row] = await this.query(HOLD_NAMED, [NAMED_KEY, name]);
    if (row?.held === true && client === this.#client) this.#held.add(name);
    return this.holds(name);
  }

  holds(name: string): boolean {
    return this.#held.has(name);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#held.clear();
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  /** Looks again and again whether the connection answers, and makes a broken one again. Ends only with the server. */
  async #beat(): Promise<void> {
    const { beatMs, silentMs } = this.#timing;
    while (!this.#ending.signal.aborted) {
      await pause(beatMs, undefined, { ref: false });
      const client = this.#client;
      if (client === null) continue;
      const answered = client.query("select 1").then(
        () => true,
        () => false,
      );
      const isSound = await Promise.race([answered, pause(silentMs, false, { ref: false })]);
      if (isSound) this.#parts.onBeat?.();
      else {
        this.#lost(client);
        await client.end().catch(() => undefined);
      }
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#held.clear();
    if (!this.#ending.signal.aborted) void this.#regain();
  }

  async #regain(): Promise<void> {
    const { againMs, lingersMs } = this.#timing;
    let refusedSinceMs: number | null = null;
    while (!this.#ending.signal.aborted && this.#client === null) {
      await pause(againMs, undefined, { ref: false });
      const got = await this.#connect().catch(() => "unreachable" as const);
      if (got === "held" || got === "unreachable") {
        refusedSinceMs = got === "held" ? (refusedSinceMs ?? performance.now()) : null;
        if (refusedSinceMs !== null && performance.now() - refusedSinceMs > lingersMs)
          return this.#parts.onTaken(refusal(this.#parts.mode));
      } else if (this.#ending.signal.aborted) await got.end();
      else {
        this.#client = got;
        this.#parts.onBeat?.();
      }
    }
  }

  async #connect(): Promise<Client | "held"> {
    const pg = await import("pg");
    const client = new pg.Client({
      connectionString: this.#parts.url,
      keepAlive: true,
      connectionTimeoutMillis: this.#timing.silentMs,
      application_name: "proscenium node",
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return await this.#taken(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Holds the lock of its mode on a connection that was just made. */
  async #taken(client: PgClient): Promise<Client | "held"> {
    const { mode, onNotice } = this.#parts;
    await refuseReadOnly(client);
    await client.query(KEEPALIVE);
    const { rows } = await client.query<{ held: boolean }>(HOLD[mode], [KEY]);
    if (!rows[0]?.held) {
      await client.end();
      return "held";
    }
    const turns = new Mutex();
    const made: Client = {
      query: (text, values = []) => turns.run(() => client.query<Row>(text, values)),
      end: () => client.end(),
    };
    client.on("notification", () => onNotice?.());
    client.once("end", () => this.#lost(made));
    if (this.#channel !== null) await made.query(`listen ${this.#channel}`);
    return made;
  }
}

const refusal = (mode: NodeMode): StartRefused =>
  new StartRefused(
    mode === "alone"
      ? "The database of database.url is in use by another server. Stop that one, or name another database: a recorder does not share one."
      : "The database of database.url is in use by a server that does not share it: a recorder, or an aggregator of an older release. Stop that one, or name another database.",
  );
