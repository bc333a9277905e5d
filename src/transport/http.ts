/**
 * The one HTTP client, with the interceptors of document 2, section 7: bearer on same-origin calls (not login or proxy
 * paths), a cache-bust on GET service paths, the end of the session on 401, and a retry through the aggregator's proxy
 * when a server does not answer directly. Answers are parsed with the schemas of src/protocol/rest.
 */
import { fail, ok, type Result } from "#base/result.ts";
import type { Edition } from "#domain/accounts/access.ts";
import { reloadsOn401, wantsBearer, wantsCacheBust } from "#domain/http-rules.ts";
import { type Failure, failure, hasCode } from "#domain/failures/failure.ts";
import { CHANGES_HEADER } from "#protocol/rest/changes.ts";
import { readFailure } from "#protocol/rest/error.ts";
import { anySignal, timeoutSignal } from "./abort-signals.ts";
import { DirectRoutes } from "./direct-routes.ts";
import { aborted, noResponse, retryAfterS, unreadable } from "./http-failure.ts";
import type { Schema, ServerTarget, ServerRouter, Call } from "./http-call.ts";

export interface HttpOptions {
  /** where the page came from, e.g. `https://recorder:8080`, or `https://company.example/wall` behind a proxy */
  readonly origin: string;
  /** bearer token of the session, null = only the cookie */
  readonly token: () => string | null;
  /** a standalone server answered 401 outside version and session calls: the session is over */
  readonly onUnauthorized: () => void;
  /** of the page's own server; default: standalone */
  readonly edition?: () => Edition;
  /** sends calls that name cameras or streams to their servers; absent: everything belongs to the page's own server */
  readonly router?: () => ServerRouter | null;
  /** what an answer of the page's own server says of its lists (`protocol/rest/changes.ts`) */
  readonly onChanges?: (text: string | null) => void;
  /** URL flag force-proxy: servers are never called directly */
  readonly forceProxy?: boolean;
  /** of the session that these calls belong to: its end cancels them, and no later one is sent */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly nowMs?: () => number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** For one of several servers that share a question: the others' answers wait no longer than this for it. */
const PART_TIMEOUT_MS = 8_000;

const withoutPrefix = (path: string, prefix: string): string =>
  prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;

const proxyOf = (orchidId: string): string => `/fusion/orchid-proxy/${encodeURIComponent(orchidId)}`;

export class HttpClient {
  readonly #options: HttpOptions;
  readonly #fetch: typeof fetch;
  readonly #nowMs: () => number;
  /**
   * the one server of this view; null: the page's own server, and the owners of the cameras and streams that calls name
   */
  readonly #bound: string | null;
  readonly #roads: DirectRoutes;

  /** `view`: only `at` sets it. */
  constructor(options: HttpOptions, view: { readonly bound: string; readonly roads: DirectRoutes } | null = null) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#nowMs = options.nowMs ?? Date.now;
    this.#bound = view?.bound ?? null;
    this.#roads = view?.roads ?? new DirectRoutes(this.#nowMs, (url, signal) => this.#answers(url, signal));
  }

  get #basePath(): string {
    return new URL(this.#options.origin).pathname.replace(/\/$/, "");
  }

