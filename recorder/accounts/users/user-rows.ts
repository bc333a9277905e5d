import type { User } from "#protocol/rest/accounts/user.ts";
import type { CameraScope } from "#recorder/core/identity.ts";
import { newId, newSecret } from "#recorder/store/ids.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import { hasCodes } from "../factors/second-factors.ts";

export type Account = User & { readonly email?: string };
export type SignsInBy = UserRow["signs_in_by"];

/** In place of a hash, for accounts that somebody else verifies: no password fits it. */
export const NO_PASSWORD = "none";

/** A row of a new account. */
export const newUserRow = (
  ask: Pick<UserRow, "username" | "role" | "password_hash"> & Partial<UserRow>,
  nowMs: number,
): UserRow => ({
  id: newId(),
  username_key: ask.username.toLowerCase(),
  super_user: 0,
  camera_scopes: "[]",
  unmask: 0,
  share: 0,
  created_ms: nowMs,
  email: "",
  factor_key: "",
  factor_step: 0,
  factor_recovery: "[]",
  signs_in_by: "password",
  provider_subject: "",
  ...ask,
});

/** An account as administrators see it. */
export function showUser(row: UserRow, hasPasskey = false): Account {
  return {
    id: row.id,
    href: `/service/users/${row.id}`,
    username: row.username,
    role: row.role,
    superUser: row.super_user === 1,
    admin: row.role === "Administrator",
    secondFactor: hasPasskey || hasCodes(row),
    signsInBy: row.signs_in_by,
    unmask: row.unmask === 1 || row.role === "Administrator",
    share: row.share === 1 || row.role === "Administrator",
    cameraScopes: (JSON.parse(row.camera_scopes) as CameraScope[]).map(({ id, scope, views }) => ({
      id,
      scope: [...scope],
      ...(views ? { views: [...views] } : {}),
    })),
    ...(row.email === "" ? {} : { email: row.email }),
  };
}

/** What changes in a row when somebody else, or this server again, verifies the user from now on. */
export const signsInByChange = (to: SignsInBy): Partial<UserRow> => ({
  signs_in_by: to,
  provider_subject: "",
  ...(to === "password" ? {} : { password_hash: NO_PASSWORD, factor_key: "", factor_step: 0, factor_recovery: "[]" }),
});

export const newPassword = (): string => newSecret().replaceAll(/[-_]/g, "").slice(0, 20);
