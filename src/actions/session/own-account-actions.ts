/** What everybody does with the own account. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { ownFactorConfirmed, type OwnFactorState, ownFactorState } from "#protocol/rest/accounts/own-account.ts";
import { type FactorKey, factorKey } from "#protocol/rest/accounts/sign-in.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";

export type { FactorKey };
export type OwnFactor = OwnFactorState;

export interface OwnAccountActions {
  /** Other sessions of the account end, this one stays. */
  readonly changePassword: (oldPassword: string, newPassword: string) => Promise<Result<null, Failure>>;
  /** whether there is a second factor */
  readonly factor: () => Promise<Result<OwnFactor, Failure>>;
  readonly beginFactor: (password: string) => Promise<Result<FactorKey, Failure>>;
  /** With the first code; other sessions end. The answer is the recovery codes, which nobody can read again. */
  readonly confirmFactor: (code: string) => Promise<Result<readonly string[], Failure>>;
  readonly removeFactor: (proof: {
    readonly password: string;
    readonly code: string;
  }) => Promise<Result<null, Failure>>;
}

const FACTOR = "/service/users/me/second-factor";

export const createOwnAccountActions = (http: HttpClient): OwnAccountActions => ({
  changePassword: async (oldPassword, newPassword) =>
    await http.done({ method: "PUT", path: "/service/users/me/password", body: { oldPassword, newPassword } }),
  factor: async () => await http.json({ path: FACTOR }, ownFactorState),
  beginFactor: async (password) => await http.json({ method: "POST", path: FACTOR, body: { password } }, factorKey),
  confirmFactor: async (code) =>
    answeredWith(
      await http.json({ method: "PUT", path: FACTOR, body: { code } }, ownFactorConfirmed),
      ({ recoveryCodes }) => recoveryCodes,
    ),
  removeFactor: async (body) => await http.done({ method: "POST", path: `${FACTOR}/removal`, body }),
});
