/** Who may see and do what: document 1 sections 2, 6 and document 2 sections 2, 6. The server enforces the same rules. */
import type { FisheyeLook } from "../dewarp/config.ts";

export type Edition = "standalone" | "aggregator";
export const ROLES = ["Live Viewer", "Viewer", "Manager", "Administrator"] as const;
export type Role = (typeof ROLES)[number];
export const PERMISSIONS = ["live", "playback", "ptz", "export", "stats", "config", "talk", "unmask", "share"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * 1.6: live, playback, export, PTZ by role; stats = system reports, config = configuration, users, licensing. Ours:
 * unmask = pictures without their privacy masks. share = views of fisheyes for everybody who sees the camera; no role names
 * it, and config includes it.
 */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  "Live Viewer": ["live"],
  Viewer: ["live", "playback"],
  Manager: ["live", "playback", "export", "ptz", "stats"],
  Administrator: ["live", "playback", "export", "ptz", "stats", "config", "unmask"],
};

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role);
const isPermission = (value: unknown): value is Permission => PERMISSIONS.includes(value as Permission);

/** A session's scope as the recorder sends it: `cameraScopes` replace the base for their camera. */
export interface Scope {
  readonly baseScope: readonly string[];
  readonly cameraScopes: readonly OnCamera[];
}
export interface OnCamera {
  readonly id: string;
  readonly scope: readonly string[];
  /** the camera is seen by these named views only, and the rest of its picture is covered; absent: the whole camera [ours] */
  readonly views?: readonly string[] | undefined;
  /** what these views show, where it is said to a recorder that does not keep them */
  readonly looks?: readonly FisheyeLook[] | undefined;
}

/** Turning a camera, its settings, sound to it and an export of its picture are of the whole camera. */
const BY_VIEWS: readonly string[] = ["live", "playback"];
/** Some picture of it is seen, live or recorded. */
export const showsPictures = (permissions: readonly string[]): boolean =>
  permissions.some((one) => BY_VIEWS.includes(one));
/** What can be given of a camera that is seen by its views. */
export const givenByViews = (one: string): boolean => one === "export" || BY_VIEWS.includes(one);
/** What an entry of `cameraScopes` grants on the camera itself. */
export const grantedOn = <One extends string>({
  scope,
  views,
}: {
  readonly scope: readonly One[];
  readonly views?: readonly string[] | undefined;
}): readonly One[] => (views ? scope.filter((one) => BY_VIEWS.includes(one)) : scope);
/** An entry that names views grants exports of these alone. */
export const exportsViews = ({ scope, views }: OnCamera): boolean => views !== undefined && scope.includes("export");
/**
 * Shares views of a camera: who has the right there or administers, and sees the camera whole. `own`: the entry of
 * `cameraScopes` for the camera. Who is given views of it alone would widen by them what is seen.
 */
export function sharesViewsOn(baseScope: readonly string[], own: OnCamera | undefined): boolean {
  if (own?.views) return false;
  const here = own ? own.scope : baseScope;
  return baseScope.includes("config") || (here.includes("share") && showsPictures(here));
}
/** What a role gives of a camera that is seen by its views. */
export const roleByViews = (role: Role): readonly Permission[] => rolePermissions[role].filter(givenByViews);

/** The visitor at the screen. `role` is null on the aggregator (there `admin` counts) and while nobody is signed in. */
export interface Visitor {
  readonly edition: Edition;
  readonly signedIn: boolean;
  readonly role: Role | null;
  readonly admin: boolean;
  readonly singlePlayer: boolean;
  /** users come from a directory: the users screen is hidden */
  readonly directoryLogin: boolean;
}

export const nobody = (edition: Edition): Visitor => ({
  edition,
  signedIn: false,
  role: null,
  admin: false,
  singlePlayer: false,
  directoryLogin: false,
});

