import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Visitor } from "./session-desk.ts";
import type { Sessions } from "./sessions.ts";
import { isIssuerUser } from "./trusted-issuer.ts";
import type { Users } from "./users.ts";

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** Everybody changes the own password, and nobody else's; the journal has each try. */
export class OwnPassword {
  readonly #sessions: Sessions;
  readonly #users: Users;
  readonly #journal: Journal;

  constructor(parts: { sessions: Sessions; users: Users; journal: Journal }) {
    this.#sessions = parts.sessions;
    this.#users = parts.users;
    this.#journal = parts.journal;
  }

  /**
   * Other sessions of the account end, the one that asks stays. Failures: user/password-..., user/old-password-wrong,
   * session/locked.
   */
  async change(who: Identity, ask: PasswordChange, from: Visitor): Promise<Result<null, Failure>> {
    const answer = await this.#change(who, ask, from);
    if (answer.ok) await this.#journal.audit(who, "password-changed", who.userId, from.address);
    else {
      const { code } = answer.error;
      await this.#journal.audit(who, "password-change-refused", who.userId, from.address, { code });
    }
    return answer;
  }

  async #change(
    who: Identity,
    { oldPassword, newPassword }: PasswordChange,
    { address, device }: Visitor,
  ): Promise<Result<null, Failure>> {
    const { userId } = who;
    if (isIssuerUser(userId)) return refuse("user/password-of-issuer");
    if (await this.#sessions.open.isByGoogle(who)) return refuse("user/password-of-google");
    if ((await this.#users.row(userId))?.signs_in_by !== "password") return refuse("user/password-elsewhere");
    const checked = await this.#sessions.confirm(who, oldPassword, address, device);
    if (!checked.ok) return checked.error.code === "session/confirm" ? refuse("user/old-password-wrong") : checked;
    // Said only to who knows the old one.
    if (newPassword === oldPassword) return refuse("user/password-same");
    const changed = await this.#users.changePassword(userId, newPassword, checked.value.password_hash);
    if (!changed.ok) return changed;
    await this.#sessions.ends.endOthersOf(who);
    return ok(null);
  }
}
