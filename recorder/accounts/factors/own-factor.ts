import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { OwnFactorState } from "#protocol/rest/accounts/own-account.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions } from "../sessions.ts";
import { isIssuerUser } from "../trusted-issuer.ts";
import type { Users } from "../users.ts";
import type { OwnProof } from "./own-proof.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";
import { type FactorKey, hasCodes, type SecondFactors } from "./second-factors.ts";

/** Everybody sets up the own one-time codes and takes them away; administrators take away all factors of others. */
export class OwnFactor {
  readonly #sessions: Sessions;
  readonly #users: Users;
  readonly #factors: SecondFactors;
  readonly #proof: OwnProof;
  readonly #journal: Journal;

  constructor(parts: { sessions: Sessions; users: Users; factors: SecondFactors; proof: OwnProof; journal: Journal }) {
    this.#sessions = parts.sessions;
    this.#users = parts.users;
    this.#factors = parts.factors;
    this.#proof = parts.proof;
    this.#journal = parts.journal;
  }

  async state(who: Identity): Promise<OwnFactorState> {
    const user = isIssuerUser(who.userId) ? undefined : await this.#users.row(who.userId);
    if (user?.signs_in_by !== "password")
      return { possible: false, active: false, required: false, recoveryCodesLeft: 0 };
    return {
      possible: true,
      active: hasCodes(user),
      // A passkey is a second factor already, so its owner needs no codes.
      required: (await this.#factors.isRequired(user)) && !(await this.#factors.passkeys.has(user.id)),
      recoveryCodesLeft: recoveryCodesLeft(user),
    };
  }

  /** Failures: user/factor-elsewhere, user/factor-exists, user/old-password-wrong, session/locked. */
  async begin(who: Identity, password: string, from: Visitor): Promise<Result<FactorKey, Failure>> {
    const user = await this.#proof.byPassword(who, password, from);
    if (!user.ok) return user;
    return hasCodes(user.value) ? refuse("user/factor-exists") : ok(await this.#factors.begin(user.value));
  }

  /** Other sessions of the account end. Failures: user/factor-elsewhere, user/factor-exists, session/... */
  async confirm(who: Identity, code: string, from: Visitor): Promise<Result<readonly string[], Failure>> {
    const user = isIssuerUser(who.userId) ? undefined : await this.#users.row(who.userId);
    if (user?.signs_in_by !== "password") return refuse("user/factor-elsewhere");
    if (hasCodes(user)) return refuse("user/factor-exists");
    const codes = await this.#factors.confirm(user, code, this.#sessions.deviceOf(user, from.device));
    if (!codes.ok) return codes;
    await this.#sessions.ends.endOthersOf(who, "account");
    await this.#journal.audit(who, "second-factor-added", who.userId, from.address);
    return codes;
  }

  /** Failures: user/factor-elsewhere, user/factor-required, user/old-password-wrong, session/code-wrong, session/locked. */
  async remove(who: Identity, ask: { password: string; code: string }, from: Visitor): Promise<Result<null, Failure>> {
    const user = await this.#proof.byPassword(who, ask.password, from);
    if (!user.ok) return user;
    const isLast = !(await this.#factors.passkeys.has(who.userId));
    if (isLast && (await this.#factors.isRequired(user.value))) return refuse("user/factor-required");
    const right = await this.#factors.check(user.value, ask.code, this.#sessions.deviceOf(user.value, from.device));
    if (!right.ok) return right;
    await this.#factors.removeCodes(who.userId);
    await this.#journal.audit(who, "second-factor-removed", who.userId, from.address);
    return ok(null);
  }

  /** By an administrator, for a user who has lost it: passkeys go, too. Failure: user/unknown. */
  async reset(who: Identity, userId: string, address: string): Promise<Result<null, Failure>> {
    if (!(await this.#users.row(userId))) return refuse("user/unknown");
    await this.#factors.removeAll(userId);
    await this.#journal.audit(who, "second-factor-reset", userId, address);
    return ok(null);
  }
}
