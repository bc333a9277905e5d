import { fail, ok, type Result } from "#base/result.ts";
import type { FactorRule } from "#domain/accounts/sign-in-security.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { RightsOf } from "#recorder/core/identity.ts";
import type { Store } from "#recorder/store/store.ts";
import type { PasskeyRow, UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Lockouts } from "../lockouts.ts";
import type { NewPasskey, PasskeyAssertion, PasskeyMaking } from "#protocol/rest/accounts/passkey.ts";
import type { Passkeys } from "./passkeys.ts";
import { PendingFactors } from "./pending-factors.ts";
import type { Place } from "./relying-party.ts";
import { base32, keyUri, newKey, plainCode, stepOfCode } from "./one-time-codes.ts";
import { newRecoveryCodes, storedCodes, withoutCode } from "./recovery-codes.ts";

/** What an authenticator takes: read from a picture of the address, or typed. */
export interface FactorKey {
  readonly key: string;
  readonly uri: string;
}

/** What somebody sends besides name and password; null = nothing of that kind. */
export interface FactorProof {
  readonly code: string | null;
  readonly passkey: PasskeyAssertion | null;
  readonly newPasskey: NewPasskey | null;
  /** where passkeys are used; null = there are none */
  readonly place: Place | null;
}

interface Passed {
  /** of a required factor that this has completed; shown only once */
  readonly recoveryCodes: readonly string[] | null;
  /** name of the passkey that was used or made */
  readonly passkey: string | null;
}

const PASSED: Passed = { recoveryCodes: null, passkey: null };

/**
 * The second factors of accounts: passkeys, and one-time codes with keys that are sealed. Recovery codes, which are stored
 * as hashes, come with the first of them and stand in for either.
 */
export class SecondFactors {
  /** whoever has one has a second factor */
  readonly passkeys: Passkeys;
  readonly #store: Store;
  readonly #pending: PendingFactors;
  readonly #vault: Pick<Vault, "seal" | "open">;
  readonly #lockouts: Lockouts;
  readonly #rule: () => Promise<FactorRule>;
  readonly #rightsOf: RightsOf;
  readonly #server: string;
  readonly #now: () => number;

  /** `rule`: for whom it is required. `server`: the name that authenticators show. */
  constructor(parts: {
    passkeys: Passkeys;
    store: Store;
    vault: Pick<Vault, "seal" | "open">;
    lockouts: Lockouts;
    rule: () => Promise<FactorRule>;
    rightsOf: RightsOf;
    server: string;
    now: () => number;
  }) {
    this.passkeys = parts.passkeys;
    this.#store = parts.store;
    this.#pending = new PendingFactors(parts.store, parts.now);
    this.#vault = parts.vault;
    this.#lockouts = parts.lockouts;
    this.#rule = parts.rule;
    this.#rightsOf = parts.rightsOf;
    this.#server = parts.server;
    this.#now = parts.now;
  }

  async isRequired(user: UserRow): Promise<boolean> {
    const rule = await this.#rule();
    if (rule === "administrators") return this.#rightsOf(user).scope.baseScope.includes("config");
    return rule === "everybody";
  }

  async has(user: Pick<UserRow, "id" | "factor_key">): Promise<boolean> {
    return hasCodes(user) || (await this.passkeys.has(user.id));
  }

  /** Whether name and password alone do not open the account. */
  async isAsked(user: UserRow): Promise<boolean> {
    return (await this.has(user)) || (await this.isRequired(user));
  }

  /**
   * After the right password. Failures: session/code-required, session/passkey-or-code, session/code-wrong, session/factor-required,
   * session/locked, session/passkey-...
   */
  async pass(user: UserRow, proof: FactorProof, deviceId: string | null): Promise<Result<Passed, Failure>> {
    const { code, passkey, newPasskey, place } = proof;
    if (!(await this.has(user))) {
      if (!(await this.isRequired(user))) return ok(PASSED);
      if (code === null && (newPasskey === null || place === null)) return refuse("session/factor-required");
      if (code === null) return this.addPasskey(user, newPasskey as NewPasskey, place as Place);
      const codes = await this.confirm(user, code, deviceId);
      return codes.ok ? ok({ ...PASSED, recoveryCodes: codes.value }) : codes;
    }
    if (passkey !== null && place !== null) {
      const used = await this.passkeys.use(user, passkey, place);
      return used.ok ? ok({ ...PASSED, passkey: used.value.name }) : used;
    }
    if (code === null)
      return refuse((await this.passkeys.canUse(user.id, place)) ? "session/passkey-or-code" : "session/code-required");
    const right = await this.check(user, code, deviceId);
    return right.ok ? ok(PASSED) : right;
  }

  /** The passkey that was made; with the first second factor come recovery codes. Failures: those of Passkeys.add. */
  async addPasskey(
    user: UserRow,
    made: NewPasskey,
    place: Place,
  ): Promise<Result<Passed & { row: PasskeyRow }, Failure>> {
    const had = await this.has(user);
    const added = await this.passkeys.add(user.id, made, place);
    if (!added.ok) return added;
    const recoveryCodes = had ? null : newRecoveryCodes();
    if (recoveryCodes)
      await this.#write(user.id, { factor_key: "", factor_step: 0, factor_recovery: storedCodes(recoveryCodes) });
    return ok({ recoveryCodes, passkey: added.value.name, row: added.value });
  }

