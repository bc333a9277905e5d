/**
 * The store of permission groups. They are read once and kept in memory, because every call asks for rights. Users whose
 * rights change are announced.
 */
import { theUser } from "#recorder/core/audience.ts";
import { type Result, ok } from "#base/result.ts";
import type { AnyMutex } from "#base/mutex.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Scope } from "#domain/accounts/access.ts";
import { isNameTaken } from "#domain/same-name.ts";
import { type PermissionGroup, rightsOfUser, seesApp } from "#domain/accounts/permission-groups.ts";
import type {
  PermissionGroup as PermissionGroupWire,
  PermissionGroupCreate,
  PermissionGroupPatch,
} from "#protocol/rest/accounts/permission-group.ts";
import * as z from "zod/mini";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Nodes } from "#recorder/nodes/nodes.ts";
import type { Store } from "#recorder/store/store.ts";
import type { RegisteredServers, PermissionGroups, Rights } from "../servers/contracts.ts";
import { withGroupsOf, withoutGroup } from "./group-members.ts";
import { findStranger } from "./permission-checks.ts";
import { changedLooks, type SharedLooks, sharedLookKey, sharedLooks } from "./shared-looks.ts";
import { addDefaults, groupOf, NEW_GROUP, rowOf, showGroup, type StoredGroup, withAsked } from "./permission-rows.ts";
import { type AccountRole, ADMINISTRATOR, RememberedRights } from "./remembered-rights.ts";

const MAX_GROUPS = 1000;
const UNKNOWN = refuse("permission/unknown");
const LAST = refuse("permission/last-administrator");

/** On the bus: another server has changed groups, or views that groups grant. */
const TOPIC = "permission-groups";

/** `store`: of the transaction in which the rights of these accounts change; what it returns is called when that was committed. */
type RightsChanging = (store: Store, userIds: readonly string[]) => Promise<() => void>;

interface Parts {
  readonly store: Store;
  readonly nodes: Pick<Nodes, "bus" | "mutex">;
  readonly settings: SettingsStore;
  readonly hub: EventHub;
  readonly servers: RegisteredServers;
  readonly now: () => number;
}

