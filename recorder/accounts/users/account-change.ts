/** What a change of an account makes of its row, apart from the password. Pure. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { RoleName } from "#protocol/rest/accounts/session.ts";
import type { UserPatch } from "#protocol/rest/accounts/user.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import { showUser, type SignsInBy, signsInByChange } from "./user-rows.ts";

/**
 * On the aggregator only administrators have a role; for everybody else it is "". Accounts have an e-mail address
 * there.
 */
export type AccountPatch = Omit<UserPatch, "role"> & { role?: RoleName | "" | undefined; email?: string };

interface AccountChange {
  readonly columns: Partial<UserRow> & Pick<UserRow, "username">;
  readonly signsInBy: SignsInBy;
  readonly isRenamed: boolean;
  /** somebody else verifies the user from now on, or this server again */
  readonly isMoved: boolean;
  readonly hasNewRights: boolean;
}

/** Failures: user/protected, request/invalid. */
export function accountChange(row: UserRow, ask: AccountPatch): Result<AccountChange, Failure> {
  // They come along when an account is sent as it was read; nobody is given them so.
  const { superUser, admin } = showUser(row);
  if ((ask.superUser ?? superUser) !== superUser)
    return refuse("request/invalid", { cause: failure("field/fixed", { field: "superUser" }) });
  if ((ask.admin ?? admin) !== admin)
    return refuse("request/invalid", { cause: failure("field/by-role", { field: "admin" }) });
  const { username = row.username, role = row.role, signsInBy = row.signs_in_by } = ask;
  const isRenamed = username !== row.username;
  const isMoved = signsInBy !== row.signs_in_by;
  const isLessened = role !== row.role || isMoved || (ask.cameraScopes ?? []).length > 0;
  if (row.super_user === 1 && (isRenamed || isLessened)) return refuse("user/protected");
  const rights = {
    role,
    camera_scopes: ask.cameraScopes ? JSON.stringify(ask.cameraScopes) : row.camera_scopes,
    unmask: (ask.unmask ?? row.unmask === 1) ? 1 : 0,
    share: (ask.share ?? row.share === 1) ? 1 : 0,
  };
  const columns = {
    username,
    username_key: username.toLowerCase(),
    ...rights,
    email: ask.email ?? row.email,
    ...(isMoved ? signsInByChange(signsInBy) : {}),
  };
  const hasNewRights =
    rights.role !== row.role ||
    rights.camera_scopes !== row.camera_scopes ||
    rights.unmask !== row.unmask ||
    rights.share !== row.share;
  return ok({ columns, signsInBy, isRenamed, isMoved, hasNewRights });
}
