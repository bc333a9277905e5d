/**
 * What the servers of one database say to one another, kept in a table: numbered in the order in which it can be seen. A number is
 * given in the transaction that writes the message, so that nobody sees one before a smaller one.
 */
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Store } from "#recorder/store/store.ts";
import type { NodeConnection } from "./node-connection.ts";

const HEAD = "bus";
const ROWS_AT_ONCE = 500;

/** A message as it comes from the table, where a number is a text, or from a carrier. */
const message = z.object({
  seq: z.coerce.number().check(z.int(), z.positive()),
  /** id of the server that said it */
  node: z.string(),
  topic: z.string(),
  /** JSON */
  body: z.string(),
});
export type Message = z.infer<typeof message>;
/** A message before it is written. */
export type Saying = Pick<Message, "topic" | "body">;

/** null: this is no message of ours */
export function readMessage(value: unknown): Message | null {
  const read = message.safeParse(value);
  return read.success ? read.data : null;
}

interface Found {
  /** number of the newest message */
  readonly head: number;
  /** the messages after the number that was asked for, the oldest first */
  readonly messages: readonly Message[];
  /** whether there may be more */
  readonly isFull: boolean;
}

interface OutboxParts {
  readonly store: Store;
  readonly connection: NodeConnection;
  /** channel of the notifications that there is something new */
  readonly channel: string;
  /** id of this server */
  readonly node: string;
  readonly now: () => number;
}

export class Outbox {
  readonly #parts: OutboxParts;

  private constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  static async open(parts: OutboxParts): Promise<Outbox> {
    const { store, connection, channel } = parts;
    await store
      .insertInto("bus_head")
      .values({ id: HEAD, seq: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await connection.listen(channel);
    return new Outbox(parts);
  }

  /** Number of the newest message. */
  async head(): Promise<number> {
    const { store } = this.#parts;
    const row = await store.selectFrom("bus_head").select("seq").where("id", "=", HEAD).executeTakeFirst();
    return row?.seq ?? 0;
  }

  /** Writes all of them, or none. `wakes`: the others are notified as soon as they can read them. */
  async write(sayings: readonly Saying[], wakes: boolean): Promise<Message[]> {
    const { store, node, channel, now } = this.#parts;
    return store.transaction().execute(async (tx) => {
      const { seq } = await tx
        .updateTable("bus_head")
        .set((eb) => ({ seq: eb("seq", "+", sayings.length) }))
        .where("id", "=", HEAD)
        .returning("seq")
        .executeTakeFirstOrThrow();
      const first = seq - sayings.length + 1;
      const messages = sayings.map(({ topic, body }, index) => ({ seq: first + index, node, topic, body }));
      const sentMs = now();
      await tx
        .insertInto("bus_messages")
        .values(messages.map((one) => ({ ...one, sent_ms: sentMs })))
        .execute();
      if (wakes) await sql`select pg_notify(${channel}, '')`.execute(tx);
      return messages;
    });
  }

  /** Notifies the others that there is something to read. */
  async wake(): Promise<void> {
    const { store, channel } = this.#parts;
    await sql`select pg_notify(${channel}, '')`.execute(store);
  }

  async after(seq: number): Promise<Found> {
    const rows = await this.#parts.connection.query(
      `select h.seq as head, m.seq, m.node, m.topic, m.body from bus_head h
       left join lateral (select * from bus_messages where seq > $1 order by seq limit $2) m on true order by m.seq`,
      [seq, ROWS_AT_ONCE],
    );
    return {
      head: Number(rows[0]?.head ?? 0),
      messages: rows.flatMap((row) => readMessage(row) ?? []),
      isFull: rows.length === ROWS_AT_ONCE,
    };
  }

  async forgetBefore(sentMs: number): Promise<void> {
    await this.#parts.store.deleteFrom("bus_messages").where("sent_ms", "<", sentMs).execute();
  }
}

/** How many messages one call may write. */
export const SAID_AT_ONCE = ROWS_AT_ONCE;