export class StoredPermissionGroups implements PermissionGroups {
  readonly #parts: Parts;
  readonly #mutex: AnyMutex;
  readonly #rights: RememberedRights;
  readonly #changing = new Set<RightsChanging>();
  #groups: readonly StoredGroup[] = [];
  #looks: SharedLooks = new Map();

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#mutex = parts.nodes.mutex(TOPIC);
    const { servers } = parts;
    this.#rights = new RememberedRights({ groups: () => this.#groups, looks: () => this.#looks, servers });
  }

  /** Loads the groups of the store; the very first start creates Live Viewer, Viewer and Administrator. */
  static async open(parts: Parts): Promise<StoredPermissionGroups> {
    const opened = new StoredPermissionGroups(parts);
    await opened.#mutex.run(() => addDefaults(parts));
    await opened.#read();
    const { bus } = parts.nodes;
    bus.on(TOPIC, z.null(), () => opened.#read());
    bus.onMissed(() => opened.#read());
    return opened;
  }

  async #read(): Promise<void> {
    const { store } = this.#parts;
    const looks = await sharedLooks(store);
    this.#groups = (await store.selectFrom("permission_groups").selectAll().execute()).map(groupOf);
    this.#looks = looks;
    this.#rights.forget();
  }

  /** Called in the transaction that changes rights at this server, or what shared views show by which rights are given. */
  onRightsChange(changing: RightsChanging): void {
    this.#changing.add(changing);
  }

  rightsOf(user: AccountRole): Rights {
    return this.#rights.shown(user);
  }

  scopeOn(user: AccountRole, orchidId: string): Scope {
    return this.#rights.scopeOn(user, orchidId);
  }

  /** `write` changes shared views: what is granted by them is something else then. */
  async changeViews(write: (store: Store) => Promise<unknown>): Promise<void> {
    const { looks, after } = await this.#parts.store.transaction().execute(async (store) => {
      const before = await sharedLooks(store);
      await write(store);
      const now = await sharedLooks(store);
      return { looks: now, after: await this.#owed(store, this.#whoSeesBy(changedLooks(before, now))) };
    });
    this.#looks = looks;
    this.#rights.forget();
    this.#parts.nodes.bus.publish(TOPIC, null);
    for (const tell of after) tell();
  }

  #whoSeesBy(views: ReadonlySet<string>): readonly string[] {
    const isConcerned = (id: string): boolean =>
      rightsOfUser({ id, admin: false }, this.#groups).granted.some(({ byViews = [] }) =>
        byViews.some((camera) => camera.views.some((view) => views.has(sharedLookKey(camera, view)))),
      );
    return [...new Set(this.#groups.flatMap(({ members }) => members))].filter(isConcerned);
  }

  async #owed(store: Store, userIds: readonly string[]): Promise<(() => void)[]> {
    const after: (() => void)[] = [];
    if (userIds.length > 0) for (const changing of this.#changing) after.push(await changing(store, userIds));
    return after;
  }

  mayUseApp(who: Identity, appId: string): boolean {
    return seesApp(this.#rights.of({ id: who.userId, role: who.role }), appId);
  }

  groupsOf(userId: string): readonly string[] {
    return this.#groups.flatMap(({ id, members }) => (members.includes(userId) ? [id] : []));
  }

  /** By name. */
  list(): PermissionGroupWire[] {
    return [...this.#groups].sort((a, b) => a.name.localeCompare(b.name)).map(showGroup);
  }

  get(id: string): Result<PermissionGroupWire, Failure> {
    const group = this.#groups.find((one) => one.id === id);
    return group ? ok(showGroup(group)) : UNKNOWN;
  }

  #isTaken({ id, name }: StoredGroup): boolean {
    return isNameTaken(
      name,
      this.#groups.flatMap((one) => (one.id === id ? [] : [one.name])),
    );
  }

  /** Failures: permission/too-many, permission/name-taken, permission/unknown, user/unknown, orchid/unknown, camera/unknown. */
  create(ask: PermissionGroupCreate): Promise<Result<PermissionGroupWire, Failure>> {
    return this.#mutex.run(async () => {
      if (this.#groups.length >= MAX_GROUPS) return refuse("permission/too-many");
      const { now } = this.#parts;
      const group = withAsked({ ...NEW_GROUP, id: newId(), createdMs: now() }, ask);
      if (this.#isTaken(group)) return refuse("permission/name-taken", { name: group.name });
      const problem = await findStranger(group, NEW_GROUP, {
        ...this.#parts,
        groups: this.#groups,
        views: this.#looks,
      });
      if (problem) return problem;
      await this.#change([...this.#groups, group], [group]);
      return ok(showGroup(group));
    });
  }

  /** Failures as of `create`, and permission/last-administrator. */
  patch(id: string, ask: PermissionGroupPatch): Promise<Result<PermissionGroupWire, Failure>> {
    return this.#mutex.run(async () => {
      const before = this.#groups.find((one) => one.id === id);
      if (!before) return UNKNOWN;
      const group = withAsked(before, ask);
      // Groups that had one name before this was refused can be changed in all else.
      if (group.name !== before.name && this.#isTaken(group))
        return refuse("permission/name-taken", { name: group.name });
      const problem = await findStranger(group, before, { ...this.#parts, groups: this.#groups, views: this.#looks });
      if (problem) return problem;
      const groups = this.#groups.map((one) => (one.id === id ? group : one));
      if (!(await this.#hasAdministrator(groups))) return LAST;
      await this.#change(groups, [group]);
      return ok(showGroup(group));
    });
  }

  /** Groups that it was a member of go on without it. Failures: permission/unknown, permission/last-administrator. */
  remove(id: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(async () => {
      if (!this.#groups.some((one) => one.id === id)) return UNKNOWN;
      const { groups, changed } = withoutGroup(this.#groups, id);
      if (!(await this.#hasAdministrator(groups))) return LAST;
      await this.#change(groups, changed, id);
      return ok(null);
    });
  }

  setGroups(userId: string, groupIds: readonly string[]): Promise<Result<null, Failure>> {
    return this.#mutex.run(async () => {
      if (groupIds.some((id) => !this.#groups.some((group) => group.id === id))) return UNKNOWN;
      const { groups, changed } = withGroupsOf(this.#groups, userId, groupIds);
      if (!(await this.#hasAdministrator(groups))) return LAST;
      await this.#change(groups, changed);
      return ok(null);
    });
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#mutex.run(async () => {
      const { groups, changed } = withGroupsOf(this.#groups, userId, []);
      await this.#change(groups, changed);
    });
  }

  /** Changes the store first, then memory, then tells those it concerns. */
  async #change(groups: readonly StoredGroup[], written: readonly StoredGroup[], removedId?: string): Promise<void> {
    const before = this.#groups;
    const userIds = new Set([...before, ...groups].flatMap(({ members }) => members));
    const concerned = [...userIds].filter((id) => summed(id, before) !== summed(id, groups));
    const changed = await this.#parts.store.transaction().execute(async (store) => {
      if (removedId !== undefined) await store.deleteFrom("permission_groups").where("id", "=", removedId).execute();
      for (const group of written) {
        const { id, ...row } = rowOf(group);
        const known = before.some((one) => one.id === id);
        if (known) await store.updateTable("permission_groups").set(row).where("id", "=", id).execute();
        else
          await store
            .insertInto("permission_groups")
            .values({ id, ...row })
            .execute();
      }
      return this.#owed(store, concerned);
    });
    this.#groups = groups;
    this.#rights.forget();
    this.#parts.nodes.bus.publish(TOPIC, null);
    for (const tell of changed) tell();
    const { hub } = this.#parts;
    for (const id of concerned) hub.publish("permissions-changed", "users", id, theUser(id));
  }

  async #hasAdministrator(groups: readonly PermissionGroup[]): Promise<boolean> {
    const accounts = await this.#parts.store.selectFrom("users").select(["id", "role"]).execute();
    return accounts.some(({ id, role }) => rightsOfUser({ id, admin: role === ADMINISTRATOR }, groups).admin);
  }
}

/** Rights from the groups alone, for comparison. */
function summed(userId: string, groups: readonly PermissionGroup[]): string {
  const { admin, apps, granted, revoked } = rightsOfUser({ id: userId, admin: false }, groups);
  return JSON.stringify([admin, apps === "all" ? apps : [...apps].sort(), granted, revoked]);
}
