/**
 * The one HTTP client, with the interceptors of document 2, section 7: bearer on same-origin calls (not login or proxy
 * paths), a cache-bust on GET service paths, the end of the session on 401, and a retry through the aggregator's proxy
 * when a server does not answer directly. Answers are parsed with the schemas of src/protocol/rest.
 */
import { fail, ok, type Result } from "#base/result.ts";
import type { Edition } from "#domain/access.ts";
import { reloadsOn401, wantsBearer, wantsCacheBust } from "#domain/http-rules.ts";
import { errorBody } from "#protocol/rest/error.ts";
import { aborted, type HttpFailure, noResponse, retryAfterS } from "./http-failure.ts";

/** What a call needs of a schema (zod's are such). */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A recorder behind an aggregator: asked at its own address where it has one, else (or when that fails) by the proxy. */
export interface ServerTarget {
  readonly orchidId: string;
  /** address of its own, "" = only through the proxy */
  readonly uri: string;
  /** its own session */
  readonly token: string;
}

export interface Call {
  readonly method?: Method;
  /** begins with `/` */
  readonly path: string;
  readonly query?: Query;
  /** sent as JSON; a Blob as it is */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** no answer within this is no response; default 30 s */
  readonly timeoutMs?: number;
  /** a recorder of the aggregator instead of the page's own origin */
  readonly server?: ServerTarget;
  /** the answer outlives the page (closing sessions on pagehide) */
  readonly keepalive?: boolean;
}

export interface HttpOptions {
  /** where the page came from, e.g. `https://recorder:8080` */
  readonly origin: string;
  /** bearer token of the session, null = only the cookie */
  readonly token: () => string | null;
  /** a standalone server said 401 outside version and session calls: the session is over */
  readonly onUnauthorized: () => void;
  /** of the page's own server; default: standalone */
  readonly edition?: () => Edition;
  /** URL flag force-proxy: servers are never asked directly */
  readonly forceProxy?: boolean;
  readonly fetch?: typeof fetch;
  readonly nowMs?: () => number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export class HttpClient {
  readonly #options: HttpOptions;
  readonly #fetch: typeof fetch;
  readonly #nowMs: () => number;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#nowMs = options.nowMs ?? Date.now;
  }

  /** A call whose answer is JSON of this schema. */
  async json<T>(call: Call, schema: Schema<T>): Promise<Result<T, HttpFailure>> {
    const answer = await this.send(call);
    if (!answer.ok) return answer;
    const body: unknown = await answer.value.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (parsed.success) return ok(parsed.data);
    return fail({ kind: "unreadable", status: answer.value.status, code: null, reason: null });
  }

  async text(call: Call): Promise<Result<string, HttpFailure>> {
    const answer = await this.send(call);
    return answer.ok ? read(answer.value, () => answer.value.text()) : answer;
  }

  async blob(call: Call): Promise<Result<Blob, HttpFailure>> {
    const answer = await this.send(call);
    return answer.ok ? read(answer.value, () => answer.value.blob()) : answer;
  }

  /** A call of which only the success counts. */
  async done(call: Call): Promise<Result<null, HttpFailure>> {
    const answer = await this.send(call);
    if (!answer.ok) return answer;
    await answer.value.body?.cancel().catch(() => undefined);
    return ok(null);
  }

  /** The bare answer; statuses of 400 and above are failures with the server's `{code, reason}`. */
  async send(call: Call): Promise<Result<Response, HttpFailure>> {
    const { server } = call;
    if (!server) return this.#once(call, this.#options.origin, call.path, null);
    const proxied = `/fusion/orchid-proxy/${encodeURIComponent(server.orchidId)}${call.path}`;
    if (server.uri !== "" && !this.#options.forceProxy) {
      const direct = await this.#once(call, server.uri.replace(/\/$/, ""), call.path, server);
      if (direct.ok || direct.error.kind !== "no-response") return direct;
    }
    return this.#once(call, this.#options.origin, proxied, server);
  }

  async #once(
    call: Call,
    base: string,
    path: string,
    server: ServerTarget | null,
  ): Promise<Result<Response, HttpFailure>> {
    const method = call.method ?? "GET";
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const sameOrigin = url.origin === new URL(this.#options.origin).origin;
    const facts = { method, path, sameOrigin };
    if (wantsCacheBust(facts)) url.searchParams.set("_", String(this.#nowMs()));

    const headers = new Headers(call.headers);
    if (server) {
      headers.set("Authorization", `Bearer ${server.token}`);
      headers.set("OrchidId", server.orchidId);
    } else if (wantsBearer(facts)) {
      const token = this.#options.token();
      if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    }
    const init: RequestInit = { method, headers, credentials: sameOrigin ? "same-origin" : "omit", cache: "no-store" };
    if (call.body instanceof Blob) init.body = call.body;
    else if (call.body !== undefined) {
      headers.set("Content-Type", "application/json");
      init.body = JSON.stringify(call.body);
    }
    if (call.keepalive) init.keepalive = true;
    const timeout = AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    init.signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;

    let response: Response;
    try {
      response = await this.#fetch(url, init);
    } catch {
      return fail(call.signal?.aborted ? aborted : noResponse);
    }
    if (response.ok) return ok(response);
    const edition = this.#options.edition?.() ?? "standalone";
    if (response.status === 401 && !server && sameOrigin && reloadsOn401(edition, path)) this.#options.onUnauthorized();
    const body = errorBody.safeParse(await response.json().catch(() => null));
    const waitS = retryAfterS(response);
    return fail({
      kind: "refused",
      status: response.status,
      code: body.success ? body.data.code : null,
      reason: body.success ? body.data.reason : null,
      ...(waitS > 0 ? { retryAfterS: waitS } : {}),
    });
  }
}

async function read<T>(response: Response, body: () => Promise<T>): Promise<Result<T, HttpFailure>> {
  try {
    return ok(await body());
  } catch {
    return fail({ kind: "unreadable", status: response.status, code: null, reason: null });
  }
}
