/**
 * The rights of the aggregator's users. A user sees nothing until a permission group grants it, and a right that one of
 * their groups revokes is gone, whatever the others grant. Members of a group inside another are members of the outer
 * one, too.
 */
import { givenByViews, grantedOn, type Permission, rolePermissions, type Scope, showsPictures } from "./access.ts";

const COMMON_ABILITIES = ["live", "playback", "export", "ptz"] as const;
/** To see without privacy masks and to share views are granted by their own names only: "all" is older, and means the others. */
export const ABILITIES = [...COMMON_ABILITIES, "unmask", "share"] as const;
type CameraAbility = (typeof ABILITIES)[number];

export interface CameraByViews {
  readonly orchidId: string;
  readonly id: string;
  readonly views: readonly string[];
}

/** Abilities on everything (`all`), or (`list`) on all cameras of these servers and on these cameras. */
export interface PermissionSet {
  readonly abilities: readonly (CameraAbility | "all")[];
  readonly scope: "all" | "list";
  readonly orchids: readonly string[];
  readonly cameras: readonly { readonly orchidId: string; readonly id: string }[];
  /** cameras of which it grants these shared views alone; apart, so that an aggregator that does not know of it grants nothing */
  readonly byViews?: readonly CameraByViews[] | undefined;
}

export interface PermissionGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** ids of users */
  readonly members: readonly string[];
  /** ids of groups whose members are members here, too */
  readonly memberGroups: readonly string[];
  /** its members administer the aggregator and all its servers; nothing is revoked from them */
  readonly admin: boolean;
  readonly apps: readonly string[] | "all";
  readonly granted: readonly PermissionSet[];
  readonly revoked: readonly PermissionSet[];
}

/** The sum of the groups of one user. */
export interface UserRights {
  readonly admin: boolean;
  readonly apps: ReadonlySet<string> | "all";
  readonly granted: readonly PermissionSet[];
  readonly revoked: readonly PermissionSet[];
}

/** Rights on one server: on every camera that it has or will have, and on the cameras with rights of their own. */
interface ServerRights {
  readonly base: readonly Permission[];
  readonly cameras: ReadonlyMap<string, CameraRights>;
}
interface CameraRights {
  readonly scope: readonly Permission[];
  /** by which alone the camera is seen; absent: whole */
  readonly views?: readonly string[];
}

const NO_CAMERAS: ServerRights["cameras"] = new Map();

/** The groups that a user is in, directly or through groups inside. Circles end. */
export function groupsOfUser(userId: string, groups: readonly PermissionGroup[]): readonly PermissionGroup[] {
  const found = new Set(groups.filter(({ members }) => members.includes(userId)).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, memberGroups } of groups) if (memberGroups.some((inner) => found.has(inner))) found.add(id);
  }
  return groups.filter(({ id }) => found.has(id));
}

/** `admin`: the account itself is an administrator's, whatever its groups grant. */
export function rightsOfUser(
  user: { readonly id: string; readonly admin: boolean },
  groups: readonly PermissionGroup[],
): UserRights {
  const own = groupsOfUser(user.id, groups);
  const admin = user.admin || own.some((group) => group.admin);
  const hasAllApps = admin || own.some(({ apps }) => apps === "all");
  return {
    admin,
    apps: hasAllApps ? "all" : new Set(own.flatMap(({ apps }) => (apps === "all" ? [] : apps))),
    granted: own.flatMap(({ granted }) => granted),
    revoked: own.flatMap(({ revoked }) => revoked),
  };
}

/**
 * Rights on one server. Named cameras with the same rights as the others are left out. Views count where nothing grants
 * the whole camera's pictures.
 */
