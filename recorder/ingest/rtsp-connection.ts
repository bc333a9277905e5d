import { failure } from "#domain/failures/failure.ts";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type AddressPolicy, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { header, type RtspMessage, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";
import { causeOf, type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";

export interface RtspTarget {
  /** rtsp(s)://host[:port]/path; a name and password inside are used when the fields below are empty */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly transport: "tcp" | "udp";
  /** where the camera may be, checked on the dialled address; absent = anywhere */
  readonly network?: AddressPolicy;
}

export interface RtspConnectionEvents {
  packet(channel: number, packet: Buffer): void;
  /** called once, also after `close`; null = we closed it */
  closed(trouble: Trouble | null): void;
}

const DEFAULT_PORT = { "rtsp:": 554, "rtsps:": 322 } as const;
const USER_AGENT = "Proscenium";
/** Limit of unsent bytes towards a camera that does not read. */
const MAX_UNSENT_BYTES = 64 * 1024;
/**
 * More unrequested messages than this in one stretch do not come from a camera: each of its requests would be answered.
 */
const UNASKED_MAX = 50;
const UNASKED_STRETCH_MS = 10_000;
const TEARDOWN_GRACE_MS = 300;

interface Pending {
  readonly resolve: (message: RtspMessage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Splits a target into what is dialled, what is requested and the login. Throws TroubleError for an invalid URL. */
function readTarget(target: RtspTarget) {
  let url: URL;
  try {
    url = new URL(target.url);
  } catch {
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-url") }));
  }
  if ((url.protocol !== "rtsp:" && url.protocol !== "rtsps:") || url.hostname === "")
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-rtsp") }));
  const own = urlCredentials(url);
  const username = target.username || own.username;
  const password = target.username ? target.password : target.password || own.password;
  return {
    secure: url.protocol === "rtsps:",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || DEFAULT_PORT[url.protocol],
    requestUrl: `rtsp://${url.host}${url.pathname}${url.search}`,
    auth: new RtspAuth(username, password),
  };
}

/** Every connection reads into this buffer and keeps a copy of what came, see `Keeper`. */
const readBuffer = Buffer.allocUnsafe(64 * 1024);
/** The memory in which one connection keeps what it received. */
const KEPT_BYTES = 64 * 1024;

/**
 * Copies received bytes, many reads into one piece of memory. One piece per read, or even the 64 KB that Node otherwise
 * allocates per read, costs more to allocate and collect than the copy. Each connection has its own, so that a stalled
 * camera does not keep another one's frames in memory.
 */
class Keeper {
  #free: Buffer = Buffer.alloc(0);

  keep(bytes: Uint8Array): Buffer {
    if (bytes.length > this.#free.length) this.#free = Buffer.allocUnsafeSlow(Math.max(KEPT_BYTES, bytes.length));
    const kept = this.#free.subarray(0, bytes.length);
    kept.set(bytes);
    this.#free = this.#free.subarray(bytes.length);
    return kept;
  }
}

/** One RTSP control connection: requests with authentication, and the interleaved packets between them. */
export class RtspConnection {
  readonly requestUrl: string;
  readonly #auth: RtspAuth;
  readonly #socket: Socket;
  readonly #events: RtspConnectionEvents;
  readonly #answerTimeoutMs: number;
  readonly #pending = new Map<number, Pending>();
  #sequence = 0;
  #session: string | null = null;
  #trouble: Trouble | null = null;
  #closed = false;
  #unasked = 0;
  #unaskedSinceMs = Number.NEGATIVE_INFINITY;

  private constructor(
    socket: Socket,
    requestUrl: string,
    auth: RtspAuth,
    events: RtspConnectionEvents,
    answerTimeoutMs: number,
    hear: (listener: (chunk: Buffer) => void) => void,
  ) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.requestUrl = requestUrl;
    this.#auth = auth;
    this.#socket = socket;
    this.#events = events;
    const parser = new RtspWireParser({
      message: (message) => this.#receive(message),
      packet: (channel, packet) => events.packet(channel, packet),
    });
    hear((chunk) => {
      if (this.#closed) return;
      try {
        parser.feed(chunk);
      } catch (error) {
        this.fail(troubleOf(error));
      }
    });
    socket.on("error", (error) => (this.#trouble ??= troubleOf(error)));
    socket.on("close", () => this.#end(this.#trouble ?? lostConnection));
  }

  /** Dials. Throws TroubleError. `answerTimeoutMs`: for the connection and for each request. */
  static open(
    target: RtspTarget,
    events: RtspConnectionEvents,
    answerTimeoutMs: number,
    signal: AbortSignal,
  ): Promise<RtspConnection> {
    const { secure, host, port, requestUrl, auth } = readTarget(target);
    const { network } = target;
    const forbidden = forbiddenLiteral(host, network);
    if (forbidden !== null) return Promise.reject(new TroubleError(forbiddenAddress(forbidden)));
    const lookup = network ? { lookup: pinnedLookup(network) } : {};
    return new Promise((resolve, reject) => {
      let listener: (chunk: Buffer) => void = () => undefined;
      const keeper = new Keeper();
      const onread = {
        buffer: readBuffer,
        callback: (bytes: number, buffer: Uint8Array) => {
          listener(keeper.keep(buffer.subarray(0, bytes)));
          return true;
        },
      };
      const socket = secure
        ? // Cameras use self-signed certificates: the connection is encrypted, but the camera's identity is not proved.
          connectTls({ host, port, rejectUnauthorized: false, ...lookup })
        : connectTcp({ host, port, noDelay: true, onread, ...lookup });
      const hear = (heard: (chunk: Buffer) => void): void => {
        listener = heard;
        if (secure) socket.on("data", heard);
      };
      const give = (error: Error): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        socket.destroy();
        reject(error);
      };
      const onAbort = (): void =>
        give(new TroubleError(failure("camera/unreachable", { cause: failure("camera/cancelled") })));
      const timer = setTimeout(
        () => give(new TroubleError(failure("camera/unreachable", { cause: failure("camera/silent") }))),
        answerTimeoutMs,
      );
      const onError = (error: Error): void =>
        give(new TroubleError(failure("camera/unreachable", { cause: causeOf(error) })));
      socket.once("error", onError);
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) return onAbort();
      socket.once(secure ? "secureConnect" : "connect", () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        socket.off("error", onError);
        resolve(new RtspConnection(socket, requestUrl, auth, events, answerTimeoutMs, hear));
      });
    });
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? "";
  }

  get localAddress(): string {
    return this.#socket.localAddress ?? "";
  }

  /** The session that all later requests name. */
  set session(id: string) {
    this.#session = id;
  }

  /**
   * Sends a request and waits for its answer, answering challenges. Throws TroubleError for everything but 2xx, unless
   * `anyStatus`: then the caller checks the answer (401 included, after the retry).
   */
  async request(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    anyStatus = false,
  ): Promise<{ status: number; message: RtspMessage }> {
    // One retry for the challenge, one more for a nonce that became stale in between.
    for (let attempt = 0; ; attempt++) {
      const message = await this.#exchange(method, url, headers);
      const status = statusOf(message);
      if (status === 401 && attempt < 2 && this.#auth.challenge(message.headers.get("www-authenticate") ?? []))
        continue;
      if (!anyStatus && (status < 200 || status >= 300)) throw refusal(method, status, message.startLine);
      return { status, message };
    }
  }

  /** Sends raw bytes on an interleaved channel; drops them when the camera does not read. */
  sendPacket(channel: number, packet: Buffer): void {
    if (this.#closed || this.#socket.writableLength > MAX_UNSENT_BYTES) return;
    const head = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]);
    this.#socket.write(Buffer.concat([head, packet]));
  }

  /** Ends the connection because of what the camera did. */
  fail(trouble: Trouble): void {
    this.#trouble ??= trouble;
    this.#socket.destroy();
    this.#end(trouble);
  }

  /** Sends TEARDOWN when there is a session, without waiting for the answer. */
  close(teardownUrl: string | null): void {
    if (this.#closed) return;
    if (this.#session !== null && teardownUrl !== null) {
      const text = this.#compose("TEARDOWN", teardownUrl, {}, ++this.#sequence);
      const timer = setTimeout(() => this.#socket.destroy(), TEARDOWN_GRACE_MS);
      this.#socket.once("close", () => clearTimeout(timer));
      this.#socket.end(text);
    } else this.#socket.destroy();
    this.#end(null);
  }

  #exchange(method: string, url: string, headers: Record<string, string>): Promise<RtspMessage> {
    if (this.#closed)
      return Promise.reject(
        new TroubleError(failure("camera/unreachable", { cause: failure("camera/connection-closed") })),
      );
    const sequence = ++this.#sequence;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.fail(failure("camera/stalled", { cause: failure("camera/call-silent", { name: method }) })),
        this.#answerTimeoutMs,
      );
      this.#pending.set(sequence, { resolve, reject, timer });
      this.#socket.write(this.#compose(method, url, headers, sequence));
    });
  }

  #compose(method: string, url: string, headers: Record<string, string>, sequence: number): string {
    const authorization = this.#auth.authorize(method, url);
    const all: Record<string, string> = { CSeq: String(sequence), "User-Agent": USER_AGENT, ...headers };
    if (this.#session !== null) all["Session"] = this.#session;
    if (authorization) all["Authorization"] = authorization;
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${url} RTSP/1.0\r\n${lines.join("")}\r\n`;
  }

  /** Counts an unrequested message; true when there are too many of them for a healthy camera. */
  #isStorm(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#unaskedSinceMs > UNASKED_STRETCH_MS) {
      this.#unaskedSinceMs = nowMs;
      this.#unasked = 0;
    }
    this.#unasked += 1;
    return this.#unasked > UNASKED_MAX;
  }

  #receive(message: RtspMessage): void {
    if (this.#closed) return;
    const sequence = Number(header(message, "cseq"));
    if (message.startLine.startsWith("HTTP/"))
      return this.fail(failure("camera/protocol", { cause: failure("camera/no-rtsp") }));
    if (!message.startLine.startsWith("RTSP/")) {
      if (this.#isStorm()) return this.fail(storm);
      // A request from the camera (REDIRECT, ANNOUNCE): redirects are not followed.
      this.#socket.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${Number.isInteger(sequence) ? sequence : 0}\r\n\r\n`);
      return;
    }
    const pending = this.#pending.get(sequence);
    if (!pending) {
      if (this.#isStorm()) this.fail(storm);
      return;
    }
    this.#pending.delete(sequence);
    clearTimeout(pending.timer);
    pending.resolve(message);
  }

  #end(trouble: Trouble | null): void {
    if (this.#closed) return;
    this.#closed = true;
    const why = trouble ?? lostConnection;
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(new TroubleError(why));
    }
    this.#pending.clear();
    this.#events.closed(trouble);
  }
}

const forbiddenAddress = (name: string): Trouble =>
  failure("camera/forbidden-address", { name, cause: failure("camera/forbidden", { name }) });
const storm: Trouble = failure("camera/protocol", { cause: failure("camera/storm") });
const lostConnection: Trouble = failure("camera/unreachable", { cause: failure("camera/closed") });

const statusOf = (message: RtspMessage): number => Number(/^RTSP\/\d\.\d (\d{3})/.exec(message.startLine)?.[1] ?? 0);

function refusal(method: string, status: number, startLine: string): TroubleError {
  const message = `${method}: ${startLine.slice(0, 120)}`;
  const cause = failure("other/message", { message });
  if (status === 401 || status === 403) return new TroubleError(failure("camera/auth", { cause }));
  if (status === 404) return new TroubleError(failure("camera/not-found", { cause }));
  if (status === 415) return new TroubleError(failure("camera/codec", { cause }));
  const isElsewhere = status >= 300 && status < 400;
  return new TroubleError(
    failure("camera/protocol", { cause: isElsewhere ? failure("camera/redirects", { message }) : cause }),
  );
}
