/**
 * The bus over a table of PostgreSQL. Messages are rows that are numbered in the order in which they can be seen; NOTIFY says that there are
 * new ones. So a server whose connection breaks hears afterwards what was said meanwhile.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { Mutex } from "#base/mutex.ts";
import type { Store } from "#recorder/store/store.ts";
import type { BusMessageRow } from "#recorder/store/tables/node-rows.ts";
import type { Bus } from "./bus.ts";
import type { NodeConnection } from "./node-connection.ts";
import { Topics } from "./topics.ts";

const HEAD = "bus";
/** topic by which a server says to all that messages may be missing */
const MISSED = "missed";
const ROWS_AT_ONCE = 500;
/** Whoever is away for longer reads all anew. */
const KEPT_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
const AGAIN_MS = 1000;
/** An answer does not wait longer for the others' messages: a server whose connection is away answers with what it knows. */
const LONGEST_WAIT_MS = 2000;

interface BusParts {
  readonly store: Store;
  readonly connection: NodeConnection;
  /** name of the channel */
  readonly channel: string;
  /** of this server */
  readonly node: string;
  readonly now: () => number;
  readonly log: { error: (what: object, text: string) => void };
}

type Message = Pick<BusMessageRow, "topic" | "body">;

export class PostgresBus implements Bus {
  readonly #parts: BusParts;
  readonly #topics: Topics;
  readonly #reading = new Mutex();
  readonly #ending = new AbortController();
  #queue: Message[] = [];
  #flushing: Promise<void> | null = null;
  /** number of the newest message that was heard */
  #heard: number;
  #isReadingSoon = false;
  #sweptMs = 0;

  private constructor(parts: BusParts, heard: number) {
    this.#parts = parts;
    this.#heard = heard;
    this.#topics = new Topics(parts.log);
  }

  /** What was said before this call is not heard. */
  static async open(parts: BusParts): Promise<PostgresBus> {
    const { store } = parts;
    await store
      .insertInto("bus_head")
      .values({ id: HEAD, seq: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await parts.connection.listen(parts.channel);
    return new PostgresBus(parts, await headOf(store));
  }

  publish(topic: string, body: unknown): void {
    this.#queue.push({ topic, body: JSON.stringify(body) });
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
  }

  on<T>(topic: string, schema: z.ZodMiniType<T>, listener: (body: T) => void | Promise<void>): void {
    this.#topics.on(topic, schema, listener);
  }

  onMissed(listener: () => void | Promise<void>): void {
    this.#topics.onMissed(listener);
  }

  async published(): Promise<void> {
    if (this.#flushing) await Promise.race([this.#flushing, pause(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  async heard(): Promise<void> {
    const head = await headOf(this.#parts.store).catch(() => this.#heard);
    if (head <= this.#heard) return;
    await Promise.race([this.read(), pause(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** Somebody may have ended before it could say what it did. */
  sayMissed(): void {
    this.publish(MISSED, null);
    void this.#reading.run(() => this.#topics.missed());
  }

  /** Hears what is new, if it does not do so already. */
  readSoon(): void {
    if (this.#isReadingSoon) return;
    this.#isReadingSoon = true;
    void this.read();
  }

  /** Resolves when all that is there now was heard. */
  read(): Promise<void> {
    return this.#reading.run(async () => {
      this.#isReadingSoon = false;
      try {
        while (!this.#ending.signal.aborted && (await this.#readSome()));
        await this.#sweep();
      } catch (error) {
        // The next beat of the connection tries again.
        if (!this.#ending.signal.aborted)
          this.#parts.log.error({ err: error }, "messages of other servers could not be read");
      }
    });
  }

  /** Says what waits to be said. */
  async close(): Promise<void> {
    const last = this.#flushing;
    this.#ending.abort();
    await last;
    await this.#reading.ended();
  }

  /** Whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { connection, node } = this.#parts;
    const rows = (await connection.query(
      `select h.seq as head, m.seq, m.node, m.topic, m.body from bus_head h
       left join lateral (select * from bus_messages where seq > $1 order by seq limit $2) m on true order by m.seq`,
      [this.#heard, ROWS_AT_ONCE],
    )) as { head: string; seq: string | null; node: string; topic: string; body: string }[];
    const head = Number(rows[0]?.head ?? 0);
    const messages = rows.flatMap((row) => (row.seq === null ? [] : [{ ...row, seq: Number(row.seq) }]));
    const first = messages[0]?.seq ?? head + 1;
    // They were swept away, or the database was put back from a backup.
    const isMissing = first > this.#heard + 1 || head < this.#heard;
    if (isMissing) {
      this.#heard = head;
      await this.#topics.missed();
      return false;
    }
    for (const { seq, node: from, topic, body } of messages) {
      if (from !== node) await (topic === MISSED ? this.#topics.missed() : this.#topics.hear(topic, body));
      this.#heard = seq;
    }
    return messages.length === ROWS_AT_ONCE;
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, ROWS_AT_ONCE);
      try {
        await this.#insert(batch);
        this.#queue = this.#queue.slice(batch.length);
      } catch (error) {
        this.#parts.log.error({ err: error }, "messages to other servers wait for the database");
        if (this.#ending.signal.aborted) return;
        await pause(AGAIN_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }

  async #insert(batch: readonly Message[]): Promise<void> {
    const { store, node, channel, now } = this.#parts;
    await store.transaction().execute(async (tx) => {
      const { seq } = await tx
        .updateTable("bus_head")
        .set((eb) => ({ seq: eb("seq", "+", batch.length) }))
        .where("id", "=", HEAD)
        .returning("seq")
        .executeTakeFirstOrThrow();
      const rows = batch.map((message, index) => ({
        ...message,
        seq: seq - batch.length + 1 + index,
        node,
        sent_ms: now(),
      }));
      await tx.insertInto("bus_messages").values(rows).execute();
      await sql`select pg_notify(${channel}, '')`.execute(tx);
    });
  }

  async #sweep(): Promise<void> {
    const { store, now } = this.#parts;
    const nowMs = now();
    if (Math.abs(nowMs - this.#sweptMs) < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    await store
      .deleteFrom("bus_messages")
      .where("sent_ms", "<", nowMs - KEPT_MS)
      .execute();
  }
}

async function headOf(store: Store): Promise<number> {
  const row = await store.selectFrom("bus_head").select("seq").where("id", "=", HEAD).executeTakeFirst();
  return row?.seq ?? 0;
}
