/** Who may see which server and camera, by the permission groups at the time of the question. */
import { fleetKey } from "#domain/cameras/fleet.ts";
import { type OnCamera, type Scope, showsPictures } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { SeenFleet } from "../fleet/fleet-search.ts";
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

  /** What the user sees of these servers' cameras, as the database is asked for them. */
  seenFleet(who: Who, orchidIds: readonly string[]): SeenFleet {
    const [whole, except, only]: [string[], string[], string[]] = [[], [], []];
    for (const orchidId of orchidIds) {
      const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
      const isWhole = showsPictures(baseScope);
      if (isWhole) whole.push(orchidId);
      const own = new Map(cameraScopes.map(({ id, scope }) => [id, showsPictures(scope)]));
      for (const [id, isSeen] of own)
        if (isSeen !== isWhole) (isWhole ? except : only).push(fleetKey({ orchidId, id }));
    }
    return { whole, except, only };
  }

  /** May see a camera of it, or one that it will get. */
  seesServer(who: Who, orchidId: string): boolean {
    const { baseScope, cameraScopes } = this.scopeOn(who, orchidId);
    return showsPictures(baseScope) || cameraScopes.some(({ scope }) => showsPictures(scope));
  }
}
