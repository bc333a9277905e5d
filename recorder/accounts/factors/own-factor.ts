import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { OwnFactorState } from "#protocol/rest/accounts/own-account.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { UserRow } from "#recorder/store/tables.ts";
import { type FactorKey, hasFactor, recoveryCodesLeft, type SecondFactors } from "./second-factors.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions } from "../sessions.ts";
import { isIssuerUser } from "../trusted-issuer.ts";
import type { Users } from "../users.ts";

/** Everybody sets up the own second factor and takes it away; administrators take away that of others. */
export class OwnFactor {
  readonly #sessions: Sessions;
  readonly #users: Users;
  readonly #factors: SecondFactors;
  readonly #journal: Journal;

  constructor(parts: { sessions: Sessions; users: Users; factors: SecondFactors; journal: Journal }) {
    this.#sessions = parts.sessions;
    this.#users = parts.users;
    this.#factors = parts.factors;
    this.#journal = parts.journal;
  }

  async state(who: Identity): Promise<OwnFactorState> {
    const user = isIssuerUser(who.userId) ? undefined : await this.#users.row(who.userId);
    if (user?.signs_in_by !== "password")
      return { possible: false, active: false, required: false, recoveryCodesLeft: 0 };
    return {
      possible: true,
      active: hasFactor(user),
      required: await this.#factors.isRequired(user),
      recoveryCodesLeft: recoveryCodesLeft(user),
    };
  }

  /** Failures: user/factor-elsewhere, user/factor-exists, user/old-password-wrong, session/locked. */
  async begin(who: Identity, password: string, from: Visitor): Promise<Result<FactorKey, Failure>> {
    const user = await this.#proven(who, password, from);
    if (!user.ok) return user;
    return hasFactor(user.value) ? refuse("user/factor-exists") : ok(this.#factors.begin(user.value));
  }

  /** Other sessions of the account end. Failures: user/factor-elsewhere, user/factor-exists, session/... */
  async confirm(who: Identity, code: string, from: Visitor): Promise<Result<readonly string[], Failure>> {
    const user = isIssuerUser(who.userId) ? undefined : await this.#users.row(who.userId);
    if (user?.signs_in_by !== "password") return refuse("user/factor-elsewhere");
    if (hasFactor(user)) return refuse("user/factor-exists");
    const codes = await this.#factors.confirm(user, code, this.#sessions.deviceOf(user, from.device));
    if (!codes.ok) return codes;
    await this.#sessions.endOthersOf(who);
    await this.#journal.audit(who, "second-factor-added", who.userId, from.address);
    return codes;
  }

  /** Failures: user/factor-elsewhere, user/factor-required, user/old-password-wrong, session/code-wrong, session/locked. */
  async remove(who: Identity, ask: { password: string; code: string }, from: Visitor): Promise<Result<null, Failure>> {
    const user = await this.#proven(who, ask.password, from);
    if (!user.ok) return user;
    if (await this.#factors.isRequired(user.value)) return refuse("user/factor-required");
    const right = await this.#factors.check(user.value, ask.code, this.#sessions.deviceOf(user.value, from.device));
    if (!right.ok) return right;
    await this.#factors.remove(who.userId);
    await this.#journal.audit(who, "second-factor-removed", who.userId, from.address);
    return ok(null);
  }

  /** By an administrator, for a user who has lost it. Failure: user/unknown. */
  async reset(who: Identity, userId: string, address: string): Promise<Result<null, Failure>> {
    if (!(await this.#users.row(userId))) return refuse("user/unknown");
    await this.#factors.remove(userId);
    await this.#journal.audit(who, "second-factor-reset", userId, address);
    return ok(null);
  }

  async #proven(who: Identity, password: string, { address, device }: Visitor): Promise<Result<UserRow, Failure>> {
    if (isIssuerUser(who.userId) || (await this.#sessions.isByGoogle(who))) return refuse("user/factor-elsewhere");
    if ((await this.#users.row(who.userId))?.signs_in_by !== "password") return refuse("user/factor-elsewhere");
    const checked = await this.#sessions.confirm(who, password, address, device);
    return !checked.ok && checked.error.code === "session/confirm" ? refuse("user/old-password-wrong") : checked;
  }
}
