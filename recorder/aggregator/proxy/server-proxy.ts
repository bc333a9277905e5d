/**
 * Calls and media sockets that are passed on to a server. Each carries a fresh token that says what the caller may do
 * there, and none of the caller's own credentials. Bodies stream both ways. JSON answers pass unchanged: each `href`,
 * and the Location of a new resource, is relative to the server, and the client asks for it through the same proxy.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { MAX_TOKEN_LENGTH } from "#recorder/accounts/trusted-issuer.ts";
import type { Asker, ServerAccess } from "../servers/contracts.ts";
import { failureOf, isStale, mayRepeat } from "../servers/asking/server-client.ts";
import { headersForBrowser, headersForServer, locationForBrowser } from "./proxy-rules.ts";

/** Longer than any answer takes except an export, whose file is made before the answer begins. */
const ANSWER_TIMEOUT_MS = 150_000;
const EXPORT_TIMEOUT_MS = 6 * 3_600_000;
const EXPORT = /^\/service\/(streams\/[^/?]+\/export|exports\/[^/?]+\/file)(\?|$)/;
/** Longest silence inside an answer: disks that spin up and cameras that reconnect answer sooner. */
const SILENCE_MS = 120_000;
const KEEP_ALIVE_MS = 30_000;
/** Servers read 64 KB of headers: this leaves room for the other headers. */
const MAX_SENT_LENGTH = 60 * 1024;
const SOCKET_HEADERS = [
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
  "sec-websocket-extensions",
  "traceparent",
  "user-agent",
];
const SOCKET_ANSWER_HEADERS = /^(upgrade|connection|sec-websocket-(accept|protocol|extensions))$/i;

type Refusal = ReturnType<typeof refuse>;
type Access = Pick<ServerAccess, "answering" | "reach" | "tokenFor">;

interface ProxiedCall {
  readonly orchidId: string;
  readonly method: string;
  /** as `pathForServer` gives it */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** the caller's address, for the server's own records */
  readonly address: string;
  readonly body: Readable | null;
  /** the caller went away */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

export class ServerProxy {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** Failures: orchid/unknown, orchid/unreachable, orchid/timeout, orchid/not-trusted, permission/too-many-cameras, dialling's. */
  async call(ask: ProxiedCall, who: Asker): Promise<Result<ProxiedAnswer, Failure>> {
    const first = await this.#once(ask, who);
    // A kept connection that the server closed just then does not mean that the server is down.
    const isStill = ask.body === null && mayRepeat(ask.method) && !ask.signal.aborted;
    const again = !first.ok && first.stale === true && isStill;
    const answer = again ? await this.#once(ask, who) : first;
    if (!answer.ok) return { ok: false, error: answer.error };
    const { statusCode = 502, headers } = answer.value;
    if (statusCode === 401) {
      answer.value.destroy();
      return NOT_TRUSTED;
    }
    const location = headers.location && locationForBrowser(headers.location, statusCode, ask.orchidId);
    return ok({
      status: statusCode,
      headers: { ...headersForBrowser(headers), ...(location ? { location } : {}) },
      body: answer.value,
    });
  }

  /**
   * An upgrade. It resolves when the server has agreed, with a function that joins the two ends; otherwise with the
   * status that refuses it, or permission/too-many-cameras. The joined socket is destroyed together with the caller's.
   */
  async upgrade(
    ask: Pick<ProxiedCall, "orchidId" | "path" | "headers" | "address">,
    who: Asker,
  ): Promise<number | Refusal | ((socket: Duplex, head: Buffer) => void)> {
    const road = await this.#road(ask.orchidId, who);
    if (!road) return 404;
    if (isTooLong(road.token, ask.path)) return TOO_MANY_CAMERAS;
    const names = SOCKET_HEADERS.flatMap((name) => (ask.headers[name] === undefined ? [] : [name]));
    const request = httpRequest(road.reach.url(ask.path), {
      agent: road.reach.agent,
      headers: {
        ...Object.fromEntries(names.map((name) => [name, String(ask.headers[name])])),
        connection: "Upgrade",
        upgrade: "websocket",
        authorization: `Bearer ${road.token}`,
        "x-forwarded-for": ask.address,
      },
      timeout: ANSWER_TIMEOUT_MS,
    });
    return new Promise((resolve) => {
      request.on("timeout", () => request.destroy());
      request.on("error", () => resolve(502));
      request.on("close", () => resolve(502));
      request.on("response", (response) => {
        response.destroy();
        const status = response.statusCode ?? 502;
        resolve(status === 401 || status < 400 ? 502 : status);
      });
      request.on("upgrade", (response, upstream, rest) => {
        // The time limit was for the answer: afterwards the video may pause.
        upstream.setTimeout(0);
        resolve((socket, head) => join({ socket, head }, { upstream, rest, response }));
      });
      request.end();
    });
  }

