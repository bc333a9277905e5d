/**
 * HTTP to one recorder. Recorders are not trusted: answers have limits of time and size, redirects are not followed,
 * and JSON is accepted only as a schema of src/protocol/rest describes it.
 */
import { readFailure } from "#protocol/rest/error.ts";
import { isKnown } from "#domain/failures/known.ts";
import { type Failure, type Refusal, failure, refuse } from "#domain/failures/failure.ts";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import type * as z from "zod/mini";
import { ForbiddenAddress } from "#recorder/net/address-policy.ts";
import { CertificateChanged, type DialTarget, ServerAgent } from "./server-dial.ts";
import { socketFailure } from "#recorder/core/socket-words.ts";

export const ANSWER_TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * Codes: orchid/forbidden-address, orchid/unreachable, orchid/certificate (nothing was sent), orchid/bad-answer (the
 * answer is not a recorder's), orchid/refused (the recorder's own refusal, with its status).
 */
export interface ServerFailure extends Refusal {
  /** HTTP status, when there was one */
  readonly status?: number;
}
export type ServerAnswer<T> = { readonly ok: true; readonly value: T } | ServerFailure;

export interface ServerAsk<T> {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** from its root, with query */
  readonly path: string;
  /** the whole value of the Authorization header; absent = unauthenticated */
  readonly authorization?: string;
  readonly body?: unknown;
  /** null: the body is not read */
  readonly answer: z.ZodMiniType<T, unknown> | null;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export class ServerClient {
  readonly agent: ServerAgent;
  readonly #base: string;

  constructor(target: DialTarget) {
    this.agent = new ServerAgent(target);
    this.#base = target.uri.replace(/\/+$/, "");
  }

  /** The address of a path; `ws` makes it one for websockets. */
  url(path: string, protocol: "http" | "ws" = "http"): string {
    return (protocol === "ws" ? this.#base.replace(/^http/, "ws") : this.#base) + path;
  }

  /** Reads JSON by the schema; with `null` as schema it returns null. */
  async json<T>(ask: ServerAsk<T>): Promise<ServerAnswer<T>> {
    const answer = await this.text(ask);
    if (!answer.ok) return answer;
    if (ask.answer === null) return { ok: true, value: null as T };
    if (isDeep(answer.value)) return bad("server/unreadable");
    try {
      const read = ask.answer.safeParse(JSON.parse(answer.value));
      if (read.success) return { ok: true, value: read.data };
    } catch {
      // It is not JSON.
    }
    return bad("server/unreadable");
  }

  /** The body as text. */
  async text(ask: Omit<ServerAsk<unknown>, "answer">): Promise<ServerAnswer<string>> {
    const first = await this.#once(ask);
    // A kept connection that was closed just then does not mean that the recorder is down.
    return !first.ok && first.stale === true && mayRepeat(ask.method ?? "GET") ? this.#once(ask) : first;
  }

  close(): void {
    this.agent.destroy();
  }

  #once(ask: Omit<ServerAsk<unknown>, "answer">): Promise<ServerAnswer<string> & { stale?: boolean }> {
    const payload = ask.body === undefined ? undefined : JSON.stringify(ask.body);
    const timeoutMs = ask.timeoutMs ?? ANSWER_TIMEOUT_MS;
    return new Promise((resolve) => {
      const request: ClientRequest = httpRequest(this.url(ask.path), {
        method: ask.method ?? "GET",
        agent: this.agent,
        headers: {
          accept: "application/json, text/plain",
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...(ask.authorization === undefined ? {} : { authorization: ask.authorization }),
        },
      });
      const end = (answer: ServerAnswer<string> & { stale?: boolean }): void => {
        clearTimeout(timer);
        ask.signal?.removeEventListener("abort", cancel);
        resolve(answer);
        if (!answer.ok && answer.status === undefined) request.destroy();
      };
      // A timer of our own bounds the whole exchange, a body that drips included.
      const timer = setTimeout(() => end(unreachable(failure("server/timeout"))), timeoutMs);
      const cancel = (): void => end(unreachable(failure("server/withdrawn")));
      if (ask.signal?.aborted === true) cancel();
      ask.signal?.addEventListener("abort", cancel);
      request.on("error", (error) => end({ ...failureOf(error), stale: isStale(request, error) }));
      request.on("close", () => end(unreachable(failure("server/closed"))));
      request.on("response", (response) => read(response, ask.maxBytes ?? MAX_ANSWER_BYTES, end));
      request.end(payload);
    });
  }
}

function read(response: IncomingMessage, maxBytes: number, end: (answer: ServerAnswer<string>) => void): void {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else end(bad("server/too-long"));
  });
  response.on("error", () => end(unreachable(failure("server/closed"))));
  response.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    if (status >= 200 && status < 300) end({ ok: true, value: text });
    else if (status >= 400) end(refusal(status, text));
    else end({ ...bad("server/elsewhere"), status });
  });
}

/** Nested deeper than any answer of a recorder: it could still be read but might be too deep to be written again. */
function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const letter = json[index];
    if (letter === '"') isText = !isText;
    else if (isText) index += letter === "\\" ? 1 : 0;
    else if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function refusal(status: number, text: string): ServerFailure {
  const theirs = readFailure(parsed(text), isKnown);
  const cause = theirs
    ? failure("server/answered", { code: theirs.code, cause: theirs })
    : failure("server/status", { status });
  return { ...refuse("orchid/refused", { cause }), status };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a call may safely be repeated: a call whose connection broke may have been carried out. */
export const mayRepeat = (method: string): boolean => /^(GET|HEAD|PUT|DELETE)$/.test(method);

/** The cause of a socket error, in the catalogue's words, so that clients can show it in the page's language. */
export function failureOf(error: Error): ServerFailure {
  if (error instanceof ForbiddenAddress) {
    const cause = failure("orchid/unreachable", { cause: failure("server/forbidden") });
    return refuse("orchid/forbidden-address", { cause });
  }
  if (error instanceof CertificateChanged)
    return refuse("orchid/certificate", { cause: failure("server/certificate") });
  return unreachable(socketFailure(error) ?? failure("server/broken"));
}

/** The error of a kept connection that the other end had closed. */
export const isStale = (request: ClientRequest, error: Error): boolean =>
  request.reusedSocket && "code" in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code));
const unreachable = (cause: Failure): ServerFailure => refuse("orchid/unreachable", { cause });
const bad = (code: "server/unreadable" | "server/too-long" | "server/elsewhere"): ServerFailure =>
  refuse("orchid/bad-answer", { cause: failure(code) });
