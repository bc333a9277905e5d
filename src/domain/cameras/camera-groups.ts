/** Camera groups: folders of cameras in the side panel, nested, with breadcrumbs from Home (document 1, sections 2 and 3). */

export interface GroupedCamera {
  readonly id: string;
  readonly orchidId: string;
}
export interface CameraGroup {
  readonly id: string;
  readonly name: string;
  /** null: at Home */
  readonly parentId: string | null;
  readonly cameras: readonly GroupedCamera[];
}
interface Crumb {
  /** null: Home */
  readonly id: string | null;
  readonly name: string;
}

/** How deep groups may be nested: the panel's last step of previews per row comes above 6. [ours] */
export const GROUP_DEPTH_MAX = 8;

/** The groups directly inside a group (null: at Home), by name. */
export const groupsIn = (groups: readonly CameraGroup[], parentId: string | null): readonly CameraGroup[] =>
  groups
    .filter((group) => group.parentId === parentId)
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id));

/** The path from the outermost group to the one of this id, without Home; empty when it does not exist. Circles end. */
export function pathToGroup(groups: readonly CameraGroup[], id: string | null): readonly CameraGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const path: CameraGroup[] = [];
  for (let at = id === null ? undefined : byId.get(id); at && !path.includes(at); ) {
    path.unshift(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return path;
}

/** The path from Home to the group of this id; only Home when the group was removed. */
export const breadcrumbs = (groups: readonly CameraGroup[], id: string | null, home: string): readonly Crumb[] => [
  { id: null, name: home },
  ...pathToGroup(groups, id).map((group) => ({ id: group.id, name: group.name })),
];

/** The group of this id and all groups inside it, at any depth. */
export function groupsUnder(groups: readonly CameraGroup[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const group of groups) if (group.parentId !== null && found.has(group.parentId)) found.add(group.id);
  }
  return found;
}

/** Whether a group (null: a new one) may stand inside `parentId`: never inside itself, and not deeper than 8. */
export function mayStandIn(
  groups: readonly CameraGroup[],
  id: string | null,
  parentId: string | null,
): "yes" | "inside-itself" | "too-deep" {
  const under = id === null ? new Set<string>() : groupsUnder(groups, id);
  if (parentId !== null && under.has(parentId)) return "inside-itself";
  const above = pathToGroup(groups, parentId).length;
  const own = pathToGroup(groups, id).length;
  const below = [...under].reduce((most, each) => Math.max(most, pathToGroup(groups, each).length - own), 0);
  return above + 1 + below > GROUP_DEPTH_MAX ? "too-deep" : "yes";
}

/** The different cameras that stand in a group and all groups inside it. */
export function groupedUnder(groups: readonly CameraGroup[], id: string): readonly GroupedCamera[] {
  const under = groupsUnder(groups, id);
  const found = groups.flatMap((group) => (under.has(group.id) ? group.cameras : []));
  return [...new Map(found.map((camera) => [`${camera.orchidId}/${camera.id}`, camera])).values()];
}

export const camerasUnder = (groups: readonly CameraGroup[], id: string): number => groupedUnder(groups, id).length;
