import { failure } from "#domain/failures/failure.ts";
import { EventEmitter } from "node:events";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import type { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { dial, type Place } from "./dial.ts";
import { exchange, type HttpExchange } from "./http-exchange.ts";

/** What a control connection needs of its socket. */
export interface LineSocket {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly writableLength: number;
  write(bytes: string | Uint8Array, encoding?: BufferEncoding): unknown;
  end(text: string, encoding: BufferEncoding): unknown;
  destroy(): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

const TYPE = "application/x-rtsp-tunnelled";
/** The length of each POST: what goes beyond it needs another one. */
const POST_BYTES = 32_767;
/** One for the challenge, one more for a nonce that became stale in between. */
const MAX_CHALLENGES = 2;

interface Tunnelled {
  readonly socket: LineSocket;
  hear(listener: (chunk: Buffer) => void): void;
}

/**
 * RTSP inside of HTTP, as QuickTime began it: the answer to a GET is what the camera sends, and a POST of the same cookie takes what it is
 * told, in base64. Throws TroubleError where the camera offers no such tunnel.
 */
export async function openTunnel(
  place: Place,
  path: string,
  auth: RtspAuth,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Tunnelled> {
  const cookie = randomBytes(16).toString("hex").slice(0, 22);
  const host = `${place.host.includes(":") ? `[${place.host}]` : place.host}:${place.port}`;
  const head = (method: string, more: readonly string[]): string => {
    const authorization = auth.authorize(method, path);
    const own = authorization ? [`Authorization: ${authorization}`] : [];
    const all = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "User-Agent: Proscenium", `x-sessioncookie: ${cookie}`];
    return `${[...all, "Pragma: no-cache", "Cache-Control: no-cache", ...more, ...own].join("\r\n")}\r\n\r\n`;
  };
  let answer: HttpExchange;
  for (let challenges = 0; ; challenges += 1) {
    answer = await exchange(place, head("GET", [`Accept: ${TYPE}`]), timeoutMs, signal);
    const { status, headers } = answer.head;
    const isTunnel = status === 200 && (headers.get("content-type") ?? []).join().toLowerCase().includes(TYPE);
    if (isTunnel) break;
    answer.close();
    const wanted = headers.get("www-authenticate") ?? [];
    if (status !== 401 || challenges === MAX_CHALLENGES || !auth.challenge(wanted))
      throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-rtsp") }));
  }
  const posting = async (): Promise<Socket> => {
    const { socket } = await dial(place, timeoutMs, signal);
    const type = [`Content-Type: ${TYPE}`, `Content-Length: ${POST_BYTES}`, "Expires: Sun, 9 Jan 1972 00:00:00 GMT"];
    socket.on("error", () => undefined);
    // Some cameras answer at once, and nothing of that is wanted.
    socket.resume();
    socket.write(head("POST", type), "latin1");
    return socket;
  };
  try {
    return new Tunnel(answer, await posting(), posting);
  } catch (error) {
    answer.close();
    throw error;
  }
}

class Tunnel extends EventEmitter<{ close: []; error: [Error] }> implements LineSocket, Tunnelled {
  readonly socket = this;
  readonly #get: HttpExchange;
  readonly #open: () => Promise<Socket>;
  #post: Socket;
  #postedBytes = 0;
  #waiting: Promise<void> = Promise.resolve();
  #isOver = false;

  /** `open`: another POST, when one is used up */
  constructor(get: HttpExchange, post: Socket, open: () => Promise<Socket>) {
    super();
    this.#get = get;
    this.#post = post;
    this.#open = open;
    // Until somebody listens.
    this.on("error", () => undefined);
  }

  hear(listener: (chunk: Buffer) => void): void {
    const ended = (trouble: Trouble): void => {
      this.emit("error", new TroubleError(trouble));
      this.destroy();
    };
    // What came with the head is heard as what comes later: when whoever listens is ready.
    setImmediate(() => {
      if (!this.#isOver) this.#get.hear(listener, ended);
    });
  }

  get remoteAddress(): string | undefined {
    return this.#get.socket.remoteAddress;
  }

  get localAddress(): string | undefined {
    return this.#get.socket.localAddress;
  }

  get writableLength(): number {
    return this.#post.writableLength;
  }

  write(bytes: string | Uint8Array, encoding: BufferEncoding = "latin1"): void {
    const raw = typeof bytes === "string" ? Buffer.from(bytes, encoding) : Buffer.from(bytes);
    const text = raw.toString("base64");
    this.#waiting = this.#waiting.then(() => this.#send(text)).catch((error: unknown) => this.#fail(error));
  }

  end(text: string, encoding: BufferEncoding): void {
    this.write(text, encoding);
    void this.#waiting.then(() => this.#post.end());
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#get.close();
    this.#post.destroy();
    this.emit("close");
  }

  async #send(text: string): Promise<void> {
    if (this.#isOver) return;
    if (this.#postedBytes + text.length > POST_BYTES || this.#post.destroyed) {
      const before = this.#post;
      this.#post = await this.#open();
      this.#postedBytes = 0;
      before.end();
      if (this.#isOver) return void this.#post.destroy();
    }
    this.#postedBytes += text.length;
    this.#post.write(text, "latin1");
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.emit("error", new TroubleError(troubleOf(error)));
    this.destroy();
  }
}
