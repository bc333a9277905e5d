/**
 * What the parts of the aggregator know of one another. Cameras and streams have ids that are unique over all servers;
 * the wire calls a server "orchid".
 */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { Scope } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { ServerAnswer, ServerAsk, ServerClient } from "./asking/server-client.ts";
import type { ReadToken } from "./asking/token-minter.ts";

/** A camera with the facts that rights, groups and events need. */
export interface ServerCamera {
  readonly id: string;
  readonly name: string;
  readonly streamIds: readonly string[];
}

/** A registered server; while it cannot be reached its last known facts remain. */
export interface RegisteredServer {
  readonly id: string;
  readonly name: string;
  readonly isAvailable: boolean;
  /** null = it is available */
  readonly failure: Failure | null;
  readonly cameras: readonly ServerCamera[];
}

/**
 * added, modified (name, health, figures) and removed concern the server itself; cameras: its cameras or streams
 * changed.
 */
export interface ServerChange {
  readonly kind: "added" | "modified" | "removed" | "cameras";
  readonly orchidId: string;
}

/** What notifications are about; a `-back` kind ends what the other kind began. */
export interface ServerTrouble {
  readonly kind: "camera-unreachable" | "camera-back" | "server-unreachable" | "server-back" | "server-error";
  readonly orchidId: string;
  readonly cameraId: string | null;
  /** for people */
  readonly told: Failure;
  readonly whenMs: number;
}

/** The registered servers, in memory; reading them costs no I/O. */
export interface RegisteredServers {
  list(): readonly RegisteredServer[];
  get(id: string): RegisteredServer | undefined;
  /** id of the server that has the camera; null = no server has it */
  cameraOwner(cameraId: string): string | null;
  streamOwner(streamId: string): { readonly orchidId: string; readonly cameraId: string } | null;
  /** Returns a function that ends the subscription. */
  onChange(listener: (change: ServerChange) => void): () => void;
  onTrouble(listener: (trouble: ServerTrouble) => void): () => void;
}

/** The user who asks. What they open on a server ends with their session here; null: they have no session. */
export interface Asker extends Pick<Identity, "userId" | "username" | "role"> {
  readonly session: { readonly hash: string } | null;
}

/** How registered servers are called, with the rights of the user who asks. */
export interface ServerAccess {
  /** Who is asked about the cameras of a server: itself, or the one that stands in for it while it is away. */
  answering(id: string): string;
  /**
   * The address of a path there, and the agent (for `http.request` and `ws`) that dials it: the address is checked and
   * pinned, and the certificate is known. undefined = no such server.
   */
  reach(id: string): Pick<ServerClient, "url" | "agent"> | undefined;
  /** Bearer token that says what the user may do there, valid for at least two minutes; null = no such server. */
  tokenFor(id: string, who: Asker): Promise<string | null>;
  /** Whose token it is, if `tokenFor` made it for that server and it is still valid; null for any other. */
  readToken(id: string, token: string): Promise<ReadToken | null>;
  /** One call with the user's token; `authorization` of the call is not used. */
  request<T>(id: string, who: Asker, ask: ServerAsk<T>): Promise<ServerAnswer<T>>;
}

/**
 * What an account may do, in the shape of `Identity`: administrators have the role Administrator, everybody else has
 * none ("").
 */
export interface Rights {
  readonly role: string;
  /** `cameraScopes` names every visible camera of every server; `baseScope` is empty except for administrators */
  readonly scope: Scope;
}

/** Permission groups, in memory; reading them costs no I/O. */
export interface PermissionGroups {
  /** `role` is the account's own: Administrator or "". */
  rightsOf(user: { readonly id: string; readonly role: string }): Rights;
  /** What the user may do on one server: the content of a token for that server. */
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
 * What runs in the background: watching servers, sending mails. It starts when the aggregator begins to answer; what
 * must be known before that is read by `Aggregator.create`.
 */
export interface Started {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tokens for single servers (GET /fusion/tokens, `permissions.sessionId`): who a token stands for, null = not valid.
 * `path` is the path it was sent with: a token opens only its own server's part of the proxy.
 */
export interface ServerTokens {
  verify(token: string, via: Identity["via"], path: string): Promise<Identity | null>;
}
