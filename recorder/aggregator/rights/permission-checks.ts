/** What a permission group may name. */
import { refuse } from "#domain/failures/failure.ts";
import type { PermissionGroup } from "#domain/accounts/permission-groups.ts";
import type { Store } from "#recorder/store/store.ts";
import { type SharedLooks, sharedLookKey } from "./shared-looks.ts";
import type { RegisteredServers } from "../servers/contracts.ts";

/** Where the named things are looked up. */
interface Nameable {
  readonly store: Store;
  readonly servers: RegisteredServers;
  readonly groups: readonly PermissionGroup[];
  readonly views: SharedLooks;
}

/**
 * What a group newly names must exist; what it named before may be gone by now. Null: all of it exists. Failures:
 * user/unknown, permission/unknown, orchid/unknown, camera/unknown, view/unknown.
 */
export async function findStranger(
  group: PermissionGroup,
  before: PermissionGroup,
  { store, servers, groups, views }: Nameable,
): Promise<ReturnType<typeof refuse> | null> {
  const accounts = new Set((await store.selectFrom("users").select("id").execute()).map(({ id }) => id));
  if (news(group.members, before.members).some((id) => !accounts.has(id))) return refuse("user/unknown");
  const groupIds = new Set([group.id, ...groups.map(({ id }) => id)]);
  if (news(group.memberGroups, before.memberGroups).some((id) => !groupIds.has(id)))
    return refuse("permission/unknown");
  if (news(serversIn(group), serversIn(before)).some((id) => !servers.get(id))) return refuse("orchid/unknown");
  const cameras = new Set(servers.list().flatMap((one) => one.cameras.map(({ id }) => `${one.id}/${id}`)));
  if (news(camerasIn(group), camerasIn(before)).some((key) => !cameras.has(key))) return refuse("camera/unknown");
  if (news(viewsIn(group), viewsIn(before)).some((key) => !views.has(key))) return refuse("view/unknown");
  return null;
}

const setsOf = ({ granted, revoked }: PermissionGroup) => [...granted, ...revoked];
const serversIn = (group: PermissionGroup): string[] => setsOf(group).flatMap(({ orchids }) => orchids);
const camerasIn = (group: PermissionGroup): string[] =>
  setsOf(group).flatMap(({ cameras, byViews = [] }) =>
    [...cameras, ...byViews].map(({ orchidId, id }) => `${orchidId}/${id}`),
  );
const viewsIn = (group: PermissionGroup): string[] =>
  setsOf(group).flatMap(({ byViews = [] }) =>
    byViews.flatMap((camera) => camera.views.map((id) => sharedLookKey(camera, id))),
  );

function news(after: readonly string[], before: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((one) => !known.has(one));
}
