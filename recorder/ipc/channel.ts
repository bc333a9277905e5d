/**
 * Typed calls between the recorder's processes over the channel that `fork` opens (serialization "advanced": Buffers
 * pass unchanged). One contract type per pair lists the calls and messages; see `contracts.ts`.
 */
import { type Result, fail } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { Serializable } from "node:child_process";

export interface Contract {
  readonly calls: Record<string, { ask: unknown; answer: unknown }>;
  readonly events: Record<string, unknown>;
}

type Wire =
  | { kind: "ask"; id: number; name: string; ask: unknown }
  | { kind: "answer"; id: number; answer: Result<unknown, Failure> }
  | { kind: "event"; name: string; event: unknown };

/** What both `ChildProcess` (in the parent) and `process` (in the child) offer. */
export interface Port {
  readonly connected: boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "disconnect", listener: () => void): unknown;
  off(event: "message", listener: (message: unknown) => void): unknown;
  send?: ((message: Serializable, callback?: (error: Error | null) => void) => boolean) | undefined;
}

/**
 * The port to the parent, in a forked process. Ends the process when the parent went while this process was loading.
 */
export function parentPort(): Port {
  // The event "disconnect" came before anything could listen for it.
  if (!process.connected) process.exit(0);
  return {
    get connected() {
      return process.connected;
    },
    on: (event: "message" | "disconnect", listener: (message: unknown) => void) => process.on(event, listener),
    off: (event, listener) => process.off(event, listener),
    send: (message, callback) => process.send?.(message, undefined, {}, callback) ?? false,
  };
}

/** `Mine`: what this side serves. `Theirs`: what the other side serves. */
export class Channel<Mine extends Contract, Theirs extends Contract> {
  readonly #port: Port;
  readonly #onFault: (call: string, error: unknown) => void;
  #nextId = 1;
  #pending = new Map<number, (answer: Result<unknown, Failure>) => void>();
  #handlers = new Map<string, (ask: never) => Promise<Result<unknown, Failure>> | Result<unknown, Failure>>();
  #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #onMessage = (message: unknown): void => this.#receive(message as Wire);

  /** `onFault` receives calls whose handler threw; without it they go to stderr, which `main` logs for its children. */
  constructor(port: Port, onFault: (call: string, error: unknown) => void = printFault) {
    this.#port = port;
    this.#onFault = onFault;
    port.on("message", this.#onMessage);
    port.on("disconnect", () => this.close(failure("process/gone")));
  }

  /**
   * Serves one call. An exception inside is a bug or a broken disk: it is answered as `process/failed` and logged. It
   * never ends the process: one visitor's question must not stop everybody's recordings.
   */
  serve<K extends keyof Mine["calls"] & string>(
    name: K,
    handler: (
      ask: Mine["calls"][K]["ask"],
    ) => Promise<Result<Mine["calls"][K]["answer"], Failure>> | Result<Mine["calls"][K]["answer"], Failure>,
  ): void {
    this.#handlers.set(name, handler);
  }

  call<K extends keyof Theirs["calls"] & string>(
    name: K,
    ask: Theirs["calls"][K]["ask"],
    timeoutMs = 15_000,
  ): Promise<Result<Theirs["calls"][K]["answer"], Failure>> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(refuse("process/timeout", { name })), timeoutMs);
      const settle = (answer: Result<unknown, Failure>): void => {
        clearTimeout(timer);
        if (this.#pending.delete(id)) resolve(answer);
      };
      this.#pending.set(id, settle);
      if (!this.#send({ kind: "ask", id, name, ask })) settle(refuse("process/gone"));
    });
  }

  tell<K extends keyof Mine["events"] & string>(name: K, event: Mine["events"][K]): void {
    this.#send({ kind: "event", name, event });
  }

  on<K extends keyof Theirs["events"] & string>(name: K, listener: (event: Theirs["events"][K]) => void): () => void {
    let set = this.#listeners.get(name);
    if (!set) this.#listeners.set(name, (set = new Set()));
    set.add(listener);
    return () => set.delete(listener);
  }

  /** Answers everything still open with a failure. */
  close(why: Failure): void {
    this.#port.off("message", this.#onMessage);
    for (const settle of [...this.#pending.values()]) settle(fail(why));
  }

  #send(message: Wire): boolean {
    if (!this.#port.connected || !this.#port.send) return false;
    this.#port.send(message, () => {});
    return true;
  }

  #receive(message: Wire): void {
    switch (message.kind) {
      case "ask":
        void this.#answer(message);
        return;
      case "answer":
        this.#pending.get(message.id)?.(message.answer);
        return;
      case "event":
        for (const listener of this.#listeners.get(message.name) ?? [])
          (listener as (event: unknown) => void)(message.event);
    }
  }

  async #answer(message: Extract<Wire, { kind: "ask" }>): Promise<void> {
    const handler = this.#handlers.get(message.name) as
      | ((ask: unknown) => Promise<Result<unknown, Failure>>)
      | undefined;
    if (!handler) {
      this.#send({
        kind: "answer",
        id: message.id,
        answer: refuse("process/unknown", { name: message.name }),
      });
      return;
    }
    try {
      this.#send({ kind: "answer", id: message.id, answer: await handler(message.ask) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#send({ kind: "answer", id: message.id, answer: refuse("process/failed", { message: reason }) });
      this.#onFault(message.name, error);
    }
  }
}

function printFault(call: string, error: unknown): void {
  process.stderr.write(`${call}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
