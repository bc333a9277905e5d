/**
 * The bus over a table of PostgreSQL (outbox.ts). Either the database wakes the others, which read what is new, or a carrier brings them
 * what was written. The table decides in both: a message counts when it is written, each is heard in the order of its number, and who
 * finds a number missing reads it there. So a server whose connection breaks hears afterwards what was said meanwhile.
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
/** Whoever is away for longer reads all anew. */
const KEPT_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
const AGAIN_MS = 1000;
/** An answer does not wait longer for the others' messages: a server whose connection is away answers with what it knows. */
const LONGEST_WAIT_MS = 2000;

interface BusParts {
  readonly outbox: Outbox;
  /** of this server */
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

  /** What was said before this call is not heard. */
  static async open(parts: BusParts): Promise<OutboxBus> {
    return new OutboxBus(parts, await parts.outbox.head());
  }

  /** What is said from now on goes by this one while it is open. */
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
      await this.#guarded(async () => {
        while (!this.#ending.signal.aborted && (await this.#readSome()));
        await this.#sweep();
      });
    });
  }

  /** The carrier brought this. Where one before it is missing, the table has it. */
  take(message: Message): void {
    void this.#reading.run(() =>
      this.#guarded(async () => {
        if (message.seq <= this.#heard || this.#ending.signal.aborted) return;
        if (message.seq === this.#heard + 1) await this.#hear(message);
        else while (await this.#readSome());
      }),
    );
  }

  /** Says what waits to be said. */
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

  /** Whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { head, messages, isFull } = await this.#parts.outbox.after(this.#heard);
    const first = messages[0]?.seq ?? head + 1;
    // They were swept away, or the database was put back from a backup.
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
    // It can be read from now on: nobody waits for the way that is only quicker.
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