export function rightsOnServer(rights: UserRights, orchidId: string): ServerRights {
  if (rights.admin) return { base: rolePermissions.Administrator, cameras: NO_CAMERAS };
  const granted = collect(rights.granted, orchidId);
  const revoked = collect(rights.revoked, orchidId);
  const base = ABILITIES.filter((one) => granted.everywhere.has(one) && !revoked.everywhere.has(one));
  const cameras = new Map<string, CameraRights>();
  for (const id of new Set([...granted.cameras.keys(), ...granted.byViews.keys(), ...revoked.cameras.keys()])) {
    const isLeft = (one: CameraAbility): boolean =>
      !revoked.everywhere.has(one) && revoked.cameras.get(id)?.has(one) !== true;
    const scope = ABILITIES.filter(
      (one) => (granted.everywhere.has(one) || granted.cameras.get(id)?.has(one) === true) && isLeft(one),
    );
    const views = showsPictures(scope) ? null : viewsGranted(granted.byViews.get(id) ?? [], isLeft);
    if (views) cameras.set(id, views);
    else if (scope.join() !== base.join()) cameras.set(id, { scope });
  }
  return { base, cameras };
}

/** Several grants give all their views, with the abilities that each of the grants has: less than their sum, and never more than one of them. */
function viewsGranted(grants: readonly ViewGrant[], isLeft: (one: CameraAbility) => boolean): CameraRights | null {
  const scope = ABILITIES.filter(
    (one) => givenByViews(one) && isLeft(one) && grants.every(({ abilities }) => abilities.includes(one)),
  );
  const views = [...new Set(grants.flatMap((grant) => grant.views))];
  return grants.length > 0 && showsPictures(scope) ? { scope, views } : null;
}

export function permissionsOnCamera({ base, cameras }: ServerRights, cameraId: string): readonly Permission[] {
  const own = cameras.get(cameraId);
  return own ? grantedOn(own) : base;
}

/** A user sees a camera when they may see its video, live or recorded. */
export const seesCamera = (rights: ServerRights, cameraId: string): boolean =>
  showsPictures(permissionsOnCamera(rights, cameraId));

/** A user sees a server when they see one of its cameras, also a future one. */
export const seesServer = ({ base, cameras }: ServerRights): boolean =>
  showsPictures(base) || [...cameras.values()].some(({ scope }) => showsPictures(scope));

export const seesApp = ({ apps }: UserRights, appId: string): boolean => apps === "all" || apps.has(appId);

/** In the form that recorders take in a token: `cameraScopes` replace the base for their camera. */
export const scopeOfServer = ({ base, cameras }: ServerRights): Scope => ({
  baseScope: base,
  cameraScopes: [...cameras].map(([id, own]) => ({ id, ...own })),
});

interface ViewGrant {
  readonly abilities: readonly CameraAbility[];
  readonly views: readonly string[];
}
interface Collected {
  readonly everywhere: ReadonlySet<CameraAbility>;
  readonly cameras: ReadonlyMap<string, ReadonlySet<CameraAbility>>;
  readonly byViews: ReadonlyMap<string, readonly ViewGrant[]>;
}

/** The abilities that sets give on one server. */
function collect(sets: readonly PermissionSet[], orchidId: string): Collected {
  const everywhere = new Set<CameraAbility>();
  const cameras = new Map<string, Set<CameraAbility>>();
  const byViews = new Map<string, ViewGrant[]>();
  for (const set of sets) {
    const common: readonly CameraAbility[] = set.abilities.includes("all") ? COMMON_ABILITIES : [];
    const abilities = ABILITIES.filter((one) => common.includes(one) || set.abilities.includes(one));
    if (set.scope === "all" || set.orchids.includes(orchidId)) for (const one of abilities) everywhere.add(one);
    if (set.scope === "all") continue;
    for (const camera of set.cameras) {
      if (camera.orchidId !== orchidId) continue;
      const own = cameras.get(camera.id) ?? new Set();
      for (const one of abilities) own.add(one);
      cameras.set(camera.id, own);
    }
    for (const { orchidId: owner, id, views } of set.byViews ?? [])
      if (owner === orchidId) byViews.set(id, [...(byViews.get(id) ?? []), { abilities, views }]);
  }
  return { everywhere, cameras, byViews };
}
