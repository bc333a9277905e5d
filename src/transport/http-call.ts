/** A call of the HTTP client, and what the client must know to send it: schemas of answers, and the servers of an aggregator. */
import type { OwnerOf, RoutableCall, Routed } from "#domain/servers/server-routing.ts";

/** What a call needs of a schema (zod's schemas have it). */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A recorder behind an aggregator: called at its own address where it has one, otherwise (or when that fails) by the
 * proxy.
 */
export interface ServerTarget {
  readonly orchidId: string;
  /** address of its own, "" = only through the proxy */
  readonly uri: string;
  /** its own session; "" = the page's session is valid there */
  readonly token: string;
}

/**
 * Knows the aggregator's servers, and the rules of src/domain/servers/server-routing.ts. In a standalone edition no
 * server owns anything.
 */
export interface ServerRouter {
  readonly ownerOf: OwnerOf;
  readonly routed: <C extends RoutableCall>(call: C) => readonly Routed<C>[];
  readonly merged: (call: RoutableCall, answers: readonly unknown[]) => unknown;
  readonly target: (orchidId: string) => ServerTarget;
  /** a server refused its token: new ones should be fetched */
  readonly stale: () => void;
}

export interface Call {
  readonly method?: Method;
  /** begins with `/` */
  readonly path: string;
  readonly query?: Query;
  /** sent as JSON; a Blob unchanged */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** no answer within this is no response; default 30 s */
  readonly timeoutMs?: number;
  /** a recorder of the aggregator, not the page's own origin */
  readonly server?: ServerTarget;
  /** through the proxy in any case: its answer is valid only there (keys for addresses that the browser opens) */
  readonly throughProxy?: boolean;
  /** the call outlives the page (closing sessions on pagehide) and the session */
  readonly keepalive?: boolean;
  /** not cancelled with the session: only the receiver of the answer can undo what the call made */
  readonly outlivesSession?: boolean;
}
