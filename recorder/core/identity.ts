/** Who calls, and what they may do. The rules of roles come from the domain, which the client also uses. */
import {
  actionsOn,
  type CameraActions,
  exportsViews,
  grantedOn,
  isRole,
  type Permission,
  rolePermissions,
  type Scope,
  sharesViewsOn,
} from "#domain/accounts/access.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";

export interface CameraScope {
  readonly id: string;
  readonly scope: readonly string[];
  readonly views?: readonly string[] | undefined;
}

export interface Identity {
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly superUser: boolean;
  readonly scope: Scope;
  /** how the caller proved it */
  readonly via: "cookie" | "bearer" | "basic" | "query" | "ticket";
  /** by an app password: it changes no account */
  readonly byApp?: true;
  /** by one with which pictures are seen and nothing is changed */
  readonly isViewOnly?: true;
  /** null with Basic and tickets: they have no session */
  readonly session: { readonly hash: string; readonly handle: string; readonly expiresMs: number } | null;
}

export type Proof = Pick<Identity, "via" | "session" | "byApp">;

/** What an account may do. */
export type Rights = Pick<Identity, "role" | "scope">;
export type RightsOf = (user: UserRow) => Rights;

/** For the standalone recorder: by the account's role and its own cameras. */
export const rightsByRole: RightsOf = (user) => ({ role: user.role, scope: scopeOf(user) });

export function identityOf(user: UserRow, proof: Proof, rightsOf: RightsOf): Identity {
  return {
    userId: user.id,
    username: user.username,
    superUser: user.super_user === 1,
    ...rightsOf(user),
    ...proof,
  };
}

const SEEING: readonly string[] = ["live", "playback"];
const seen = <T extends string>(scope: readonly T[]): readonly T[] => scope.filter((one) => SEEING.includes(one));

/** The same user, who only watches: no administrator, and nothing that this account may do beside seeing. */
export const asViewer = (identity: Identity): Identity => ({
  ...identity,
  isViewOnly: true,
  superUser: false,
  role: "Viewer",
  scope: {
    baseScope: seen(identity.scope.baseScope),
    cameraScopes: identity.scope.cameraScopes.map((one) => ({ ...one, scope: seen(one.scope) })),
  },
});

/** What an account may be given beside its role. */
const ADDED = ["unmask", "share"] as const satisfies readonly Permission[];

/**
 * Document 1, section 6: rights come from the role (seeing without masks and sharing views from the account); an entry for a camera
 * replaces them there. Administrators are not narrowed.
 */
function scopeOf(user: Pick<UserRow, "role" | "camera_scopes" | "unmask" | "share">): Scope {
  const byRole = isRole(user.role) ? rolePermissions[user.role] : [];
  const named = ADDED.filter((one) => byRole.length > 0 && user[one] === 1 && !byRole.includes(one));
  const baseScope: readonly Permission[] = [...byRole, ...named];
  const cameraScopes = user.role === "Administrator" ? [] : (JSON.parse(user.camera_scopes) as CameraScope[]);
  return { baseScope, cameraScopes };
}

export const can = (identity: Identity, permission: Permission): boolean =>
  identity.scope.baseScope.includes(permission);

export function canOnCamera(identity: Identity, cameraId: string, permission: Permission): boolean {
  const own = byCamera(identity.scope).get(cameraId);
  return (own ? grantedOn(own) : identity.scope.baseScope).includes(permission);
}

/** The named views by which alone the user sees the camera; undefined: no such limit. */
export const viewsOnCamera = (identity: Identity, cameraId: string): readonly string[] | undefined =>
  byCamera(identity.scope).get(cameraId)?.views;

/** The named views that alone the user may export of the camera; undefined: all of it, or nothing. */
export function exportedViews(identity: Identity, cameraId: string): readonly string[] | undefined {
  const own = byCamera(identity.scope).get(cameraId);
  return own && exportsViews(own) ? own.views : undefined;
}

/** What a camera's lists say that the user may do with it. */
export const actionsOnCamera = (identity: Identity, cameraId: string): CameraActions =>
  actionsOn(identity.scope.baseScope, byCamera(identity.scope).get(cameraId));

/** May share views and patrols of the camera, and change shared ones. */
export const sharesViews = (identity: Identity, cameraId: string): boolean =>
  sharesViewsOn(identity.scope.baseScope, byCamera(identity.scope).get(cameraId));

/** Scopes may name hundreds of cameras, and lists check each of them. */
const tables = new WeakMap<Scope, ReadonlyMap<string, CameraScope>>();

function byCamera(scope: Scope): ReadonlyMap<string, CameraScope> {
  const made = tables.get(scope) ?? new Map(scope.cameraScopes.toReversed().map((own) => [own.id, own]));
  tables.set(scope, made);
  return made;
}

/** No camera is kept from the user: what tells of all of them is for them, too. */
export const canSeeAllCameras = ({ scope }: Identity): boolean =>
  scope.cameraScopes.every(({ scope: own, views }) => !views && (own.includes("live") || own.includes("playback"))) &&
  (scope.cameraScopes.length === 0 || scope.baseScope.includes("live") || scope.baseScope.includes("playback"));

/** The camera appears in the user's lists: they may do at least one thing with its video. */
export const canSeeCamera = (identity: Identity, cameraId: string): boolean =>
  canOnCamera(identity, cameraId, "live") || canOnCamera(identity, cameraId, "playback") || can(identity, "config");
