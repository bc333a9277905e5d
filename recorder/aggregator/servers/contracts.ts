/**
 * What the parts of the aggregator know of one another. Cameras and streams have ids that are unique over all servers;
 * "orchid" is the wire's word for a recorder that the aggregator watches.
 */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { Scope } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { OrchidAnswer, OrchidAsk, OrchidClient } from "./orchid-client.ts";
import type { ReadToken } from "./token-minter.ts";

/** A camera as far as rights, groups and events need it. */
export interface OrchidCamera {
  readonly id: string;
  readonly name: string;
  readonly streamIds: readonly string[];
}

/** A registered server; what was last known of it stays while it cannot be reached. */
export interface OrchidFacts {
  readonly id: string;
  readonly name: string;
  readonly isAvailable: boolean;
  /** null = it is available */
  readonly failure: Failure | null;
  readonly cameras: readonly OrchidCamera[];
}

/** added, modified (name, health, figures), removed: the server itself. cameras: which cameras and streams it has. */
export interface OrchidChange {
  readonly kind: "added" | "modified" | "removed" | "cameras";
  readonly orchidId: string;
}

/** What notifications are about; `-back` ends what began with the other. */
export interface OrchidTrouble {
  readonly kind: "camera-unreachable" | "camera-back" | "server-unreachable" | "server-back" | "server-error";
  readonly orchidId: string;
  readonly cameraId: string | null;
  /** for people */
  readonly told: Failure;
  readonly whenMs: number;
}

/** The registered servers, in memory; what it says costs no I/O. */
export interface Orchids {
  list(): readonly OrchidFacts[];
  get(id: string): OrchidFacts | undefined;
  /** id of the server that has the camera; null = none has */
  cameraOwner(cameraId: string): string | null;
  streamOwner(streamId: string): { readonly orchidId: string; readonly cameraId: string } | null;
  /** Answers what stops the telling. */
  onChange(listener: (change: OrchidChange) => void): () => void;
  onTrouble(listener: (trouble: OrchidTrouble) => void): () => void;
}

/** Whoever asks. What they open on a server ends with their session here; null: with none. */
export interface Asker extends Pick<Identity, "userId" | "username" | "role"> {
  readonly session: { readonly hash: string } | null;
}

/** How the registered servers are asked, with the rights of whoever asks. */
export interface OrchidAccess {
  /**
   * Address of a path there, and the agent (for `http.request` and `ws`) that dials it: checked, pinned, its certificate
   * known. undefined = no such server.
   */
  reach(id: string): Pick<OrchidClient, "url" | "agent"> | undefined;
  /** Bearer token that says what they may do there, good for two minutes at least; null = no such server. */
  tokenFor(id: string, who: Asker): Promise<string | null>;
  /** Whose a token is that `tokenFor` gave out for that server and that still counts; null of any other. */
  readToken(id: string, token: string): Promise<ReadToken | null>;
  /** One call with their token; its `authorization` is not used. */
  request<T>(id: string, who: Asker, ask: OrchidAsk<T>): Promise<OrchidAnswer<T>>;
}

/** What an account may do, as `Identity` has it: administrators have the role Administrator, everybody else none (""). */
export interface Rights {
  readonly role: string;
  /** `cameraScopes` names every camera of every server that may be seen; `baseScope` is empty but for administrators */
  readonly scope: Scope;
}

/** Permission groups, in memory; what it says costs no I/O. */
export interface PermissionGroups {
  /** `role` is the account's own: Administrator or "". */
  rightsOf(user: { readonly id: string; readonly role: string }): Rights;
  /** What they may do on one server: what a token for that server says. */
  scopeOn(user: { readonly id: string; readonly role: string }, orchidId: string): Scope;
  mayUseApp(who: Identity, appId: string): boolean;
  /** ids of the groups that name the account as a member */
  groupsOf(userId: string): readonly string[];
  /** Makes the account a member of exactly these. Failure: permission/unknown, with nothing changed. */
  setGroups(userId: string, groupIds: readonly string[]): Promise<Result<null, Failure>>;
  /** The account is gone: no group names it any more. */
  forgetUser(userId: string): Promise<void>;
}

/**
 * What works by itself: watching servers, sending mails. It starts when the aggregator answers; what must be known before
 * that is read by `Aggregator.create`.
 */
export interface Started {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tokens for single servers (GET /fusion/tokens, `permissions.sessionId`): who a token stands for, null = not valid.
 * `path` is what was asked with it: a token opens its own server's part of the proxy only.
 */
export interface OrchidTokens {
  verify(token: string, via: Identity["via"], path: string): Promise<Identity | null>;
}
