/** An aggregator at which no server was registered: administrators may do everything, others nothing. */
import { rolePermissions } from "#domain/access.ts";
import { done } from "#recorder/main/answer.ts";
import { can } from "#recorder/main/identity.ts";
import type { Orchids, OrchidTokens, PermissionGroups } from "./contracts.ts";

const NOTHING = { baseScope: [], cameraScopes: [] };
const EVERYTHING = { baseScope: rolePermissions.Administrator, cameraScopes: [] };
const ADMINISTRATOR = "Administrator";

export const noOrchids: Orchids = {
  list: () => [],
  get: () => undefined,
  cameraOwner: () => null,
  streamOwner: () => null,
  onChange: () => () => undefined,
  onTrouble: () => () => undefined,
};

export const noTokens: OrchidTokens = { verify: async () => null };

export const rightsOfAdministrators: PermissionGroups = {
  rightsOf: ({ role }) => (role === ADMINISTRATOR ? { role, scope: EVERYTHING } : { role: "", scope: NOTHING }),
  scopeOn: ({ role }) => (role === ADMINISTRATOR ? EVERYTHING : NOTHING),
  mayUseApp: (who) => can(who, "config"),
  groupsOf: () => [],
  setGroups: async () => done(null),
  forgetUser: async () => undefined,
};
