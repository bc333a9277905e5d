/** Accounts: rules of document 2, section 5. */
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Mutex } from "#base/mutex.ts";
import { misnamed } from "#domain/accounts/username.ts";
import { isTooShort, mayDeleteUser, usernameFailure } from "#domain/accounts/users.ts";
import type { User, UserCreate, UserPatch } from "#protocol/rest/accounts/user.ts";
import type { RoleName } from "#protocol/rest/accounts/session.ts";
import { newId, newSecret } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, type CameraScope } from "#recorder/core/identity.ts";
import { isCommonPassword } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";
import { hasFactor } from "./factors/second-factors.ts";
import type { Sessions } from "./sessions.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";

/**
 * On the aggregator only administrators have a role; for everybody else it is "". Accounts have an e-mail address
 * there.
 */
export type AccountCreate = Omit<UserCreate, "role"> & { role: RoleName | ""; email?: string };
export type AccountPatch = Omit<UserPatch, "role"> & { role?: RoleName | "" | undefined; email?: string };
export type Account = User & { readonly email?: string };

type Refusal = ReturnType<typeof refuse>;

/** The account that exists from the first start on. */
const ADMIN_NAME = "admin";

export class Users {
  readonly #store: Store;
  readonly #sessions: Sessions;
  readonly #hub: EventHub;
  readonly #settings: SettingsStore;
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
    this.#settings = parts.settings;
    this.#config = parts.config;
    this.#now = parts.now;
  }

  /** First run: creates the administrator and returns its password; null when accounts exist. */
  async createFirst(): Promise<string | null> {
    const any = await this.#store.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (any) return null;
    const password = newPassword();
    await this.#insert({ username: ADMIN_NAME, password, role: "Administrator" }, true);
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
      await this.#sessions.endAll(row.id, null);
    } else await this.#insert({ username: ADMIN_NAME, password, role: "Administrator" }, true);
    return password;
  }

  async list(): Promise<Account[]> {
    const rows = await this.#store.selectFrom("users").selectAll().orderBy("username_key").execute();
    return rows.map(show);
  }

  row(id: string): Promise<UserRow | undefined> {
    return this.#row(id);
  }

  async get(id: string): Promise<Result<Account, Failure>> {
    const row = await this.#row(id);
    return row ? ok(show(row)) : refuse("user/unknown");
  }

  /** Failures: user/name, user/exists, user/password-... */
  create(ask: AccountCreate): Promise<Result<Account, Failure>> {
    return this.#mutex.run(() => this.#create(ask));
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
    const refused = (await this.#misnamed(ask.username)) ?? (await this.#weak(ask.password, ask.username));
    if (refused) return refused;
    if (await this.#byName(ask.username)) return refuse("user/exists", { name: ask.username });
    const row = await this.#insert(ask, false);
    this.#hub.publish("user-modified", "users", row.id, (who) => can(who, "config"));
    return ok(show(row));
  }

  async #patch(id: string, ask: AccountPatch): Promise<Result<Account, Failure>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown");
    // They come along when an account is sent as it was read; nobody is given them so.
    const { superUser, admin } = show(row);
    if ((ask.superUser ?? superUser) !== superUser)
      return refuse("request/invalid", { cause: failure("field/fixed", { field: "superUser" }) });
    if ((ask.admin ?? admin) !== admin)
      return refuse("request/invalid", { cause: failure("field/by-role", { field: "admin" }) });
    const username = ask.username ?? row.username;
    const role = ask.role ?? row.role;
    const isLessened = role !== row.role || (ask.cameraScopes ?? []).length > 0;
    if (row.super_user === 1 && (username !== row.username || isLessened)) {
      return refuse("user/protected");
    }
    const refused = username === row.username ? null : await this.#misnamed(username);
    if (refused) return refused;
    if (username.toLowerCase() !== row.username_key && (await this.#byName(username))) {
      return refuse("user/exists", { name: username });
    }
    const password = ask.password ?? "";
    if (password !== "") {
      const weak = await this.#weak(password, username);
      if (weak) return weak;
    }
    const camera_scopes = ask.cameraScopes ? JSON.stringify(ask.cameraScopes) : row.camera_scopes;
    const change = {
      username,
      username_key: username.toLowerCase(),
      role,
      camera_scopes,
      email: ask.email ?? row.email,
      ...(password === "" ? {} : { password_hash: await hashPassword(password) }),
    };
    await this.#store.updateTable("users").set(change).where("id", "=", id).execute();
    this.#sessions.forgetBasic();
    const hasNewRights = role !== row.role || camera_scopes !== row.camera_scopes;
    if (hasNewRights) this.#hub.publish("permissions-changed", "users", id, (who) => who.userId === id);
    this.#hub.publish("user-modified", "users", id, (who) => who.userId === id || can(who, "config"));
    if (password !== "" || username !== row.username || hasNewRights) await this.#sessions.endAll(id, null);
    return ok(show({ ...row, ...change }));
  }

  async #changePassword(id: string, password: string, checkedHash: string): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row || row.password_hash !== checkedHash) return refuse("user/old-password-wrong");
    const weak = await this.#weak(password, row.username);
    if (weak) return weak;
    const password_hash = await hashPassword(password);
    await this.#store.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    return ok(null);
  }

  async #remove(id: string, byUserId: string): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown");
    const may = mayDeleteUser(show(row), this.#config.edition === "aggregator" ? "multi-server" : "server", byUserId);
    if (!may.allowed) return fail(may.failure);
    this.#sessions.forgetBasic();
    await this.#sessions.endAll(id, null);
    await this.#store.transaction().execute(async (transaction) => {
      // What the user has shared is on everybody's wall, so it goes to the account that cannot be deleted. The rest is
      // deleted.
      const heir = await transaction.selectFrom("users").select("id").where("super_user", "=", 1).executeTakeFirst();
      if (heir)
        await transaction
          .updateTable("stages")
          .set({ owner_id: heir.id })
          .where("owner_id", "=", id)
          .where("shared", "=", 1)
          .execute();
      await transaction.deleteFrom("stages").where("owner_id", "=", id).execute();
      await transaction.deleteFrom("users").where("id", "=", id).execute();
    });
    this.#hub.publish("user-modified", "users", id, (who) => can(who, "config"));
    return ok(null);
  }

  async #insert(ask: AccountCreate, isSuperUser: boolean): Promise<UserRow> {
    const row: UserRow = {
      id: newId(),
      username: ask.username,
      username_key: ask.username.toLowerCase(),
      role: ask.role,
      password_hash: await hashPassword(ask.password),
      super_user: isSuperUser ? 1 : 0,
      camera_scopes: JSON.stringify(ask.cameraScopes ?? []),
      created_ms: this.#now(),
      email: ask.email ?? "",
      factor_key: "",
      factor_step: 0,
      factor_recovery: "[]",
    };
    await this.#store.insertInto("users").values(row).execute();
    return row;
  }

  /**
   * The pattern of requests accepts user@domain too; whether such a name can sign in depends on this server's settings.
   */
  async #misnamed(username: string): Promise<Refusal | null> {
    const addresses = this.#config.login.domain || (await this.#settings.get()).googleClientId !== "";
    const fault = misnamed(username, addresses);
    return fault === null ? null : refuse("user/name", { cause: usernameFailure(fault) });
  }

  async #weak(password: string, username: string): Promise<Refusal | null> {
    const least = (await this.#settings.get()).passwordMinLength;
    if (isTooShort(password, least)) return refuse("user/password-too-short", { count: least });
    return isCommonPassword(password, username) ? refuse("user/password-common") : null;
  }

  #row(id: string): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  }

  #byName(username: string): Promise<{ id: string } | undefined> {
    const key = username.toLowerCase();
    return this.#store.selectFrom("users").select("id").where("username_key", "=", key).executeTakeFirst();
  }
}

function show(row: UserRow): Account {
  return {
    id: row.id,
    href: `/service/users/${row.id}`,
    username: row.username,
    role: row.role,
    superUser: row.super_user === 1,
    admin: row.role === "Administrator",
    secondFactor: hasFactor(row),
    cameraScopes: (JSON.parse(row.camera_scopes) as CameraScope[]).map(({ id, scope }) => ({ id, scope: [...scope] })),
    ...(row.email === "" ? {} : { email: row.email }),
  };
}

const newPassword = (): string => newSecret().replaceAll(/[-_]/g, "").slice(0, 20);
