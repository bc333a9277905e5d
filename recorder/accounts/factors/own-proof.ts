import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions } from "../sessions.ts";
import { isIssuerUser } from "../trusted-issuer.ts";
import type { Users } from "../users.ts";

/** Whether somebody who is signed in may change what opens the own account: a session may have been left open. */
export class OwnProof {
  readonly #sessions: Sessions;
  readonly #users: Users;

  constructor(parts: { sessions: Sessions; users: Users }) {
    this.#sessions = parts.sessions;
    this.#users = parts.users;
  }

  /** The account, if this server signs it in; undefined: another server, or Google, does. */
  async account(who: Identity): Promise<UserRow | undefined> {
    if (isIssuerUser(who.userId) || (await this.#sessions.open.isByGoogle(who))) return undefined;
    const user = await this.#users.row(who.userId);
    return user?.signs_in_by === "password" ? user : undefined;
  }

  isFresh(who: Identity): Promise<boolean> {
    return this.#sessions.open.isFresh(who);
  }

  /** By the password. Failures: user/factor-elsewhere, user/old-password-wrong, session/locked. */
  async byPassword(who: Identity, password: string, { address, device }: Visitor): Promise<Result<UserRow, Failure>> {
    if (!(await this.account(who))) return refuse("user/factor-elsewhere");
    const checked = await this.#sessions.confirm(who, password, address, device);
    return !checked.ok && checked.error.code === "session/confirm" ? refuse("user/old-password-wrong") : checked;
  }

  /** By the password, or because the sign-in is fresh. Failures: also user/prove. */
  async given(who: Identity, password: string | undefined, from: Visitor): Promise<Result<UserRow, Failure>> {
    if (password !== undefined && password !== "") return this.byPassword(who, password, from);
    const user = await this.account(who);
    if (!user) return refuse("user/factor-elsewhere");
    return (await this.isFresh(who)) ? ok(user) : refuse("user/prove");
  }
}
