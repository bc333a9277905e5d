/**
 * The aggregator's accounts. They differ from a recorder's: an account is an administrator or not instead of having a
 * role, has an e-mail address, and is a member of permission groups. The superuser always stays an administrator.
 */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { FusionAccount, FusionAccountCreate, FusionAccountPatch } from "#protocol/rest/accounts/account.ts";
import type { Sessions } from "#recorder/accounts/sessions.ts";
import type { Account, Users } from "#recorder/accounts/users.ts";
import type { PermissionGroups } from "../servers/contracts.ts";

export class Accounts {
  readonly #users: Users;
  readonly #sessions: Pick<Sessions, "ends">;
  readonly #groups: () => PermissionGroups;

  constructor(users: Users, sessions: Pick<Sessions, "ends">, groups: () => PermissionGroups) {
    this.#users = users;
    this.#sessions = sessions;
    this.#groups = groups;
  }

  async list(): Promise<FusionAccount[]> {
    return (await this.#users.list()).map((account) => this.#show(account));
  }

  /** Failure: user/unknown. */
  async get(id: string): Promise<Result<FusionAccount, Failure>> {
    return this.#shown(await this.#users.get(id));
  }

  /** Failures: user/exists, user/password-..., permission/unknown. */
  async create({
    username,
    password,
    signsInBy,
    email,
    admin,
    groups,
  }: FusionAccountCreate): Promise<Result<FusionAccount, Failure>> {
    const made = await this.#users.create({
      username,
      ...(password === undefined ? {} : { password }),
      ...(signsInBy === undefined ? {} : { signsInBy }),
      role: roleOf(admin),
      email: email ?? "",
    });
    if (!made.ok || groups === undefined || groups.length === 0) return this.#shown(made);
    const joined = await this.#groups().setGroups(made.value.id, groups);
    if (joined.ok) return this.#shown(made);
    // An account that could not be made as asked must not remain.
    await this.#users.remove(made.value.id, "");
    return joined;
  }

  /**
   * Ends the account's sessions where that matters; who changes their own is signed out. Failures: user/unknown, user/protected,
   * user/exists, permission/unknown.
   */
  async patch(id: string, ask: FusionAccountPatch, byUserId: string): Promise<Result<FusionAccount, Failure>> {
    const { username, password, signsInBy, email, admin, groups, superUser } = ask;
    const known = await this.#users.get(id);
    if (!known.ok) return known;
    const before = this.#groups().groupsOf(id);
    const joined = groups === undefined ? ok(null) : await this.#groups().setGroups(id, groups);
    if (!joined.ok) return joined;
    const after = await this.#users.patch(id, {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(signsInBy === undefined ? {} : { signsInBy }),
      ...(email === undefined ? {} : { email }),
      ...(admin === undefined ? {} : { role: roleOf(admin) }),
      ...(superUser === undefined ? {} : { superUser }),
    });
    // The whole change is made, or nothing.
    if (!after.ok && groups !== undefined) await this.#groups().setGroups(id, before);
    if (after.ok && id === byUserId) await this.#sessions.ends.endAll(id, null);
    return this.#shown(after);
  }

  /** Failures: user/unknown, user/protected, user/self. */
  async remove(id: string, byUserId: string): Promise<Result<null, Failure>> {
    const gone = await this.#users.remove(id, byUserId);
    if (gone.ok) await this.#groups().forgetUser(id);
    return gone;
  }

  #shown(answer: Result<Account, Failure>): Result<FusionAccount, Failure> {
    return answer.ok ? ok(this.#show(answer.value)) : answer;
  }

  #show({ id, href, username, admin, superUser, secondFactor, signsInBy, email }: Account): FusionAccount {
    const groups = [...this.#groups().groupsOf(id)];
    return { id, href, username, email: email ?? "", admin, superUser, secondFactor, signsInBy, groups };
  }
}

const roleOf = (admin: boolean | undefined) => (admin === true ? "Administrator" : "");
