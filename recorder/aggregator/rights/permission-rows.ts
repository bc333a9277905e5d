/** Permission groups as rows of the store and as shapes of the wire, and the groups of a new aggregator. */
import type { PermissionGroup, PermissionSet } from "#domain/accounts/permission-groups.ts";
import {
  permissionGroup,
  type PermissionGroup as PermissionGroupWire,
  type PermissionGroupPatch,
} from "#protocol/rest/accounts/permission-group.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { PermissionGroupRow } from "#recorder/store/tables/aggregator-rows.ts";

const SEEDED = "permission-groups";

export interface StoredGroup extends PermissionGroup {
  readonly createdMs: number;
}

export function groupOf(row: PermissionGroupRow): StoredGroup {
  const read = permissionGroup.parse({
    id: row.id,
    name: row.name,
    description: row.description,
    admin: row.admin === 1,
    members: JSON.parse(row.members),
    memberGroups: JSON.parse(row.member_groups),
    apps: JSON.parse(row.apps),
    granted: JSON.parse(row.granted),
    revoked: JSON.parse(row.revoked),
  });
  return { ...read, createdMs: row.created_ms };
}

export const rowOf = (group: StoredGroup): PermissionGroupRow => ({
  id: group.id,
  name: group.name,
  description: group.description,
  admin: group.admin ? 1 : 0,
  members: JSON.stringify(group.members),
  member_groups: JSON.stringify(group.memberGroups),
  apps: JSON.stringify(group.apps),
  granted: JSON.stringify(group.granted),
  revoked: JSON.stringify(group.revoked),
  created_ms: group.createdMs,
});

/** Done once in the life of an aggregator, so that a removed group does not return. */
export async function addDefaults(ask: { store: Store; settings: SettingsStore; now: () => number }): Promise<void> {
  if ((await ask.settings.internal(SEEDED)) !== null) return;
  const everywhere = (...abilities: PermissionSet["abilities"]): PermissionSet[] => [
    { abilities, scope: "all", orchids: [], cameras: [] },
  ];
  const groups = [
    { name: "Live Viewer", description: "Live video of all cameras", admin: false, granted: everywhere("live") },
    {
      name: "Viewer",
      description: "Live and recorded video of all cameras",
      admin: false,
      granted: everywhere("live", "playback"),
    },
    { name: "Administrator", description: "Everything, on all servers", admin: true, granted: everywhere("all") },
  ];
  const rows = groups.map((group) =>
    rowOf({ ...group, id: newId(), members: [], memberGroups: [], apps: [], revoked: [], createdMs: ask.now() }),
  );
  await ask.store.insertInto("permission_groups").values(rows).execute();
  await ask.settings.setInternal(SEEDED, "1");
}

export const NEW_GROUP: StoredGroup = {
  id: "",
  name: "",
  description: "",
  members: [],
  memberGroups: [],
  admin: false,
  apps: [],
  granted: [],
  revoked: [],
  createdMs: 0,
};

/** The new content replaces the old; nothing is named twice. */
export function withAsked(group: StoredGroup, ask: PermissionGroupPatch): StoredGroup {
  const { members, memberGroups, granted, revoked } = ask;
  return {
    ...group,
    name: ask.name ?? group.name,
    description: ask.description ?? group.description,
    admin: ask.admin ?? group.admin,
    apps: ask.apps === undefined || ask.apps === "all" ? (ask.apps ?? group.apps) : [...new Set(ask.apps)],
    members: members ? [...new Set(members)] : group.members,
    memberGroups: memberGroups ? [...new Set(memberGroups)] : group.memberGroups,
    granted: granted ? granted.map(whole) : group.granted,
    revoked: revoked ? revoked.map(whole) : group.revoked,
  };
}

const whole = ({ byViews = [], ...set }: NonNullable<PermissionGroupPatch["granted"]>[number]): PermissionSet => ({
  ...set,
  orchids: set.orchids ?? [],
  cameras: set.cameras ?? [],
  ...(byViews.length > 0 ? { byViews } : {}),
});

/** The shape on the wire. */
export function showGroup({ createdMs: _created, ...group }: StoredGroup): PermissionGroupWire {
  const sets = (all: PermissionGroup["granted"]) =>
    all.map(({ abilities, scope, orchids, cameras, byViews }) => ({
      abilities: [...abilities],
      scope,
      orchids: [...orchids],
      cameras: cameras.map(({ orchidId, id }) => ({ orchidId, id })),
      ...(byViews ? { byViews: byViews.map((one) => ({ ...one, views: [...one.views] })) } : {}),
    }));
  return {
    ...group,
    href: `/service/permissions/${group.id}`,
    members: [...group.members],
    memberGroups: [...group.memberGroups],
    apps: group.apps === "all" ? "all" : [...group.apps],
    granted: sets(group.granted),
    revoked: sets(group.revoked),
  };
}
