/** Permission groups of the aggregator. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import { changedFields } from "#domain/changed-fields.ts";
import {
  type PermissionDomain,
  type PermissionGroupEntry,
  type PermissionGroupForm,
  savedGroup,
} from "#domain/accounts/permission-editing.ts";
import { permissionDomains, permissionGroup, permissionGroupList } from "#protocol/rest/accounts/permission-group.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";

export interface PermissionGroupActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly PermissionGroupEntry[], Failure>>;
  /** The servers with their cameras, and the apps that a group can refer to. */
  readonly domain: (signal?: AbortSignal) => Promise<Result<PermissionDomain, Failure>>;
  /** Adds a group (`before` null), or sends the fields that the form has changed. */
  readonly save: (
    before: PermissionGroupEntry | null,
    form: PermissionGroupForm,
  ) => Promise<Result<PermissionGroupEntry, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
}

const PATH = "/service/permissions";
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
const byName = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
const whole = <T>(body: T): T => body;

export const createPermissionGroupActions = (http: HttpClient): PermissionGroupActions => ({
  list: async (signal) =>
    answeredWith(
      await http.json({ path: PATH, ...(signal ? { signal } : {}) }, permissionGroupList),
      ({ permissions }) => permissions,
    ),
  domain: async (signal) =>
    answeredWith(
      await http.json({ path: `${PATH}/domains`, ...(signal ? { signal } : {}) }, permissionDomains),
      ({ orchids, apps }) => ({
        servers: byName(orchids).map((server) => ({ ...server, cameras: byName(server.cameras) })),
        apps,
      }),
    ),
  save: async (before, form) => {
    const body = bodyOf(form);
    const call =
      before === null
        ? { method: "POST" as const, path: PATH, body }
        : { method: "PATCH" as const, path: pathOf(before.id), body: changedFields(bodyOf(before), body) };
    return answeredWith(await http.json(call, permissionGroup), whole);
  },
  remove: async (id) => answeredWith(await http.done({ method: "DELETE", path: pathOf(id) }), whole),
});

/** Only the members that the schema names: an entry of the list has an id, too. */
function bodyOf(form: PermissionGroupForm): PermissionGroupForm {
  const { name, description, members, memberGroups, admin, apps, granted, revoked } = savedGroup(form);
  return { name, description, members, memberGroups, admin, apps, granted, revoked };
}
