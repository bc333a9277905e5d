/**
 * The event socket of one recorder, opened as its administrator, and reopened with growing pauses as long as it is
 * wanted.
 */
import * as z from "zod/mini";
import { WebSocket } from "ws";
import { type EventMessage, eventMessage } from "#protocol/rest/event-message.ts";
import type { ServerClient } from "./server-client.ts";

const PATH = "/service/events/socket";
const MAX_MESSAGE_BYTES = 16 * 1024;
/** A server may say this much at once: of 5,000 cameras that each has gone and that another one has come. */
const MESSAGES_AT_ONCE = 10_000;
/** More than this in the long run is a flood. */
const MESSAGES_PER_SECOND = 1000;
/** Recorders ping every 20 s. */
const SILENCE_MS = 45_000;

export interface SocketPace {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  readonly handshakeMs: number;
}
export const SOCKET_PACE: SocketPace = { firstRetryMs: 1000, longestRetryMs: 30_000, handshakeMs: 5000 };

interface EventSource {
  readonly client: ServerClient;
  readonly token: () => Promise<string>;
  readonly pace: SocketPace;
  readonly onMessage: (message: EventMessage) => void;
  /** whether events arrive at once; false = changes are seen only by checking */
  readonly onOpen: (isOpen: boolean) => void;
}

/** Message kinds of newer recorders that we do not know are not an error. */
const anyMessage = z.object({ type: z.string() });

export class ServerSocket {
  readonly #source: EventSource;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | null = null;
  #silence: NodeJS.Timeout | null = null;
  #failures = 0;
  #isOpen = false;
  #isStopped = false;

  constructor(source: EventSource) {
    this.#source = source;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  start(inMs: number): void {
    this.#isStopped = false;
    this.#timer = setTimeout(() => void this.#connect(), inMs);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  async #connect(): Promise<void> {
    const { client, token, pace } = this.#source;
    const value = await token().catch(() => null);
    if (this.#isStopped) return;
    if (value === null) return this.#retry();
    const socket = new WebSocket(client.url(PATH, "ws"), {
      agent: client.agent,
      headers: { authorization: `Bearer ${value}` },
      handshakeTimeout: pace.handshakeMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    const flood = { atMs: performance.now(), left: MESSAGES_AT_ONCE };
    socket.on("open", () => {
      this.#failures = 0;
      this.#heard(socket);
      this.#tell(true);
    });
    socket.on("ping", () => this.#heard(socket));
    socket.on("message", (data, isBinary) => {
      this.#heard(socket);
      const nowMs = performance.now();
      const grownBy = ((nowMs - flood.atMs) / 1000) * MESSAGES_PER_SECOND;
      Object.assign(flood, { atMs: nowMs, left: Math.min(MESSAGES_AT_ONCE, flood.left + grownBy) - 1 });
      const message = isBinary ? undefined : read((data as Buffer).toString("utf8"));
      if (message === undefined || flood.left < 0) socket.terminate();
      else if (message) this.#source.onMessage(message);
    });
    // A close follows every error.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.#silence) clearTimeout(this.#silence);
      this.#socket = null;
      this.#tell(false);
      this.#retry();
    });
  }

  #heard(socket: WebSocket): void {
    if (this.#silence) clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    this.#silence.unref();
  }

  #tell(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (!this.#isStopped) this.#source.onOpen(isOpen);
  }

  #retry(): void {
    if (this.#isStopped) return;
    const { firstRetryMs, longestRetryMs } = this.#source.pace;
    const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#connect(), longest * (0.5 + 0.5 * Math.random()));
    this.#timer.unref();
  }
}

/** Null: a kind that we do not know. Undefined: not a message at all. */
function read(text: string): EventMessage | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const known = eventMessage.safeParse(value);
    if (known.success) return known.data;
    return anyMessage.safeParse(value).success ? null : undefined;
  } catch {
    return undefined;
  }
}
