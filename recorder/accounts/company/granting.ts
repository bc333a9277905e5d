import { ok, type Result } from "#base/result.ts";
import { highestRole } from "#domain/accounts/company-sign-in.ts";
import { isRole } from "#domain/accounts/access.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { RoleName } from "#protocol/rest/accounts/session.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Users } from "../users.ts";

/** What the company's groups can grant: roles on a recorder, permission groups on the aggregator. */
export interface Granting {
  readonly knows: (grant: string) => boolean;
  /** role of an account that is made for somebody with these */
  readonly newRole: (granted: readonly string[]) => RoleName | "";
  /** From now on the account has these; of what is `ruled` it has nothing else. */
  readonly give: (
    user: Pick<UserRow, "id" | "role">,
    granted: readonly string[],
    ruled: readonly string[],
  ) => Promise<Result<null, Failure>>;
}

/** A recorder gives the highest of the roles. Somebody with none keeps the role of before, and does not get in. */
export const roleGranting = (users: Pick<Users, "patch">): Granting => ({
  knows: isRole,
  newRole: (granted) => highestRole(granted) ?? "",
  async give({ id, role: before }, granted) {
    const role = highestRole(granted);
    if (role === null || role === before) return ok(null);
    const changed = await users.patch(id, { role });
    return changed.ok ? ok(null) : changed;
  },
});

interface Groups {
  readonly groupsOf: (userId: string) => readonly string[];
  readonly setGroups: (userId: string, groupIds: readonly string[]) => Promise<Result<null, Failure>>;
  readonly get: (id: string) => Result<unknown, Failure>;
}

/** An aggregator gives memberships. Those that no rule names stay as administrators have set them. */
export const groupGranting = (groups: () => Groups): Granting => ({
  knows: (id) => groups().get(id).ok,
  newRole: () => "",
  async give({ id }, granted, ruled) {
    const before = groups().groupsOf(id);
    const after = [...new Set([...before.filter((one) => !ruled.includes(one)), ...granted])];
    const isSame = before.length === after.length && before.every((one) => after.includes(one));
    return isSame ? ok(null) : groups().setGroups(id, after);
  },
});
