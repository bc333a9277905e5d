/**
 * The link between a recorder and a relay as a port of typed calls: JSON texts on a WebSocket, checked in both
 * directions. Who says something else loses the link. A side that is silent for some seconds is gone.
 */
import type { WebSocket } from "ws";
import * as z from "zod/mini";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { isKnown } from "#domain/failures/known.ts";
import { readFailure, writeFailure } from "#protocol/rest/error.ts";
import type { Port } from "#recorder/ipc/channel.ts";

const PING_MS = 1000;
/** A line that is full, or a process that is busy, answers within this time. */
const SILENT_MS = 5000;
/** More than this unsent: the other side no longer reads. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const POLICY = 1008;

interface Call {
  readonly ask: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
}
/** Calls that this side serves and makes, and events that it takes. */
interface LinkSchemas {
  readonly serves: Readonly<Record<string, Call>>;
  readonly asks: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

const number = z.int().check(z.nonnegative());
const wire = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ask"), id: number, name: z.string(), ask: z.unknown() }),
  z.strictObject({
    kind: z.literal("answer"),
    id: number,
    answer: z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true), value: z.unknown() }),
      z.strictObject({ ok: z.literal(false), error: z.unknown() }),
    ]),
  }),
  z.strictObject({ kind: z.literal("event"), name: z.string(), event: z.unknown() }),
]);
type Wire = z.infer<typeof wire>;

/** Members that hold a failure, wherever they are: `error` of an answer, `failure` of a state, `why` of an end. */
const FAILURES = new Set(["error", "failure", "why"]);

export class LinkPort implements Port {
  readonly #socket: WebSocket;
  readonly #schemas: LinkSchemas;
  /** the calls that wait for their answers */
  readonly #asked = new Map<number, string>();
  readonly #messages = new Set<(message: unknown) => void>();
  readonly #ends = new Set<() => void>();
  readonly #pinger: NodeJS.Timeout;
  #heardMs = performance.now();

  constructor(socket: WebSocket, schemas: LinkSchemas) {
    this.#socket = socket;
    this.#schemas = schemas;
    socket.on("message", (data, isBinary) =>
      this.#take(isBinary || !Buffer.isBuffer(data) ? "" : data.toString("utf8")),
    );
    socket.on("pong", () => (this.#heardMs = performance.now()));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearInterval(this.#pinger);
      for (const end of this.#ends) end();
    });
    this.#pinger = setInterval(() => {
      if (performance.now() - this.#heardMs > SILENT_MS) socket.terminate();
      else socket.ping();
    }, PING_MS);
  }

  get connected(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  on(event: "message" | "disconnect", listener: ((message: unknown) => void) | (() => void)): void {
    if (event === "message") this.#messages.add(listener);
    else this.#ends.add(listener as () => void);
  }

  off(_event: "message", listener: (message: unknown) => void): void {
    this.#messages.delete(listener);
  }

  send(message: unknown, done?: (error: Error | null) => void): boolean {
    const said = message as Wire;
    if (said.kind === "ask") this.#asked.set(said.id, said.name);
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(said, written), (error) => done?.(error ?? null));
    return true;
  }

  end(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    this.#heardMs = performance.now();
    const message = this.#read(text);
    if (message === null) this.#socket.close(POLICY, "not a message of this link");
    else for (const listener of this.#messages) listener(message);
  }

  /** Null: it is none that this side understands. */
  #read(text: string): Wire | null {
    const parsed = wire.safeParse(json(text));
    if (!parsed.success) return null;
    const message = parsed.data;
    if (message.kind === "event") {
      const event = ownOf(this.#schemas.events, message.name)?.safeParse(message.event);
      return event?.success ? { ...message, event: withFailures(event.data) } : null;
    }
    if (message.kind === "ask") {
      const ask = ownOf(this.#schemas.serves, message.name)?.ask.safeParse(message.ask);
      return ask?.success ? { ...message, ask: ask.data } : null;
    }
    const name = this.#asked.get(message.id) ?? "";
    this.#asked.delete(message.id);
    const { answer } = message;
    if (!answer.ok) return { ...message, answer: { ok: false, error: failureIn(answer.error) } };
    const value = ownOf(this.#schemas.asks, name)?.answer.safeParse(answer.value);
    return value?.success ? { ...message, answer: { ok: true, value: withFailures(value.data) } } : null;
  }
}

/** Names come from the other side: what every object has is none of them. */
const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const failureIn = (value: unknown): Failure => readFailure(value, isKnown) ?? failure("process/gone");

function withFailures(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, FAILURES.has(name) && own !== null ? failureIn(own) : own]),
  );
}

/** Failures travel with their English text, for a side that does not know their code. */
const written = (name: string, value: unknown): unknown =>
  FAILURES.has(name) && typeof value === "object" && value !== null
    ? writeFailure(value as Failure, englishText)
    : value;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