  /** All calls of this view go to one server of the aggregator. On a standalone recorder it is the client itself. */
  at(orchidId: string): HttpClient {
    if (!this.#router || this.#options.edition?.() !== "aggregator") return this;
    return new HttpClient(this.#options, { bound: orchidId, roads: this.#roads });
  }
  /** The same for the server of a camera or stream; the client itself where there is none. */
  near(id: string): HttpClient {
    const owner = this.ownerOf(id);
    return owner === "" ? this : this.at(owner);
  }
  /** Server of a camera or stream; "": the page's own. */
  ownerOf(id: string): string {
    return this.#bound ?? this.#router?.ownerOf(id) ?? "";
  }
  /** Cameras or streams grouped by their servers: one group on a standalone recorder. */
  split(ids: readonly string[]): readonly (readonly string[])[] {
    return [...new Set(ids.map((id) => this.ownerOf(id)))].map((owner) =>
      ids.filter((id) => this.ownerOf(id) === owner),
    );
  }
  /** The address of a path of this view on the page's own server, for addresses that the browser opens itself. */
  addressOf(path: string): string {
    return this.#basePath + (this.#bound === null ? path : proxyOf(this.#bound) + path);
  }

  /**
   * A call whose answer is JSON of this schema. The answers of several servers are merged into one; servers that fail
   * are left out.
   */
  async json<T>(call: Call, schema: Schema<T>): Promise<Result<T, Failure>> {
    const parts = this.#parts(call);
    const answers = await Promise.all(parts.map((part) => this.#body(part)));
    const good = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const [first] = answers;
    if (good.length === 0 && first && !first.ok) return first;
    const parsed = schema.safeParse(
      parts.length === 1
        ? good[0]?.json
        : this.#router?.merged(
            call,
            good.map(({ json }) => json),
          ),
    );
    if (parsed.success) return ok(parsed.data);
    return fail(unreadable(good[0]?.status ?? 200));
  }

  async text(call: Call): Promise<Result<string, Failure>> {
    const answer = await this.send(call);
    return answer.ok ? read(answer.value, () => answer.value.text()) : answer;
  }

  async blob(call: Call): Promise<Result<Blob, Failure>> {
    const answer = await this.send(call);
    return answer.ok ? read(answer.value, () => answer.value.blob()) : answer;
  }

  /** A call whose success alone counts: at every server that it concerns. */
  async done(call: Call): Promise<Result<null, Failure>> {
    const answers = await Promise.all(this.#parts(call).map((part) => this.#deliver(part)));
    const wrong = answers.find((answer) => !answer.ok);
    for (const answer of answers) if (answer.ok) await answer.value.body?.cancel().catch(() => undefined);
    return wrong && !wrong.ok ? wrong : ok(null);
  }

  /** The plain answer of one server; statuses of 400 and above are failures with the server's `{code, reason}`. */
  send(call: Call): Promise<Result<Response, Failure>> {
    return this.#deliver(this.#parts(call)[0] ?? call);
  }

  get #router(): ServerRouter | null {
    return this.#options.router?.() ?? null;
  }

  #parts(call: Call): readonly Call[] {
    const router = this.#router;
    if (call.server || !router) return [call];
    if (this.#bound !== null) return [{ ...call, server: router.target(this.#bound) }];
    const parts = router.routed(call);
    return parts.map(({ orchidId, call: part }) => ({
      ...part,
      ...(orchidId === null ? {} : { server: router.target(orchidId) }),
      ...(parts.length > 1 ? { timeoutMs: Math.min(call.timeoutMs ?? PART_TIMEOUT_MS, PART_TIMEOUT_MS) } : {}),
    }));
  }

  async #body(call: Call): Promise<Result<{ readonly json: unknown; readonly status: number }, Failure>> {
    const answer = await this.#deliver(call);
    if (!answer.ok) return answer;
    const json: unknown = await answer.value.json().catch(() => undefined);
    return ok({ json, status: answer.value.status });
  }

  async #deliver(call: Call): Promise<Result<Response, Failure>> {
    const { server } = call;
    // A path that an answer named (a session, a file) may already begin with the path of a proxy: of one before the page's
    // server that rewrites such answers, or of the aggregator's.
    const named = withoutPrefix(call.path, this.#basePath);
    if (!server) return this.#once(call, this.#options.origin, named, null);
    const proxy = proxyOf(server.orchidId);
    const path = withoutPrefix(named, proxy);
    const usualMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const isIndirect = this.#options.forceProxy === true || call.throughProxy === true;
    const waitMs = isIndirect ? null : this.#roads.waitMs(server, call.method ?? "GET", usualMs);
    if (waitMs !== null) {
      const direct = await this.#once({ ...call, timeoutMs: waitMs }, server.uri.replace(/\/$/, ""), path, server);
      if (!direct.ok && hasCode(direct.error, "network/aborted")) return direct;
      const isSilent = !direct.ok && hasCode(direct.error, "network/no-response");
      this.#roads[isSilent ? "silent" : "heard"](server);
      const isRefused = !direct.ok && direct.error.status === 401;
      if (isRefused) this.#router?.stale();
      if (!isSilent && !isRefused) return direct;
    }
    const answer = await this.#once(call, this.#options.origin, proxy + path, server);
    if (answer.ok || answer.error.status !== 401 || server.token === "") return answer;
    // A token lives for minutes, a page for days: the page's own session opens the proxy as well.
    this.#router?.stale();
    return this.#once(call, this.#options.origin, proxy + path, { ...server, token: "" });
  }

  async #answers(url: string, signal: AbortSignal): Promise<boolean> {
    const init: RequestInit = { credentials: "omit", cache: "no-store", signal };
    return this.#fetch(url, init).then(
      ({ ok: isOk }) => isOk,
      () => false,
    );
  }

  async #once(call: Call, base: string, path: string, server: ServerTarget | null): Promise<Result<Response, Failure>> {
    const method = call.method ?? "GET";
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const sameOrigin = url.origin === new URL(this.#options.origin).origin;
    const facts = { method, path, sameOrigin };
    if (wantsCacheBust(facts)) url.searchParams.set("_", String(this.#nowMs()));

    const headers = new Headers(call.headers);
    if (server) headers.set("OrchidId", server.orchidId);
    const own = server ? sameOrigin : wantsBearer(facts);
    const token = server && server.token !== "" ? server.token : own ? this.#options.token() : null;
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    const init: RequestInit = { method, headers, credentials: sameOrigin ? "same-origin" : "omit", cache: "no-store" };
    if (call.body instanceof Blob) init.body = call.body;
    else if (call.body !== undefined) {
      headers.set("Content-Type", "application/json");
      init.body = JSON.stringify(call.body);
    }
    if (call.keepalive) init.keepalive = true;
    const timeout = timeoutSignal(call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const session = call.keepalive || call.outlivesSession ? undefined : this.#options.signal;
    const ends = [call.signal, session].filter((end) => end !== undefined);
    init.signal = anySignal([...ends, timeout]);

    let response: Response;
    try {
      response = await this.#fetch(url, init);
    } catch {
      return fail(ends.some((end) => end.aborted) ? aborted : noResponse);
    }
    if (!server && sameOrigin && response.ok) this.#options.onChanges?.(response.headers.get(CHANGES_HEADER));
    if (response.ok) return ok(response);
    const edition = this.#options.edition?.() ?? "standalone";
    if (response.status === 401 && !server && sameOrigin && reloadsOn401(edition, path)) this.#options.onUnauthorized();
    const said = readFailure(await response.json().catch(() => null));
    const waitS = retryAfterS(response);
    const { status } = response;
    const wait = waitS > 0 ? { retryAfterS: waitS } : {};
    return fail({ ...(said ?? failure("network/unexpected")), status, ...wait });
  }
}

async function read<T>(response: Response, body: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await body());
  } catch {
    return fail(unreadable(response.status));
  }
}
