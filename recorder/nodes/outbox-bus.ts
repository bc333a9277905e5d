/**
 * The bus over a table of PostgreSQL (outbox.ts). Either the database wakes the others, which read what is new, or a carrier brings them
 * what was written. In both cases the table decides: a message counts when it is written there, messages are heard in the order of their
 * numbers, and a server that misses a number reads it there. After a broken connection a server therefore hears what it has missed.
 */
import { setTimeout as pause } from "node:timers/promises";
import type * as z from "zod/mini";
import { Mutex } from "#base/mutex.ts";
import type { Bus } from "./bus.ts";
import type { Carrier } from "./carrier.ts";
import { type Message, type Outbox, SAID_AT_ONCE, type Saying } from "./outbox.ts";
import { Topics } from "./topics.ts";

/** topic by which a server says to all that messages may be missing */
const MISSED = "missed";
/** A server that was away for longer cannot catch up by messages: it reads everything anew. */
const KEPT_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
const AGAIN_MS = 1000;
/** An answer waits no longer than this for messages of the others. A server whose connection is broken then answers with what it knows. */
const LONGEST_WAIT_MS = 2000;

interface BusParts {
  readonly outbox: Outbox;
  /** id of this server */
  readonly node: string;
  readonly now: () => number;
  readonly log: { error: (what: object, text: string) => void };
}

export class OutboxBus implements Bus {
  readonly #parts: BusParts;
  readonly #topics: Topics;
  readonly #reading = new Mutex();
  readonly #ending = new AbortController();
  #carrier: Carrier | null = null;
  readonly #carrying = new Set<Promise<void>>();
  #queue: Saying[] = [];
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

  /** Messages that were published before this call are not heard. */
  static async open(parts: BusParts): Promise<OutboxBus> {
    return new OutboxBus(parts, await parts.outbox.head());
  }

  /** From now on messages go by this carrier while it is open. */
  carryBy(carrier: Carrier): void {
    this.#carrier = carrier;
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
    const head = await this.#parts.outbox.head().catch(() => this.#heard);
    if (head <= this.#heard) return;
    await Promise.race([this.read(), pause(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** Tells all that a server may have ended before it could say what it did. */
  sayMissed(): void {
    this.publish(MISSED, null);
    void this.#reading.run(() => this.#topics.missed());
  }

  /** Begins to read what is new, unless that is under way. */
  readSoon(): void {
    if (this.#isReadingSoon) return;
    this.#isReadingSoon = true;
    void this.read();
  }

  /** Resolves when all messages that are in the table now were heard. */
  read(): Promise<void> {
    return this.#reading.run(async () => {
      this.#isReadingSoon = false;
      await this.#guarded(async () => {
        while (!this.#ending.signal.aborted && (await this.#readSome()));
        await this.#sweep();
      });
    });
  }

  /** Takes a message that the carrier brought. When an earlier one is missing, it is read from the table. */
  take(message: Message): void {
    void this.#reading.run(() =>
      this.#guarded(async () => {
        if (message.seq <= this.#heard || this.#ending.signal.aborted) return;
        if (message.seq === this.#heard + 1) await this.#hear(message);
        else while (await this.#readSome());
      }),
    );
  }

  /** Publishes what still waits. */
  async close(): Promise<void> {
    const last = this.#flushing;
    this.#ending.abort();
    await last;
    await Promise.all(this.#carrying);
    await this.#carrier?.close();
    await this.#reading.ended();
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The next beat of the connection tries again.
      if (!this.#ending.signal.aborted)
        this.#parts.log.error({ err: error }, "messages of other servers could not be read");
    }
  }

  /** Resolves with whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { head, messages, isFull } = await this.#parts.outbox.after(this.#heard);
    const first = messages[0]?.seq ?? head + 1;
    // Rows were swept away, or the database was put back from a backup.
    const isMissing = first > this.#heard + 1 || head < this.#heard;
    if (isMissing) {
      this.#heard = head;
      await this.#topics.missed();
      return false;
    }
    for (const message of messages) await this.#hear(message);
    return isFull;
  }

  async #hear({ seq, node, topic, body }: Message): Promise<void> {
    if (node !== this.#parts.node) await (topic === MISSED ? this.#topics.missed() : this.#topics.hear(topic, body));
    this.#heard = seq;
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, SAID_AT_ONCE);
      try {
        await this.#write(batch);
        this.#queue = this.#queue.slice(batch.length);
      } catch (error) {
        this.#parts.log.error({ err: error }, "messages to other servers wait for the database");
        if (this.#ending.signal.aborted) return;
        await pause(AGAIN_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }

  async #write(batch: readonly Saying[]): Promise<void> {
    const { outbox, log } = this.#parts;
    const carrier = this.#carrier?.isOpen ? this.#carrier : null;
    const messages = await outbox.write(batch, carrier === null);
    if (carrier === null) return;
    // The messages can be read in the table from now on, so nobody waits for the carrier, which is only quicker.
    const carrying = carrier
      .carry(messages)
      .then((isCarried) => (isCarried ? undefined : outbox.wake()))
      .catch((error: unknown) => log.error({ err: error }, "the other servers could not be told of messages"))
      .finally(() => this.#carrying.delete(carrying));
    this.#carrying.add(carrying);
  }

  async #sweep(): Promise<void> {
    const { outbox, now } = this.#parts;
    const nowMs = now();
    if (Math.abs(nowMs - this.#sweptMs) < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    await outbox.forgetBefore(nowMs - KEPT_MS);
  }
}
