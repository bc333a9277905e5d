/** Accounts: rules of document 2, section 5. */
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Mutex } from "#base/mutex.ts";
import { mayDeleteUser } from "#domain/accounts/users.ts";
import type { UserCreate, UserPatch } from "#protocol/rest/accounts/user.ts";
import type { RoleName } from "#protocol/rest/accounts/session.ts";
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can } from "#recorder/core/identity.ts";
import { hashPassword } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { AccountRules } from "./users/account-rules.ts";
import {
  type Account,
  NO_PASSWORD,
  newPassword,
  type SignsInBy,
  newUserRow,
  showUser,
  signsInByChange,
} from "./users/user-rows.ts";

/**
 * On the aggregator only administrators have a role; for everybody else it is "". Accounts have an e-mail address
 * there.
 */
export type AccountCreate = Omit<UserCreate, "role"> & { role: RoleName | ""; email?: string };
export type AccountPatch = Omit<UserPatch, "role"> & { role?: RoleName | "" | undefined; email?: string };

export type { Account };

/** `role` null: no account is made where there is none. `subject`: whom they mean, as long as they exist there. */
export interface Admission {
  readonly by: Exclude<SignsInBy, "password">;
  readonly subject: string;
  readonly username: string;
  readonly role: RoleName | "" | null;
  readonly email: string;
}

/** The account that exists from the first start on. */
const ADMIN_NAME = "admin";

export class Users {
  readonly #store: Store;
  readonly #sessions: Sessions;
  readonly #hub: EventHub;
  readonly #rules: AccountRules;
  readonly #config: Pick<Config, "edition" | "login">;
  readonly #now: () => number;
  /** Changes run one after the other, so that a name that was free stays free and a row is as it was read. */
  readonly #mutex = new Mutex();

  constructor(parts: {
    store: Store;
    sessions: Sessions;
    hub: EventHub;
    settings: SettingsStore;
    config: Pick<Config, "edition" | "login">;
    now: () => number;
  }) {
    this.#store = parts.store;
    this.#sessions = parts.sessions;
    this.#hub = parts.hub;
    this.#rules = new AccountRules(parts.settings, parts.config.login);
    this.#config = parts.config;
    this.#now = parts.now;
  }

  /** First run: creates the administrator and returns its password; null when accounts exist. */
  async createFirst(): Promise<string | null> {
    const any = await this.#store.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (any) return null;
    const password = newPassword();
    await this.#insertFirst(password);
    return password;
  }

  /** Gives the administrator a new password and ends its sessions. */
  async resetAdmin(): Promise<string> {
    const password = newPassword();
    const row = await this.#store.selectFrom("users").selectAll().where("super_user", "=", 1).executeTakeFirst();
    if (row) {
      // Who has the console may have lost the second factor, too.
      const change = { password_hash: await hashPassword(password), factor_key: "", factor_recovery: "[]" };
      await this.#store.updateTable("users").set(change).where("id", "=", row.id).execute();
      await this.#store.deleteFrom("passkeys").where("user_id", "=", row.id).execute();
      await this.#endAppPasswords(row.id);
      await this.#sessions.ends.endAll(row.id, null);
    } else await this.#insertFirst(password);
    return password;
  }

  async list(): Promise<Account[]> {
    const rows = await this.#store.selectFrom("users").selectAll().orderBy("username_key").execute();
    const withPasskey = new Set(
      (await this.#store.selectFrom("passkeys").select("user_id").distinct().execute()).map(({ user_id }) => user_id),
    );
    return rows.map((row) => showUser(row, withPasskey.has(row.id)));
  }

  row(id: string): Promise<UserRow | undefined> {
    return this.#row(id);
  }

  async get(id: string): Promise<Result<Account, Failure>> {
    const row = await this.#row(id);
    return row ? ok(showUser(row, await this.#hasPasskey(id))) : refuse("user/unknown");
  }

  /** Failures: user/name, user/exists, user/password-... */
  create(ask: AccountCreate): Promise<Result<Account, Failure>> {
    return this.#mutex.run(() => this.#create(ask));
  }

  /**
   * Whom the company has verified, under the name that it has there: a new account, or the one that waits for them.
   * Failures: user/exists where another account has that name, user/unknown.
   */
  admit(ask: Admission): Promise<Result<{ user: UserRow; isNew: boolean }, Failure>> {
    return this.#mutex.run(() => this.#admit(ask));
  }

  /** The account of somebody whom the company has verified before. */
  admitted(by: Admission["by"], subject: string): Promise<UserRow | undefined> {
    const own = this.#store.selectFrom("users").selectAll().where("signs_in_by", "=", by);
    return own.where("provider_subject", "=", subject).executeTakeFirst();
  }

  /** Another provider speaks for the company: its people find their accounts by name. */
  async forgetSubjects(by: Admission["by"]): Promise<void> {
    await this.#store.updateTable("users").set({ provider_subject: "" }).where("signs_in_by", "=", by).execute();
  }

  /** A change of password, role or rights ends the user's sessions. Failures: user/unknown, user/protected, user/name, ... */
  patch(id: string, ask: AccountPatch): Promise<Result<Account, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask));
  }

