/** Who may see which server and camera, by the permission groups at the time of the question. */
import { cameraPermissions, type Permission, type Scope } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { PermissionGroups } from "./contracts.ts";

type Who = Pick<Identity, "userId" | "role">;

export class RightsOnServers {
  readonly #permissions: () => Pick<PermissionGroups, "scopeOn">;

  /** `permissions` is a function because the groups are made after the servers that they refer to. */
  constructor(permissions: () => Pick<PermissionGroups, "scopeOn">) {
    this.#permissions = permissions;
  }

  scopeOn(who: Who, orchidId: string): Scope {
    return this.#permissions().scopeOn({ id: who.userId, role: who.role }, orchidId);
  }

  /** What the user may do with each camera there; the scope is read once for all cameras. */
  reader(who: Who, orchidId: string): (cameraId: string) => readonly Permission[] {
    const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
    const base = cameraPermissions(null, { baseScope, cameraScopes: [] }, "");
    const own = new Map(cameraScopes.map((one) => [one.id, one]));
    return (id) => {
      const named = own.get(id);
      return named ? cameraPermissions(null, { baseScope, cameraScopes: [named] }, id) : base;
    };
  }

  /** May see a camera of it, or one that it will get. */
  seesServer(who: Who, orchidId: string): boolean {
    const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
    return showsPictures(baseScope) || cameraScopes.some(({ scope }) => showsPictures(scope));
  }
}

const showsPictures = (scope: readonly string[]): boolean => scope.includes("live") || scope.includes("playback");
