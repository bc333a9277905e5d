/** The aggregator's own accounts. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { fail, type Result } from "#base/result.ts";
import { accountChange, type AccountForm, accountPayload } from "#domain/accounts/accounts.ts";
import { type FusionAccount, fusionAccount, fusionAccountList } from "#protocol/rest/accounts/account.ts";
import type { SignsInBy } from "#domain/accounts/users.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";

export interface AccountEntry {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly admin: boolean;
  readonly superUser: boolean;
  readonly secondFactor: boolean;
  readonly signsInBy: SignsInBy;
  /** ids of permission groups */
  readonly groups: readonly string[];
}

export interface AccountActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly AccountEntry[], Failure>>;
  /** Adds an account (`before` null), or sends the fields that the form has changed. */
  readonly save: (before: AccountEntry | null, form: AccountForm) => Promise<Result<AccountEntry, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  /** Takes away the second factor of a user who has lost it. */
  readonly resetFactor: (id: string) => Promise<Result<null, Failure>>;
}

const path = (id: string): string => `/service/users/${encodeURIComponent(id)}`;

export const createAccountActions = (http: HttpClient): AccountActions => ({
  list: async (signal) =>
    answeredWith(
      await http.json({ path: "/service/users", ...(signal ? { signal } : {}) }, fusionAccountList),
      ({ users }) => users.map(entryOf),
    ),
  save: async (before, form) =>
    answeredWith(
      await http.json(
        before === null
          ? { method: "POST", path: "/service/users", body: accountPayload(form) }
          : { method: "PATCH", path: path(before.id), body: accountChange(before, form) },
        fusionAccount,
      ),
      entryOf,
    ),
  resetFactor: async (id) => await http.done({ method: "DELETE", path: `${path(id)}/second-factor` }),
  remove: async (id) => {
    const answer = await http.done({ method: "DELETE", path: path(id) });
    return answer.ok ? answer : fail(answer.error.reason ? answer.error : failure("user/delete-error"));
  },
});

const entryOf = ({
  id,
  username,
  email,
  admin,
  superUser,
  secondFactor,
  signsInBy,
  groups,
}: FusionAccount): AccountEntry => ({
  id,
  username,
  email,
  admin,
  superUser,
  secondFactor,
  signsInBy,
  groups,
});
