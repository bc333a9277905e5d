/** A server among others on one PostgreSQL database: the bus, work that only one of them does at a time, and duties that only one of them has. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { AnyMutex } from "#base/mutex.ts";
import { ownUuid } from "#recorder/store/own-uuid.ts";
import type { Store } from "#recorder/store/store.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Bus } from "./bus.ts";
import type { Carrier } from "./carrier.ts";
import type { NatsSettings } from "./nats-carrier.ts";
import { NodeConnection, type NodeConnectionParts } from "./node-connection.ts";
import { type Duty, DUTIES, Mutexes, type Nodes } from "./nodes.ts";
import { Outbox } from "./outbox.ts";
import { OutboxBus } from "./outbox-bus.ts";

/** First half of the keys of exclusive work; the second half stands for the name of the work in the schema. */
const WORK_KEY = 0x50726f75;
/** A server that has not said for this long that it runs has ended without a word. */
const GONE_MS = 10_000;
const SEEN_EVERY_MS = 2000;

interface NodeLog {
  readonly error: (what: object, text: string) => void;
  readonly info: (text: string) => void;
}

interface Opening extends Pick<NodeConnectionParts, "url" | "onTaken" | "timing"> {
  /** null: PostgreSQL brings the messages */
  readonly nats: NatsSettings | null;
  /** how often it says that it runs and looks for the others; absent = as the product does it */
  readonly seenEveryMs?: number;
  readonly log: NodeLog;
  readonly now: () => number;
}

/** The connection comes first: nothing of the database is touched while another server has it for itself. */
export async function joinNodes({ url, onTaken, timing = {}, ...more }: Opening): Promise<{
  /** From this call on the bus is heard. */
  readonly begin: (store: Store, vault: Vault) => Promise<Nodes>;
  readonly close: () => Promise<void>;
}> {
  let joined: PostgresNodes | null = null;
  const connection = await NodeConnection.open({
    url,
    mode: "shared",
    onTaken,
    timing,
    onNotice: () => joined?.notice(),
    onBeat: () => joined?.beat(),
  });
  return {
    begin: async (store, vault) => {
      joined = await PostgresNodes.open({ ...more, store, vault, connection });
      return joined;
    },
    close: async () => connection.close(),
  };
}

interface NodesParts extends Pick<Opening, "nats" | "seenEveryMs" | "log" | "now"> {
  readonly store: Store;
  readonly vault: Vault;
  readonly connection: NodeConnection;
}

class PostgresNodes implements Nodes {
  readonly bus: Bus;
  readonly #parts: NodesParts;
  readonly #own: OutboxBus;
  readonly #carrier: Carrier | null;
  readonly #id: string;
  readonly #mutexes = new Mutexes();
  #count = 1;
  #seenMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  #isClosed = false;

  private constructor(parts: NodesParts, bus: OutboxBus, carrier: Carrier | null, id: string) {
    this.#parts = parts;
    this.#own = bus;
    this.#carrier = carrier;
    this.bus = bus;
    this.#id = id;
  }

  static async open(parts: NodesParts): Promise<PostgresNodes> {
    const id = randomBytes(9).toString("hex");
    const [row] = await parts.connection.query("select abs(hashtext(coalesce(current_schema(), ''))) as schema");
    const outbox = await Outbox.open({ ...parts, node: id, channel: `proscenium_${String(row?.schema)}` });
    const bus = await OutboxBus.open({ ...parts, outbox, node: id });
    const carrier = parts.nats && (await openNats(parts.nats, parts, bus));
    if (carrier) bus.carryBy(carrier);
    const opened = new PostgresNodes(parts, bus, carrier, id);
    await opened.#look();
    return opened;
  }

  get count(): number {
    return this.#count;
  }

  get nats(): Nodes["nats"] {
    return this.#carrier && (this.#carrier.isOpen ? "ok" : "away");
  }

  mutex(name: string): AnyMutex {
    // At most one connection of the pool waits for each name.
    return { run: (work) => this.#mutexes.of(name).run(() => this.#exclusively(name, work)) };
  }

  holds(duty: Duty): boolean {
    return this.#parts.connection.holds(duty);
  }

  notice(): void {
    this.#own.readSoon();
  }

  beat(): void {
    this.#own.readSoon();
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#parts.log.error({ err: error }, "the other servers could not be looked for");
      })
      .finally(() => {
        this.#looking = null;
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#own.close();
    await this.#looking;
    await this.#parts.store
      .deleteFrom("nodes")
      .where("id", "=", this.#id)
      .execute()
      .catch(() => undefined);
  }

  #exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#parts.store.connection().execute(async (connection) => {
      const key = sql`${WORK_KEY}::int, hashtext(coalesce(current_schema(), '') || '/' || ${name}::text)`;
      await sql`select pg_advisory_lock(${key})`.execute(connection);
      try {
        // The work must know what others changed before they released the lock.
        await this.bus.heard();
        const done = await work();
        await this.bus.published();
        return done;
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection);
      }
    });
  }

  async #look(): Promise<void> {
    const { connection, seenEveryMs = SEEN_EVERY_MS } = this.#parts;
    for (const duty of DUTIES) await connection.tryHold(duty);
    const nowMs = performance.now();
    if (nowMs - this.#seenMs < seenEveryMs) return;
    this.#seenMs = nowMs;
    const clock = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
    await connection.query(
      `insert into nodes (id, seen_ms) values ($1, ${clock}) on conflict (id) do update set seen_ms = excluded.seen_ms`,
      [this.#id],
    );
    // The server that finds one that ended without a word tells all servers, itself included.
    const gone = await connection.query(`delete from nodes where seen_ms < ${clock} - $1 returning id`, [GONE_MS]);
    if (gone.length > 0) this.#own.sayMissed();
    const [row] = await connection.query("select count(*)::int as count from nodes");
    this.#count = Math.max(1, Number(row?.count));
  }
}

/** The NATS client is loaded only where NATS is configured. */
async function openNats(settings: NatsSettings, { store, vault, log }: NodesParts, bus: OutboxBus): Promise<Carrier> {
  const { NatsCarrier } = await import("./nats-carrier.ts");
  const id = await ownUuid(store);
  const sealedFor = `bus/${id}`;
  return new NatsCarrier({
    settings,
    id,
    seal: (text) => vault.seal(text, sealedFor),
    open: (sealed) => vault.open(sealed, sealedFor),
    onMessage: (message) => bus.take(message),
    onOpen: () => bus.readSoon(),
    log,
  });
}