  /**
   * A user's own new password. `checkedHash`: of the old one, as it was compared; the password may have changed since.
   * Failures: user/old-password-wrong, user/password-...
   */
  changePassword(id: string, password: string, checkedHash: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#changePassword(id, password, checkedHash));
  }

  /** Failures: user/unknown, user/protected, and user/self on the aggregator. */
  remove(id: string, byUserId: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id, byUserId));
  }

  async #create(ask: AccountCreate): Promise<Result<Account, Failure>> {
    const { signsInBy = "password", username, password = "" } = ask;
    const isElsewhere = signsInBy !== "password";
    const misnamed = await this.#rules.misnamed(username, isElsewhere);
    const refused = misnamed ?? (isElsewhere ? null : await this.#rules.weak(password, username));
    if (refused) return refused;
    if (await this.#byName(ask.username)) return refuse("user/exists", { name: ask.username });
    const { role, email = "", cameraScopes = [], unmask = false } = ask;
    const row = await this.#insert({
      username,
      role,
      email,
      signs_in_by: signsInBy,
      password_hash: isElsewhere ? NO_PASSWORD : await hashPassword(password),
      camera_scopes: JSON.stringify(cameraScopes),
      unmask: unmask ? 1 : 0,
    });
    return ok(showUser(row));
  }

  async #admit(ask: Admission): Promise<Result<{ user: UserRow; isNew: boolean }, Failure>> {
    const { by, subject: provider_subject, username, role, email } = ask;
    const bound = await this.admitted(by, provider_subject);
    if (bound) return ok({ user: bound, isNew: false });
    const named = await this.#byName(username);
    if (named && (named.signs_in_by !== by || named.provider_subject !== ""))
      return refuse("user/exists", { name: username });
    if (named) {
      await this.#store.updateTable("users").set({ provider_subject }).where("id", "=", named.id).execute();
      return ok({ user: { ...named, provider_subject }, isNew: false });
    }
    if (role === null) return refuse("user/unknown");
    const made = { username, role, email, password_hash: NO_PASSWORD, signs_in_by: by, provider_subject };
    return ok({ user: await this.#insert(made), isNew: true });
  }

  async #patch(id: string, ask: AccountPatch): Promise<Result<Account, Failure>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown");
    // They come along when an account is sent as it was read; nobody is given them so.
    const { superUser, admin } = showUser(row);
    if ((ask.superUser ?? superUser) !== superUser)
      return refuse("request/invalid", { cause: failure("field/fixed", { field: "superUser" }) });
    if ((ask.admin ?? admin) !== admin)
      return refuse("request/invalid", { cause: failure("field/by-role", { field: "admin" }) });
    const username = ask.username ?? row.username;
    const role = ask.role ?? row.role;
    const signsInBy = ask.signsInBy ?? row.signs_in_by;
    const isMoved = signsInBy !== row.signs_in_by;
    const isLessened = role !== row.role || isMoved || (ask.cameraScopes ?? []).length > 0;
    if (row.super_user === 1 && (username !== row.username || isLessened)) {
      return refuse("user/protected");
    }
    const isElsewhere = signsInBy !== "password";
    const isKept = username === row.username && (isElsewhere || !isMoved);
    const refused = isKept ? null : await this.#rules.misnamed(username, isElsewhere);
    if (refused) return refused;
    if (username.toLowerCase() !== row.username_key && (await this.#byName(username))) {
      return refuse("user/exists", { name: username });
    }
    const password = ask.password ?? "";
    if (password !== "" && isElsewhere) return refuse("user/password-elsewhere");
    if (password !== "" || (isMoved && !isElsewhere)) {
      const weak = await this.#rules.weak(password, username);
      if (weak) return weak;
    }
    const camera_scopes = ask.cameraScopes ? JSON.stringify(ask.cameraScopes) : row.camera_scopes;
    const isSeeing = ask.unmask ?? row.unmask === 1;
    const change = {
      username,
      username_key: username.toLowerCase(),
      role,
      camera_scopes,
      unmask: isSeeing ? 1 : 0,
      email: ask.email ?? row.email,
      ...(isMoved ? signsInByChange(signsInBy) : {}),
      ...(password === "" ? {} : { password_hash: await hashPassword(password) }),
    };
    await this.#store.updateTable("users").set(change).where("id", "=", id).execute();
    if (isMoved || password !== "") await this.#endAppPasswords(id);
    if (isMoved && isElsewhere) await this.#store.deleteFrom("passkeys").where("user_id", "=", id).execute();
    this.#sessions.ends.accountChanged();
    const hasNewRights = role !== row.role || camera_scopes !== row.camera_scopes || change.unmask !== row.unmask;
    // First, because a page that hears of its account asks again who it is, and would not hear why it is nobody.
    if (password !== "" || username !== row.username || isMoved)
      await this.#sessions.ends.endAll(id, null, null, () => (password === "" ? "account" : "password"));
    else if (hasNewRights) {
      // Document 1, section 4: the page reloads. What it plays was opened with other rights.
      this.#sessions.ends.cutUser(id);
      this.#hub.publish("permissions-changed", "users", id, (who) => who.userId === id);
    }
    this.#hub.publish("user-modified", "users", id, (who) => who.userId === id || can(who, "config"));
    return ok(showUser({ ...row, ...change }, await this.#hasPasskey(id)));
  }

  async #changePassword(id: string, password: string, checkedHash: string): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row || row.signs_in_by !== "password" || row.password_hash !== checkedHash)
      return refuse("user/old-password-wrong");
    const weak = await this.#rules.weak(password, row.username);
    if (weak) return weak;
    const password_hash = await hashPassword(password);
    await this.#store.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    await this.#endAppPasswords(id);
    return ok(null);
  }

  async #remove(id: string, byUserId: string): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown");
    const may = mayDeleteUser(
      showUser(row),
      this.#config.edition === "aggregator" ? "multi-server" : "server",
      byUserId,
    );
    if (!may.allowed) return fail(may.failure);
    this.#sessions.ends.accountChanged();
    await this.#sessions.ends.endAll(id, null, null, () => "deleted");
    await this.#store.transaction().execute(async (transaction) => {
      // What the user has shared is on everybody's wall, so it goes to the account that cannot be deleted. The rest is
      // deleted.
      const heir = await transaction.selectFrom("users").select("id").where("super_user", "=", 1).executeTakeFirst();
      for (const table of ["stages", "fisheye_views", "fisheye_patrols"] as const) {
        if (heir)
          await transaction
            .updateTable(table)
            .set({ owner_id: heir.id })
            .where("owner_id", "=", id)
            .where("shared", "=", 1)
            .execute();
        await transaction.deleteFrom(table).where("owner_id", "=", id).execute();
      }
      await transaction.deleteFrom("users").where("id", "=", id).execute();
    });
    this.#hub.publish("user-modified", "users", id, (who) => can(who, "config"));
    return ok(null);
  }

  async #insertFirst(password: string): Promise<void> {
    const password_hash = await hashPassword(password);
    await this.#insert({ username: ADMIN_NAME, role: "Administrator", password_hash, super_user: 1 });
  }

  async #insert(ask: Parameters<typeof newUserRow>[0]): Promise<UserRow> {
    const row = newUserRow(ask, this.#now());
    await this.#store.insertInto("users").values(row).execute();
    this.#hub.publish("user-modified", "users", row.id, (who) => can(who, "config"));
    return row;
  }

  /** Whoever changes a password expects that nobody else is in any more. */
  async #endAppPasswords(id: string): Promise<void> {
    await this.#store.deleteFrom("app_passwords").where("user_id", "=", id).execute();
  }

  async #hasPasskey(id: string): Promise<boolean> {
    const one = this.#store.selectFrom("passkeys").select("id").where("user_id", "=", id).limit(1);
    return (await one.executeTakeFirst()) !== undefined;
  }

  #row(id: string): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  }

  #byName(username: string): Promise<UserRow | undefined> {
    const key = username.toLowerCase();
    return this.#store.selectFrom("users").selectAll().where("username_key", "=", key).executeTakeFirst();
  }
}
