/** Who listens to which messages of a bus. */
import type * as z from "zod/mini";

type Heard = (body: unknown) => void | Promise<void>;

export class Topics {
  readonly #log: { error: (what: object, text: string) => void };
  readonly #listeners = new Map<string, Heard[]>();
  readonly #missed: (() => void | Promise<void>)[] = [];

  constructor(log: { error: (what: object, text: string) => void }) {
    this.#log = log;
  }

  on<T>(topic: string, schema: z.ZodMiniType<T>, listener: (body: T) => void | Promise<void>): void {
    const heard: Heard = (body) => {
      const read = schema.safeParse(body);
      return read.success ? listener(read.data) : undefined;
    };
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), heard]);
  }

  onMissed(listener: () => void | Promise<void>): void {
    this.#missed.push(listener);
  }

  /** Calls one listener after the other. When one fails, the others still hear the message. */
  async hear(topic: string, text: string): Promise<void> {
    for (const listener of this.#listeners.get(topic) ?? [])
      await this.#guarded(topic, async () => listener(JSON.parse(text)));
  }

  async missed(): Promise<void> {
    for (const listener of this.#missed) await this.#guarded("missed messages", async () => listener());
  }

  async #guarded(topic: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.error({ err: error, topic }, "a message of another server could not be followed");
    }
  }
}
