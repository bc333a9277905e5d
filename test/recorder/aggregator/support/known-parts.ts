/** Servers and rights that a test defines, in place of the registry and the permission groups. */
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import { rolePermissions } from "#domain/accounts/access.ts";
import type { RegisteredServer, RegisteredServers, PermissionGroups } from "#recorder/aggregator/servers/contracts.ts";
import type { AggregatorHouse } from "./aggregator-house.ts";

export const knownServer = (id: string, cameraIds: readonly string[]): RegisteredServer => ({
  id,
  name: id,
  isAvailable: true,
  failure: null,
  cameras: cameraIds.map((cameraId) => ({ id: cameraId, name: cameraId, streamIds: [`${cameraId}-main`] })),
});

/** Puts these servers into an aggregator under test; the user id determines who may see which of their cameras. */
export function know(
  house: AggregatorHouse,
  servers: readonly RegisteredServer[],
  seen: ReadonlyMap<string, readonly string[]> = new Map(),
): { readonly memberships: Map<string, readonly string[]> } {
  const memberships = new Map<string, readonly string[]>();
  const owner = (cameraId: string) => servers.find(({ cameras }) => cameras.some(({ id }) => id === cameraId));
  const registry: RegisteredServers = {
    list: () => servers,
    get: (id) => servers.find((one) => one.id === id),
    cameraOwner: (cameraId) => owner(cameraId)?.id ?? null,
    streamOwner(streamId) {
      for (const { id: orchidId, cameras } of servers)
        for (const { id: cameraId, streamIds } of cameras)
          if (streamIds.includes(streamId)) return { orchidId, cameraId };
      return null;
    },
    onChange: () => () => undefined,
    onTrouble: () => () => undefined,
  };
  const rightsOf: PermissionGroups["rightsOf"] = ({ id, role }) => ({
    role,
    scope:
      role === "Administrator"
        ? { baseScope: rolePermissions.Administrator, cameraScopes: [] }
        : { baseScope: [], cameraScopes: (seen.get(id) ?? []).map((camera) => ({ id: camera, scope: ["live"] })) },
  });
  const permissions: PermissionGroups = {
    rightsOf,
    scopeOn: (user) => rightsOf(user).scope,
    mayUseApp: () => false,
    groupsOf: (userId) => memberships.get(userId) ?? [],
    async setGroups(userId, ids) {
      if (ids.includes("unknown")) return refuse("permission/unknown");
      memberships.set(userId, ids);
      return ok(null);
    },
    forgetUser: async (userId) => void memberships.delete(userId),
  };
  Object.assign(house.services, { servers: registry, permissions });
  return { memberships };
}
