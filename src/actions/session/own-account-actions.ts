/** What everybody does with the own account. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { ownFactorConfirmed, type OwnFactorState, ownFactorState } from "#protocol/rest/accounts/own-account.ts";
import {
  type AppPassword,
  type AppPasswordList,
  appPasswords,
  madeAppPassword,
} from "#protocol/rest/accounts/app-password.ts";
import { type FactorKey, factorKey } from "#protocol/rest/accounts/sign-in.ts";
import {
  type OwnPasskey,
  type OwnPasskeys,
  ownPasskey,
  ownPasskeys,
  passkeyAdded,
  passkeyMaking,
} from "#protocol/rest/accounts/passkey.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import type { PasskeyDevice } from "./passkey-device.ts";

export type { AppPassword, AppPasswordList, FactorKey, OwnPasskey, OwnPasskeys };
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
  readonly passkeys: () => Promise<Result<OwnPasskeys, Failure>>;
  /** Why this page cannot make or use one; null = it can. */
  readonly passkeyTrouble: () => Failure | null;
  /**
   * The browser makes it. `password` empty: the sign-in is fresh. The answer is recovery codes where it is the first
   * second factor.
   */
  readonly addPasskey: (name: string, password: string) => Promise<Result<readonly string[] | null, Failure>>;
  readonly renamePasskey: (id: string, name: string) => Promise<Result<unknown, Failure>>;
  readonly removePasskey: (id: string, password: string) => Promise<Result<null, Failure>>;
  readonly appPasswords: () => Promise<Result<AppPasswordList, Failure>>;
  /** `password` empty: the sign-in is fresh. The answer is the app password, which nobody can read again. */
  readonly makeAppPassword: (name: string, password: string, viewOnly: boolean) => Promise<Result<string, Failure>>;
  readonly removeAppPassword: (id: string) => Promise<Result<null, Failure>>;
}

const FACTOR = "/service/users/me/second-factor";

const PASSKEYS = "/service/users/me/passkeys";
const APPS = "/service/users/me/app-passwords";
const proof = (password: string) => (password === "" ? {} : { password });

export const createOwnAccountActions = (http: HttpClient, device: PasskeyDevice): OwnAccountActions => ({
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
  passkeys: async () => await http.json({ path: PASSKEYS }, ownPasskeys),
  passkeyTrouble: device.trouble,
  async addPasskey(name, password) {
    const body = proof(password);
    const making = await http.json({ method: "POST", path: `${PASSKEYS}/options`, body }, passkeyMaking);
    if (!making.ok) return making;
    const made = await device.make(making.value);
    if (!made.ok) return made;
    return answeredWith(
      await http.json({ method: "POST", path: PASSKEYS, body: { name, response: made.value } }, passkeyAdded),
      ({ recoveryCodes }) => recoveryCodes ?? null,
    );
  },
  appPasswords: async () => await http.json({ path: APPS }, appPasswords),
  makeAppPassword: async (name, password, viewOnly) =>
    answeredWith(
      await http.json(
        { method: "POST", path: APPS, body: { name, ...proof(password), ...(viewOnly ? { viewOnly } : {}) } },
        madeAppPassword,
      ),
      ({ secret }) => secret,
    ),
  removeAppPassword: async (id) => await http.done({ method: "DELETE", path: `${APPS}/${id}` }),
  renamePasskey: async (id, name) =>
    await http.json({ method: "PATCH", path: `${PASSKEYS}/${id}`, body: { name } }, ownPasskey),
  removePasskey: async (id, password) =>
    await http.done({ method: "POST", path: `${PASSKEYS}/${id}/removal`, body: proof(password) }),
});
