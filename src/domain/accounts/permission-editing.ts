/** The form of an administrator of the aggregator for a permission group, and what is wrong with it. */
import type { CameraViews } from "./camera-views.ts";
import type { CameraByViews } from "./permission-groups.ts";
import type { PickableServer, PickedCameras } from "../cameras/camera-picking.ts";

const COMMON = ["live", "playback", "export", "ptz"] as const;
/** Never part of All: each of them has to be said. */
const APART = ["unmask", "share"] as const;
export const ABILITIES = [...COMMON, ...APART] as const;
type Ability = (typeof ABILITIES)[number] | "all";

/** Abilities on every camera, or on the servers and cameras that are chosen. */
export interface AbilitySet extends PickedCameras {
  readonly abilities: readonly Ability[];
  readonly scope: "all" | "list";
  /** cameras of which it grants these shared views alone; absent: none */
  readonly byViews?: readonly CameraByViews[] | undefined;
}
export interface PermissionGroupForm {
  readonly name: string;
  readonly description: string;
  /** ids of users */
  readonly members: readonly string[];
  /** ids of groups whose members are members here, too */
  readonly memberGroups: readonly string[];
  readonly admin: boolean;
  readonly apps: "all" | readonly string[];
  readonly granted: readonly AbilitySet[];
  /** wins over everything that is granted */
  readonly revoked: readonly AbilitySet[];
}
export interface PermissionGroupEntry extends PermissionGroupForm {
  readonly id: string;
}
/** What a group can refer to. */
export interface PermissionDomain {
  readonly servers: readonly PickableServer[];
  readonly apps: readonly { readonly id: string; readonly name: string }[];
}

export const emptyGroup: PermissionGroupForm = {
  name: "",
  description: "",
  members: [],
  memberGroups: [],
  admin: false,
  apps: [],
  granted: [],
  revoked: [],
};
export const newSet: AbilitySet = { abilities: [], scope: "all", orchids: [], cameras: [] };

/** All replaces every other common ability; without All each is listed separately, in the order of the table. */
export function withAbility(abilities: readonly Ability[], ability: Ability, on: boolean): readonly Ability[] {
  const apart = APART.filter((each) => (each === ability ? on : abilities.includes(each)));
  const all = ability === "all" ? on : abilities.includes("all");
  const common = COMMON.filter((each) => (each === ability ? on : abilities.includes(each)));
  return [...(all ? (["all"] as const) : ability === "all" ? [] : common), ...apart];
}
export const hasAbility = (abilities: readonly Ability[], ability: Ability): boolean =>
  abilities.includes(ability) || (!isApart(ability) && abilities.includes("all"));
/** "all" does not include this ability. */
export const isApart = (ability: Ability): boolean => APART.some((each) => each === ability);

/** Why a set grants or revokes nothing; null: it does. */
export function setFault(set: AbilitySet): "no-ability" | "no-camera" | null {
  if (set.abilities.length === 0) return "no-ability";
  const { orchids, cameras, byViews = [] } = set;
  return set.scope === "list" && orchids.length + cameras.length + byViews.length === 0 ? "no-camera" : null;
}

/** Which views a set grants, by the camera. */
export const viewsOfSet = ({ byViews = [] }: AbilitySet): CameraViews =>
  Object.fromEntries(byViews.map(({ id, views }) => [id, views]));

/** The set with other views; a camera that it grants by views it does not grant whole. */
export function withViewsOfSet(set: AbilitySet, views: CameraViews, servers: readonly PickableServer[]): AbilitySet {
  const { byViews: before = [], ...rest } = set;
  const ownerOf = (id: string): string | undefined =>
    servers.find(({ cameras }) => cameras.some((camera) => camera.id === id))?.id ??
    before.find((one) => one.id === id)?.orchidId;
  const byViews = Object.entries(views).flatMap(([id, own]) => {
    const orchidId = ownerOf(id);
    return orchidId === undefined ? [] : [{ orchidId, id, views: own }];
  });
  const cameras = rest.cameras.filter(({ id }) => !(id in views));
  return { ...rest, cameras, ...(byViews.length > 0 ? { byViews } : {}) };
}

type GroupFault = "name-missing" | "name-taken" | "set";
/** What prevents a group from being saved. `others`: names of the other groups. */
export function groupFault(form: PermissionGroupForm, others: readonly string[]): GroupFault | null {
  const name = form.name.trim().toLowerCase();
  if (name === "") return "name-missing";
  if (others.some((other) => other.trim().toLowerCase() === name)) return "name-taken";
  return [...form.granted, ...form.revoked].some((set) => setFault(set) !== null) ? "set" : null;
}

/** The body to send: members that a wide scope does not need are left out. */
export const savedGroup = (form: PermissionGroupForm): PermissionGroupForm => ({
  ...form,
  name: form.name.trim(),
  description: form.description.trim(),
  granted: form.granted.map(savedSet),
  revoked: form.revoked.map(savedSet),
});
const savedSet = ({ byViews, ...set }: AbilitySet): AbilitySet =>
  set.scope === "all" ? { ...set, orchids: [], cameras: [] } : { ...set, ...(byViews ? { byViews } : {}) };

/**
 * Groups that may be members of the group of this id (null: a new one): never the group itself, and none that already
 * contains it.
 */
export function memberGroupChoices<Group extends Pick<PermissionGroupEntry, "id" | "memberGroups">>(
  groups: readonly Group[],
  id: string | null,
): readonly Group[] {
  if (id === null) return groups;
  const byId = new Map(groups.map((group) => [group.id, group]));
  const leadsHere = (from: string, seen: Set<string>): boolean => {
    if (from === id) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return byId.get(from)?.memberGroups.some((next) => leadsHere(next, seen)) ?? false;
  };
  return groups.filter((group) => !leadsHere(group.id, new Set()));
}