  async #road(orchidId: string, who: Asker) {
    // Once for both: no server is to see another one's token.
    const asked = this.#access.answering(orchidId);
    const reach = this.#access.reach(asked);
    const token = reach && (await this.#access.tokenFor(asked, who));
    return reach && token ? { reach, token } : null;
  }

  async #once(ask: ProxiedCall, who: Asker): Promise<Result<IncomingMessage, Failure> & { stale?: boolean }> {
    const road = await this.#road(ask.orchidId, who);
    if (!road) return refuse("orchid/unknown");
    if (isTooLong(road.token, ask.path)) return TOO_MANY_CAMERAS;
    if (ask.signal.aborted) return CALLER_LEFT;
    const request = httpRequest(road.reach.url(ask.path), {
      method: ask.method,
      agent: road.reach.agent,
      headers: {
        ...headersForServer(ask.headers),
        // Node frames a body of GET, HEAD and DELETE only when told to; unframed, the server would read it as the next
        // request.
        ...(ask.body !== null && ask.headers["content-length"] === undefined ? { "transfer-encoding": "chunked" } : {}),
        authorization: `Bearer ${road.token}`,
        "x-forwarded-for": ask.address,
      },
    });
    return answerOf(request, ask);
  }
}

const NOT_TRUSTED = refuse("orchid/not-trusted");
const TOO_MANY_CAMERAS = refuse("permission/too-many-cameras");
const isTooLong = (token: string, path: string): boolean =>
  token.length > MAX_TOKEN_LENGTH || token.length + path.length > MAX_SENT_LENGTH;
const CALLER_LEFT = refuse("orchid/unreachable", { cause: failure("server/caller-left") });

function answerOf(
  request: ClientRequest,
  { body, signal, path, timeoutMs }: ProxiedCall,
): Promise<Result<IncomingMessage, Failure> & { stale?: boolean }> {
  return new Promise((resolve) => {
    const limitMs = timeoutMs ?? (EXPORT.test(path) ? EXPORT_TIMEOUT_MS : ANSWER_TIMEOUT_MS);
    const give = (answer: Result<IncomingMessage, Failure> & { stale?: boolean }): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      give(refuse("orchid/timeout"));
      request.destroy();
    }, limitMs);
    // This also holds after the answer has begun: what nobody reads is not sent.
    const leave = (): void => void request.destroy();
    signal.addEventListener("abort", leave, { once: true });
    request.on("close", () => {
      signal.removeEventListener("abort", leave);
      give(refuse("orchid/unreachable", { cause: failure("server/closed") }));
    });
    request.on("error", (error) => give({ ...failureOf(error), stale: isStale(request, error) }));
    request.on("socket", (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    request.on("response", (response) => {
      endWhenSilent(response);
      give(ok(response));
    });
    if (body === null) return void request.end();
    body.on("error", leave);
    body.pipe(request);
  });
}

/** A caller that reads slowly, or not at all, does not count as a silent server. */
function endWhenSilent(response: IncomingMessage): void {
  let bytes = -1;
  let sinceMs = 0;
  const look = (): void => {
    const { bytesRead } = response.socket;
    const waitsForCaller = response.readableLength > 0 || response.isPaused();
    if (bytesRead !== bytes || waitsForCaller) {
      bytes = bytesRead;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs >= SILENCE_MS) response.destroy();
  };
  look();
  const timer = setInterval(look, SILENCE_MS / 4);
  response.once("close", () => clearInterval(timer));
}

interface Near {
  readonly socket: Duplex;
  readonly head: Buffer;
}
interface Far {
  readonly upstream: Duplex;
  readonly rest: Buffer;
  readonly response: IncomingMessage;
}

function join({ socket, head }: Near, { upstream, rest, response }: Far): void {
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  for (const one of [socket, upstream]) {
    one.once("close", end);
    one.on("error", end);
  }
  // The caller may have left while the server was answering.
  if (socket.destroyed || upstream.destroyed) return end();
  const lines = ["HTTP/1.1 101 Switching Protocols"];
  for (let index = 0; index + 1 < response.rawHeaders.length; index += 2) {
    const name = response.rawHeaders[index] ?? "";
    if (SOCKET_ANSWER_HEADERS.test(name)) lines.push(`${name}: ${response.rawHeaders[index + 1] ?? ""}`);
  }
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  if (rest.length > 0) socket.write(rest);
  if (head.length > 0) upstream.write(head);
  upstream.pipe(socket);
  socket.pipe(upstream);
}