  /** The account has one less. Without any there is nothing for which recovery codes stand in. */
  async removePasskey(user: UserRow, id: string): Promise<void> {
    await this.passkeys.remove(id);
    if (!(await this.has(user))) await this.#write(user.id, NONE);
  }

  /** For who has no session yet. Failures: user/factor-exists, user/factor-optional. */
  async beginRequired(user: UserRow): Promise<Result<FactorKey, Failure>> {
    const may = await this.#mayBegin(user);
    return may.ok ? ok(await this.begin(user)) : may;
  }

  /** The same with a passkey. Failures: also session/passkey-address. */
  async beginRequiredPasskey(user: UserRow, place: Place): Promise<Result<PasskeyMaking, Failure>> {
    const may = await this.#mayBegin(user);
    return may.ok ? this.passkeys.making(user, place) : may;
  }

  async #mayBegin(user: UserRow): Promise<Result<null, Failure>> {
    if (await this.has(user)) return refuse("user/factor-exists");
    return (await this.isRequired(user)) ? ok(null) : refuse("user/factor-optional");
  }

  /** A new key for an account that has none. It counts once a code of it is confirmed. */
  async begin(user: UserRow): Promise<FactorKey> {
    const key = newKey();
    await this.#pending.put(user.id, this.#seal(key, user.id));
    return { key: base32(key), uri: keyUri(key, this.#server, user.username) };
  }

  /**
   * The first code of the key that was begun: from now on the account has a second factor. The answer is its recovery
   * codes, which nobody can read again. Failures: session/factor-required, session/code-wrong, session/locked.
   */
  async confirm(user: UserRow, code: string, deviceId: string | null): Promise<Result<readonly string[], Failure>> {
    return this.#braked(user.id, deviceId, async () => {
      const pending = await this.#pending.of(user.id);
      const key = pending === null ? null : this.#open(pending, user.id);
      if (pending === null || key === null) return refuse("session/factor-required");
      const step = stepOfCode(key, plainCode(code), this.#now(), 0);
      if (step === null) return refuse("session/code-wrong");
      // Two that come together, and a key that was begun anew meanwhile: the one that takes it away goes on.
      if (!(await this.#pending.take(user.id, pending))) return refuse("session/factor-required");
      const codes = newRecoveryCodes();
      await this.#write(user.id, {
        factor_key: pending,
        factor_step: step,
        factor_recovery: storedCodes(codes),
      });
      return ok(codes);
    });
  }

  /** A code of an account that has a second factor; each counts once. Failures: session/code-wrong, session/locked. */
  async check(user: UserRow, code: string, deviceId: string | null): Promise<Result<null, Failure>> {
    return this.#braked(user.id, deviceId, async () =>
      (await this.#takeCode(user.id, plainCode(code))) ? ok(null) : refuse("session/code-wrong"),
    );
  }

  /** One-time codes go. Recovery codes stay while there are passkeys for which they stand in. */
  async removeCodes(userId: string): Promise<void> {
    await this.#pending.forget(userId);
    const { factor_recovery, ...codes } = NONE;
    await this.#write(userId, (await this.passkeys.has(userId)) ? codes : { ...codes, factor_recovery });
  }

  /** Everything goes. */
  async removeAll(userId: string): Promise<void> {
    await this.#pending.forget(userId);
    await this.passkeys.removeAll(userId);
    await this.#store.deleteFrom("app_passwords").where("user_id", "=", userId).execute();
    await this.#write(userId, NONE);
  }

  async #takeCode(userId: string, code: string): Promise<boolean> {
    const row = await this.#store.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!row) return false;
    const key = this.#open(row.factor_key, userId);
    const step = key === null ? null : stepOfCode(key, code, this.#now(), row.factor_step);
    const change = step === null ? withoutCode(row.factor_recovery, code) : { factor_step: step };
    if (!change) return false;
    // Two that come together with the same code: only one of them changes the row.
    const { numUpdatedRows } = await this.#store
      .updateTable("users")
      .set(change)
      .where("id", "=", userId)
      .where("factor_step", "=", row.factor_step)
      .where("factor_recovery", "=", row.factor_recovery)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  #seal(key: Buffer, userId: string): string {
    return this.#vault.seal(key.toString("base64"), ownerOf(userId));
  }

  #open(sealed: string, userId: string): Buffer | null {
    const text = this.#vault.open(sealed, ownerOf(userId));
    return text === null ? null : Buffer.from(text, "base64");
  }

  /** Codes are guessed no faster than passwords, and a right password does not clear the brake on codes. */
  async #braked<T>(
    userId: string,
    deviceId: string | null,
    work: () => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const attempt = await this.#lockouts.beginCode(userId, deviceId);
    if (!attempt.ok) {
      const seconds = Math.ceil(attempt.waitMs / 1000);
      return fail({ ...failure("session/locked", { count: seconds }), retryAfterS: seconds });
    }
    const answer = await work();
    if (answer.ok) await attempt.commit();
    return answer;
  }

  async #write(userId: string, change: Partial<Factor>): Promise<void> {
    await this.#store.updateTable("users").set(change).where("id", "=", userId).execute();
  }
}

type Factor = Pick<UserRow, "factor_key" | "factor_step" | "factor_recovery">;
const NONE: Factor = { factor_key: "", factor_step: 0, factor_recovery: "[]" };

export const hasCodes = (user: Pick<UserRow, "factor_key">): boolean => user.factor_key !== "";
const ownerOf = (userId: string): string => `second factor of ${userId}`;
