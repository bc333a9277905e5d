/** Who may see which server and camera, by the permission groups at the time of the question. */
import { type OnCamera, type Scope, showsPictures } from "#domain/accounts/access.ts";
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

  /** The user's rights on each camera there; the scope is read once for all cameras. */
  reader(who: Who, orchidId: string): (cameraId: string) => OnCamera {
    const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
    const own = new Map(cameraScopes.map((one) => [one.id, one]));
    return (id) => own.get(id) ?? { id, scope: baseScope };
  }

  /** May see a camera of it, or one that it will get. */
  seesServer(who: Who, orchidId: string): boolean {
    const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
    return showsPictures(baseScope) || cameraScopes.some(({ scope }) => showsPictures(scope));
  }
}
