/** Accounts: rules of document 2, section 5. */
import { Turns } from "#base/turns.ts";
import type { User, UserCreate, UserPatch } from "#protocol/rest/user.ts";
import type { RoleName } from "#protocol/rest/session.ts";
import { newId, newSecret } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables.ts";
import { type Answer, done, refuse } from "./answer.ts";
import type { EventHub } from "./event-hub.ts";
import { can, type CameraScope } from "./identity.ts";
import { isCommonPassword, isCompatible } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { SettingsStore } from "./settings-store.ts";

/** On the aggregator everybody but administrators has no role (""), and accounts have an address. */
export type AccountCreate = Omit<UserCreate, "role"> & { role: RoleName | ""; email?: string };
export type AccountPatch = Omit<UserPatch, "role"> & { role?: RoleName | "" | undefined; email?: string };
export type Account = User & { readonly email?: string };

/** The account that is born with the recorder. */
const ADMIN_NAME = "admin";

export class Users {
  readonly #store: Store;
  readonly #sessions: Sessions;
  readonly #hub: EventHub;
  readonly #settings: SettingsStore;
  readonly #now: () => number;
  /** One change after the other: a name is free or not, and a row is as it was read. */
  readonly #turns = new Turns();

  constructor(parts: {
    store: Store;
    sessions: Sessions;
    hub: EventHub;
    settings: SettingsStore;
    now: () => number;
  }) {
    this.#store = parts.store;
    this.#sessions = parts.sessions;
    this.#hub = parts.hub;
    this.#settings = parts.settings;
    this.#now = parts.now;
  }

  /** First run: makes the administrator and answers its password; null when accounts exist. */
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
      const password_hash = await hashPassword(password);
      await this.#store.updateTable("users").set({ password_hash }).where("id", "=", row.id).execute();
      await this.#sessions.endAll(row.id, null);
    } else await this.#insert({ username: ADMIN_NAME, password, role: "Administrator" }, true);
    return password;
  }

  async list(): Promise<Account[]> {
    const rows = await this.#store.selectFrom("users").selectAll().orderBy("username_key").execute();
    return rows.map(show);
  }

  async get(id: string): Promise<Answer<Account>> {
    const row = await this.#row(id);
    return row ? done(show(row)) : refuse("user/unknown", "There is no such user.");
  }

  /** Failures: user/exists, user/password-... */
  create(ask: AccountCreate): Promise<Answer<Account>> {
    return this.#turns.run(() => this.#create(ask));
  }

  /** A change of password, role or rights ends the user's sessions. Failures: user/unknown, user/protected, user/exists, ... */
  patch(id: string, ask: AccountPatch): Promise<Answer<Account>> {
    return this.#turns.run(() => this.#patch(id, ask));
  }

  /** Failures: user/unknown, user/protected, user/self. */
  remove(id: string, byUserId: string): Promise<Answer<null>> {
    return this.#turns.run(() => this.#remove(id, byUserId));
  }

  async #create(ask: AccountCreate): Promise<Answer<Account>> {
    const weak = await this.#weak(ask.password, ask.username);
    if (weak) return weak;
    if (await this.#byName(ask.username))
      return refuse("user/exists", `A user already exists with name ${ask.username}`);
    const row = await this.#insert(ask, false);
    this.#hub.publish("user-modified", "users", row.id, (who) => can(who, "config"));
    return done(show(row));
  }

  async #patch(id: string, ask: AccountPatch): Promise<Answer<Account>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown", "There is no such user.");
    const username = ask.username ?? row.username;
    const role = ask.role ?? row.role;
    if (row.super_user === 1 && (username !== row.username || role !== row.role)) {
      return refuse("user/protected", "This account can be neither renamed nor given another role.");
    }
    if (username.toLowerCase() !== row.username_key && (await this.#byName(username))) {
      return refuse("user/exists", `A user already exists with name ${username}`);
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
    return done(show({ ...row, ...change }));
  }

  async #remove(id: string, byUserId: string): Promise<Answer<null>> {
    const row = await this.#row(id);
    if (!row) return refuse("user/unknown", "There is no such user.");
    if (row.super_user === 1) return refuse("user/protected", "This account cannot be deleted.");
    if (id === byUserId) return refuse("user/self", "You cannot delete your own account.");
    this.#sessions.forgetBasic();
    await this.#sessions.endAll(id, null);
    await this.#store.deleteFrom("stages").where("owner_id", "=", id).execute();
    await this.#store.deleteFrom("users").where("id", "=", id).execute();
    this.#hub.publish("user-modified", "users", id, (who) => can(who, "config"));
    return done(null);
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
    };
    await this.#store.insertInto("users").values(row).execute();
    return row;
  }

  async #weak(password: string, username: string): Promise<{ ok: false; code: string; reason: string } | null> {
    const least = (await this.#settings.get()).passwordMinLength;
    if (Array.from(password).length < least)
      return refuse("user/password-too-short", `Password must be at least ${least} characters.`);
    if (isCompatible(least) || !isCommonPassword(password, username)) return null;
    return refuse("user/password-common", "This password is one of those that everybody tries first. Choose another.");
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
    cameraScopes: (JSON.parse(row.camera_scopes) as CameraScope[]).map(({ id, scope }) => ({ id, scope: [...scope] })),
    ...(row.email === "" ? {} : { email: row.email }),
  };
}

const newPassword = (): string => newSecret().replaceAll(/[-_]/g, "").slice(0, 20);
