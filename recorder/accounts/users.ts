/** Accounts: rules of document 2, section 5. */
import { theUser, administrators, anyOf } from "#recorder/core/audience.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { mayDeleteUser } from "#domain/accounts/users.ts";
import type { UserCreate } from "#protocol/rest/accounts/user.ts";
import type { RoleName } from "#protocol/rest/accounts/session.ts";
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { hashPassword } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { accountChange, type AccountPatch } from "./users/account-change.ts";
import { AccountRules } from "./users/account-rules.ts";
import { type Account, NO_PASSWORD, newPassword, type SignsInBy, newUserRow, showUser } from "./users/user-rows.ts";
import { UserTable } from "./users/user-table.ts";

/** As of `AccountPatch`. */
type AccountCreate = Omit<UserCreate, "role"> & { role: RoleName | ""; email?: string };

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
  readonly #table: UserTable;
  readonly #sessions: Sessions;
  readonly #hub: EventHub;
  readonly #rules: AccountRules;
  readonly #config: Pick<Config, "edition" | "login">;
  readonly #now: () => number;
  /** Changes run one after the other, so that a name that was free stays free and a row is as it was read. */
  readonly #mutex: AnyMutex;

  constructor(parts: {
    store: Store;
    sessions: Sessions;
    hub: EventHub;
    settings: SettingsStore;
    config: Pick<Config, "edition" | "login">;
    now: () => number;
    mutex?: AnyMutex;
  }) {
    this.#mutex = parts.mutex ?? new Mutex();
    this.#table = new UserTable(parts.store);
    this.#sessions = parts.sessions;
    this.#hub = parts.hub;
    this.#rules = new AccountRules(parts.settings, parts.config.login);
    this.#config = parts.config;
    this.#now = parts.now;
  }

  /** First run: creates the administrator and returns its password; null when accounts exist. */
  async createFirst(): Promise<string | null> {
    if (!(await this.#table.isEmpty())) return null;
    const password = newPassword();
    await this.#insertFirst(password);
    return password;
  }

  /** Gives the administrator a new password and ends its sessions. */
  async resetAdmin(): Promise<string> {
    const password = newPassword();
    const row = await this.#table.superUser();
    if (row) {
      // Whoever resets the password at the console may have lost the second factor, too.
      const change = { password_hash: await hashPassword(password), factor_key: "", factor_recovery: "[]" };
      await this.#sessions.ends.endAll(row.id, null, {
        change: async (store) => {
          const table = new UserTable(store);
          await table.update(row.id, change);
          await table.deletePasskeys(row.id);
          await table.deleteAppPasswords(row.id);
        },
      });
    } else await this.#insertFirst(password);
    return password;
  }

  async list(): Promise<Account[]> {
    const rows = await this.#table.all();
    const withPasskey = await this.#table.withPasskey();
    return rows.map((row) => showUser(row, withPasskey.has(row.id)));
  }

  row(id: string): Promise<UserRow | undefined> {
    return this.#table.row(id);
  }

  async get(id: string): Promise<Result<Account, Failure>> {
    const row = await this.#table.row(id);
    return row ? ok(showUser(row, await this.#table.hasPasskey(id))) : refuse("user/unknown");
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
    return this.#table.bySubject(by, subject);
  }

  /** Another provider speaks for the company: its people find their accounts by name. */
  forgetSubjects(by: Admission["by"]): Promise<void> {
    return this.#table.forgetSubjects(by);
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
    if (await this.#table.byName(ask.username)) return refuse("user/exists", { name: ask.username });
    const { role, email = "", cameraScopes = [], unmask = false, share = false } = ask;
    const row = await this.#insert({
      username,
      role,
      email,
      signs_in_by: signsInBy,
      password_hash: isElsewhere ? NO_PASSWORD : await hashPassword(password),
      camera_scopes: JSON.stringify(cameraScopes),
      unmask: unmask ? 1 : 0,
      share: share ? 1 : 0,
    });
    return ok(showUser(row));
  }

  async #admit(ask: Admission): Promise<Result<{ user: UserRow; isNew: boolean }, Failure>> {
    const { by, subject: provider_subject, username, role, email } = ask;
    const bound = await this.admitted(by, provider_subject);
    if (bound) return ok({ user: bound, isNew: false });
    const named = await this.#table.byName(username);
    if (named && (named.signs_in_by !== by || named.provider_subject !== ""))
      return refuse("user/exists", { name: username });
    if (named) {
      await this.#table.update(named.id, { provider_subject });
      return ok({ user: { ...named, provider_subject }, isNew: false });
    }
    if (role === null) return refuse("user/unknown");
    const made = { username, role, email, password_hash: NO_PASSWORD, signs_in_by: by, provider_subject };
    return ok({ user: await this.#insert(made), isNew: true });
  }

  async #patch(id: string, ask: AccountPatch): Promise<Result<Account, Failure>> {
    const row = await this.#table.row(id);
    if (!row) return refuse("user/unknown");
    const wanted = accountChange(row, ask);
    if (!wanted.ok) return wanted;
    const { columns, signsInBy, isRenamed, isMoved, hasNewRights } = wanted.value;
    const { username } = columns;
    const isElsewhere = signsInBy !== "password";
    const isKept = !isRenamed && (isElsewhere || !isMoved);
    const refused = isKept ? null : await this.#rules.misnamed(username, isElsewhere);
    if (refused) return refused;
    if (username.toLowerCase() !== row.username_key && (await this.#table.byName(username))) {
      return refuse("user/exists", { name: username });
    }
    const password = ask.password ?? "";
    if (password !== "" && isElsewhere) return refuse("user/password-elsewhere");
    if (password !== "" || (isMoved && !isElsewhere)) {
      const weak = await this.#rules.weak(password, username);
      if (weak) return weak;
    }
    const change = { ...columns, ...(password === "" ? {} : { password_hash: await hashPassword(password) }) };
    const write = async (table: UserTable): Promise<void> => {
      await table.update(id, change);
      if (isMoved || password !== "") await table.deleteAppPasswords(id);
      if (isMoved && isElsewhere) await table.deletePasskeys(id);
    };
    const { ends } = this.#sessions;
    // First, because a page that hears of its account asks again who it is, and would not hear why it is nobody.
    if (password !== "" || isRenamed || isMoved)
      await ends.endAll(id, null, {
        whyOf: () => (password === "" ? "account" : "password"),
        change: (store) => write(new UserTable(store)),
      });
    else if (hasNewRights) {
      // Document 1, section 4: the page reloads. What it plays was opened with other rights.
      await ends.cutUser(id, (store) => write(new UserTable(store)));
      this.#hub.publish("permissions-changed", "users", id, theUser(id));
    } else {
      await write(this.#table);
      ends.accountChanged();
    }
    this.#hub.publish("user-modified", "users", id, anyOf(theUser(id), administrators));
    return ok(showUser({ ...row, ...change }, await this.#table.hasPasskey(id)));
  }

  async #changePassword(id: string, password: string, checkedHash: string): Promise<Result<null, Failure>> {
    const row = await this.#table.row(id);
    if (!row || row.signs_in_by !== "password" || row.password_hash !== checkedHash)
      return refuse("user/old-password-wrong");
    const weak = await this.#rules.weak(password, row.username);
    if (weak) return weak;
    const password_hash = await hashPassword(password);
    await this.#table.update(id, { password_hash });
    await this.#table.deleteAppPasswords(id);
    return ok(null);
  }

  async #remove(id: string, byUserId: string): Promise<Result<null, Failure>> {
    const row = await this.#table.row(id);
    if (!row) return refuse("user/unknown");
    const may = mayDeleteUser(
      showUser(row),
      this.#config.edition === "aggregator" ? "multi-server" : "server",
      byUserId,
    );
    if (!may.allowed) return fail(may.failure);
    await this.#sessions.ends.endAll(id, null, {
      whyOf: () => "deleted",
      change: (store) => new UserTable(store).remove(id),
    });
    this.#hub.publish("user-modified", "users", id, administrators);
    return ok(null);
  }

  async #insertFirst(password: string): Promise<void> {
    const password_hash = await hashPassword(password);
    await this.#insert({ username: ADMIN_NAME, role: "Administrator", password_hash, super_user: 1 });
  }

  async #insert(ask: Parameters<typeof newUserRow>[0]): Promise<UserRow> {
    const row = await this.#table.insert(newUserRow(ask, this.#now()));
    this.#hub.publish("user-modified", "users", row.id, administrators);
    return row;
  }
}
