import { failure } from "#domain/failures/failure.ts";
import type { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { type RtspMessage, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { DoubtfulAnswer } from "./doubtful-answer.ts";
import { isSuccess, refusal, type RtspAnswer, statusOf } from "./rtsp-answer.ts";
import { dialRtsp, type RtspLine, type RtspTarget, type RtspTrace } from "./rtsp-dial.ts";
import type { LineSocket } from "./rtsp-tunnel.ts";
import { answerTo, isGoodbyeRequest, sequenceOf, Unasked } from "./unasked.ts";

export interface RtspConnectionEvents {
  packet(channel: number, packet: Buffer): void;
  /** these many bytes between packets belonged to nothing */
  strayed?(bytes: number): void;
  /** the camera says that it ends */
  goodbye?(): void;
  /** called once, also after `close`; null = we closed it */
  closed(trouble: Trouble | null): void;
}

const USER_AGENT = "Proscenium";
/** Limit of unsent bytes towards a camera that does not read. */
const MAX_UNSENT_BYTES = 64 * 1024;
const TEARDOWN_GRACE_MS = 300;
/** A description whose length is not said, or is wrong, has ended when nothing came for this long. */
const BODY_QUIET_MS = 400;

/** What is not vital may stay without an answer; what is optional is waited for half as long. */
export type RequestWeight = "vital" | "idle" | "optional";

interface Pending {
  readonly resolve: (message: RtspMessage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One RTSP control connection: requests with authentication, and the interleaved packets between them. */
export class RtspConnection {
  readonly requestUrl: string;
  readonly auth: RtspAuth;
  readonly #socket: LineSocket;
  readonly isSecure: boolean;
  readonly #events: RtspConnectionEvents;
  readonly #answerTimeoutMs: number;
  readonly #trace: RtspTrace | null;
  readonly #pending = new Map<number, Pending>();
  #sequence = 0;
  /** the last request that nobody waits for any more */
  #givenUp = -1;
  #session: string | null = null;
  #trouble: Trouble | null = null;
  #closed = false;
  readonly #unasked = new Unasked();
  readonly #doubtful = new DoubtfulAnswer();
  #bodyTimer: NodeJS.Timeout | undefined;
  /** it speaks RTSP */
  #hasAnswered = false;

  private constructor(line: RtspLine, events: RtspConnectionEvents, answerTimeoutMs: number, trace: RtspTrace | null) {
    const { socket } = line;
    this.#trace = trace;
    trace?.opened();
    this.#answerTimeoutMs = answerTimeoutMs;
    this.requestUrl = line.requestUrl;
    this.auth = line.auth;
    this.isSecure = line.isSecure;
    this.#socket = socket;
    this.#events = events;
    const parser = new RtspWireParser({
      message: (message) => this.#receive(message),
      packet: (channel, packet) => events.packet(channel, packet),
      strayed: (bytes) => events.strayed?.(bytes),
    });
    line.hear((chunk) => {
      if (this.#closed) return;
      trace?.came(chunk);
      try {
        parser.feed(chunk);
      } catch (error) {
        this.fail(troubleOf(error));
      }
      clearTimeout(this.#bodyTimer);
      if (parser.isInBody) this.#bodyTimer = setTimeout(() => this.#closed || parser.release(), BODY_QUIET_MS);
    });
    socket.on("error", (error) => (this.#trouble ??= troubleOf(error)));
    socket.on("close", () => this.#end(this.#trouble ?? lostConnection));
  }

  /** Dials. Throws TroubleError. `answerTimeoutMs`: for the connection and for each request; `auth`: what an earlier one has asked for. */
  static async open(
    target: RtspTarget,
    events: RtspConnectionEvents,
    answerTimeoutMs: number,
    signal: AbortSignal,
    auth?: RtspAuth,
  ): Promise<RtspConnection> {
    const line = await dialRtsp(target, answerTimeoutMs, signal, auth);
    return new RtspConnection(line, events, answerTimeoutMs, target.trace ?? null);
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? "";
  }

  get localAddress(): string {
    return this.#socket.localAddress ?? "";
  }

  /** The session that all later requests name. */
  set session(id: string | null) {
    this.#session = id;
  }

  /** As `ask`, but throws TroubleError for everything but 2xx. */
  async request(method: string, url: string, headers: Record<string, string> = {}): Promise<RtspAnswer> {
    const answer = await this.ask(method, url, headers);
    if (!isSuccess(answer.status)) throw refusal(method, answer);
    return answer;
  }

  /**
   * Sends a request and waits for its answer, answering challenges; the caller checks the status (401 included, after
   * the retry). Throws TroubleError when no answer comes; the connection ends then, unless the request is not vital.
   */
  async ask(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    weight: RequestWeight = "vital",
  ): Promise<RtspAnswer> {
    // One retry for the challenge, one more for a nonce that became stale in between.
    for (let attempt = 0; ; attempt++) {
      const message = await this.#exchange(method, url, headers, weight);
      const status = statusOf(message);
      const challenges = message.headers.get("www-authenticate") ?? [];
      // Some cameras call it forbidden, or say that there is nothing, to who comes without a login.
      const isAsked = status === 401 || (status >= 400 && challenges.length > 0);
      if (isAsked && attempt < 2 && this.auth.challenge(challenges)) continue;
      if (!isAsked) this.auth.accepted();
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
      this.#socket.end(text, "latin1");
    } else this.#socket.destroy();
    this.#end(null);
  }

  #exchange(method: string, url: string, headers: Record<string, string>, weight: RequestWeight): Promise<RtspMessage> {
    if (this.#closed)
      return Promise.reject(
        new TroubleError(failure("camera/unreachable", { cause: failure("camera/connection-closed") })),
      );
    const sequence = ++this.#sequence;
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        if (!this.#pending.has(sequence)) return;
        const silent = failure("camera/stalled", { cause: failure("camera/call-silent", { name: method }) });
        if (weight === "vital") return this.fail(silent);
        this.#pending.delete(sequence);
        this.#givenUp = sequence;
        reject(new TroubleError(silent));
      };
      // A process that was held up reads first what has come meanwhile.
      const limitMs = weight === "optional" ? this.#answerTimeoutMs / 2 : this.#answerTimeoutMs;
      const timer = setTimeout(() => setImmediate(expire), limitMs);
      this.#pending.set(sequence, { resolve, reject, timer });
      this.#socket.write(this.#compose(method, url, headers, sequence), "latin1");
    });
  }

  #compose(method: string, url: string, headers: Record<string, string>, sequence: number): string {
    const authorization = this.auth.authorize(method, url);
    const all: Record<string, string> = { CSeq: String(sequence), "User-Agent": USER_AGENT, ...headers };
    if (this.#session !== null) all["Session"] = this.#session;
    if (authorization) all["Authorization"] = authorization;
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `${method} ${url} RTSP/1.0\r\n${lines.join("")}\r\n`;
    this.#trace?.sent(text);
    return text;
  }

  #receive(message: RtspMessage): void {
    if (this.#closed) return;
    const sequence = sequenceOf(message);
    const isHttp = /^http\//i.test(message.startLine);
    // Some cameras write their answers as HTTP. A web server knows no number; one beside a camera's answers answers nobody.
    if (isHttp && !this.#pending.has(sequence)) {
      if (this.#hasAnswered) return this.#answer(undefined, message);
      return this.fail(failure("camera/protocol", { cause: failure("camera/no-rtsp") }));
    }
    this.#hasAnswered = true;
    if (!isHttp && !/^rtsp\//i.test(message.startLine)) {
      if (this.#unasked.isStorm(performance.now())) return this.fail(storm);
      this.#socket.write(answerTo(message));
      if (isGoodbyeRequest(message)) this.#events.goodbye?.();
      return;
    }
    // The answer itself follows.
    if (statusOf(message) >= 100 && statusOf(message) < 200) return;
    const isOurs = this.#pending.has(sequence) || sequence === this.#givenUp;
    const oldest = this.#pending.keys().next().value;
    if (!isOurs && this.#doubtful.isDoubtful(sequence, oldest))
      return this.#doubtful.hold(message, (held) => this.#answer(oldest, held));
    // With no number of ours it is the answer to the oldest request: answers come in the order of their requests.
    this.#answer(isOurs ? sequence : oldest, message);
  }

  #answer(number: number | undefined, message: RtspMessage): void {
    const pending = number === undefined ? undefined : this.#pending.get(number);
    if (number === undefined || !pending) {
      if (this.#unasked.isStorm(performance.now())) this.fail(storm);
      return;
    }
    this.#doubtful.drop();
    this.#pending.delete(number);
    clearTimeout(pending.timer);
    pending.resolve(message);
  }

  #end(trouble: Trouble | null): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#bodyTimer);
    this.#doubtful.drop();
    const why = trouble ?? lostConnection;
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(new TroubleError(why));
    }
    this.#pending.clear();
    this.#events.closed(trouble);
  }
}

const storm: Trouble = failure("camera/protocol", { cause: failure("camera/storm") });
const lostConnection: Trouble = failure("camera/unreachable", { cause: failure("camera/closed") });