/** 1.6: a single-player session counts as manager (standalone) or admin (aggregator). */
export function effectiveVisitor(visitor: Visitor): Visitor {
  if (!visitor.singlePlayer || !visitor.signedIn) return visitor;
  return visitor.edition === "standalone"
    ? { ...visitor, role: "Manager", admin: false }
    : { ...visitor, role: null, admin: true };
}

/** Administrator of the edition at hand: the role on a standalone server, the flag on the aggregator. */
export function isAdministrator(visitor: Visitor): boolean {
  const who = effectiveVisitor(visitor);
  if (!who.signedIn) return false;
  return who.edition === "standalone" ? who.role === "Administrator" : who.admin;
}

/** Standalone only: administrator or manager. */
export function isManager(visitor: Visitor): boolean {
  const who = effectiveVisitor(visitor);
  return who.signedIn && who.edition === "standalone" && (who.role === "Administrator" || who.role === "Manager");
}

/**
 * The permissions of a session, independent of a camera: its scope where the server sent one, otherwise the role table.
 */
export function basePermissions(role: Role | null, scope: Scope | null): readonly Permission[] {
  if (scope) return scope.baseScope.filter(isPermission);
  return role === null ? [] : rolePermissions[role];
}

export interface CameraActions {
  readonly live: boolean;
  readonly playback: boolean;
  readonly ptz: boolean;
  readonly export: boolean;
  /** the views by which alone the camera is seen may be exported, and its whole picture may not; absent: no */
  readonly exportViews?: boolean | undefined;
  /** views of it may be shared, and shared ones changed; absent: no */
  readonly shareViews?: boolean | undefined;
  /** see without privacy masks */
  readonly unmask: boolean;
}

/** permissions.actions of a camera for a session that has these permissions. */
export const cameraActions = (permissions: readonly Permission[]): CameraActions => ({
  live: permissions.includes("live"),
  playback: permissions.includes("playback"),
  ptz: permissions.includes("ptz"),
  export: permissions.includes("export"),
  unmask: permissions.includes("unmask"),
});

/** The same where an entry of `cameraScopes` may stand for the camera. */
export const actionsOn = (baseScope: readonly string[], own: OnCamera | undefined): CameraActions => ({
  ...cameraActions((own ? grantedOn(own) : baseScope).filter(isPermission)),
  ...(own && exportsViews(own) ? { exportViews: true } : {}),
  ...(sharesViewsOn(baseScope, own) ? { shareViews: true } : {}),
});

/** All of the camera, or views of it. */
export const mayExportSome = ({ export: whole, exportViews = false }: CameraActions): boolean => whole || exportViews;

/** 1.6: preset management is the administrator's, or granted by the embed option manage-ptz-presets. */
export const mayManagePresets = (visitor: Visitor, embedOption: boolean): boolean =>
  embedOption || isAdministrator(visitor);

/** 1.2: the timeline is hidden for a live viewer and by option. */
export const timelineShown = (visitor: Visitor, hiddenByOption: boolean): boolean =>
  !hiddenByOption && effectiveVisitor(visitor).role !== "Live Viewer";

/** 1.4: administrators share and unshare; on the aggregator a regular user may. */
export const mayShareStage = (visitor: Visitor): boolean =>
  visitor.signedIn && (visitor.edition === "aggregator" || isAdministrator(visitor));

/** 1.4: a shared stage is read-only for non-admins. */
export const mayEditStage = (visitor: Visitor, shared: boolean): boolean =>
  visitor.signedIn && (!shared || isAdministrator(visitor));

/** 1.4: on a shared stage admins see a globe, others a lock; a private one has no mark. */
export const stageMark = (visitor: Visitor, shared: boolean): "globe" | "lock" | "none" =>
  !shared ? "none" : isAdministrator(visitor) ? "globe" : "lock";

/** 1.6: server registration links are for admins; others read 'No accessible servers.' when there is none. */
export const registrationLinksShown = (visitor: Visitor): boolean => isAdministrator(visitor);
