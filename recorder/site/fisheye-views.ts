/**
 * Named views of fisheyes. A personal one is its owner's; a shared one is seen by everybody who may see the camera, and
 * changed by who may share views of it. Which view an account begins with on a camera is its own choice.
 */
import { theUser } from "#recorder/core/audience.ts";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { look, type NamedViewWire, type ViewCreate, type ViewPatch } from "#protocol/rest/view.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FisheyeViewRow } from "#recorder/store/tables/stage-rows.ts";
import { editableRow, flag, mayShare, newThing, seenOf, seenRow, shownThing, visibleByName } from "./shared-things.ts";

const MAX_VIEWS_OF_A_CAMERA = 200;
const NO = { unknown: refuse("view/unknown"), readOnly: refuse("view/read-only"), sharing: refuse("view/share") };

type Write = (store: Store) => Promise<unknown>;

export class FisheyeViews {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #isKnown: (cameraId: string, orchidId: string) => boolean;
  readonly #changeShared: (write: Write) => Promise<void>;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex: AnyMutex;

  /**
   * `isKnown`: whether a server has such a camera: by their rights administrators may see any. `changeShared`: a shared view becomes
   * another one by what it is given, and with it what others may see; nobody is told before it has ended.
   */
  constructor(
    store: Store,
    hub: EventHub,
    now: () => number,
    isKnown: (cameraId: string, orchidId: string) => boolean,
    changeShared: (write: Write) => Promise<void>,
    mutex: AnyMutex = new Mutex(),
  ) {
    this.#mutex = mutex;
    this.#store = store;
    this.#hub = hub;
    this.#now = now;
    this.#isKnown = isKnown;
    this.#changeShared = changeShared;
  }

  /** By name: the user's own and the shared ones, of cameras that they may see. */
  async list(who: Identity): Promise<NamedViewWire[]> {
    const rows = await this.#store
      .selectFrom("fisheye_views")
      .selectAll()
      .where((either) => either.or([either("owner_id", "=", who.userId), either("shared", "=", 1)]))
      .execute();
    const homes = await this.#homes(who);
    return visibleByName(rows, who).map((row) => shown(row, who, homes));
  }

  /** Failures: view/unknown. */
  async get(id: string, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    const row = seenRow(await this.#row(id), who, NO.unknown);
    return row.ok ? ok(shown(row.value, who, await this.#homes(who))) : row;
  }

  /** Failures: camera/unknown, view/share, view/too-many. */
  create(ask: ViewCreate, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    return this.#mutex.run(() => this.#create(ask, who));
  }

  /** Failures: view/unknown, view/read-only, view/share. */
  patch(id: string, ask: ViewPatch, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask, who));
  }

  /** Failures: view/unknown, view/read-only. */
  remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id, who));
  }

  async #create(ask: ViewCreate, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    const { id: cameraId, orchidId = "1" } = ask.camera;
    if (!this.#isKnown(cameraId, orchidId) || !canSeeCamera(who, cameraId)) return refuse("camera/unknown");
    if (!mayShare(0, ask.shared, cameraId, who)) return NO.sharing;
    const { count } = await this.#store
      .selectFrom("fisheye_views")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("camera_id", "=", cameraId)
      .where("orchid_id", "=", orchidId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_VIEWS_OF_A_CAMERA) return refuse("view/too-many");
    const row: FisheyeViewRow = {
      ...newThing(ask, who, this.#now()),
      look: JSON.stringify(look.parse(ask.look)),
    };
    await this.#write(row.shared === 1, (store) => store.insertInto("fisheye_views").values(row).execute());
    this.#hub.publish("view-added", "views", row.id, seenOf(row));
    return ok(shown(row, who, new Set()));
  }

  async #patch(id: string, { home, ...ask }: ViewPatch, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    const isChange = Object.values(ask).some((value) => value !== undefined);
    const found = await this.#row(id);
    const reached = isChange ? editableRow(found, who, NO) : seenRow(found, who, NO.unknown);
    if (!reached.ok) return reached;
    const row = reached.value;
    if (!mayShare(row.shared, ask.shared, row.camera_id, who)) return NO.sharing;
    if (home !== undefined) await this.#setHome(row, who, home);
    if (!isChange) {
      // Other pages of the same account begin with this view from now on, too.
      this.#hub.publish("view-modified", "views", id, theUser(who.userId));
      return ok(shown(row, who, await this.#homes(who)));
    }
    const change = {
      name: ask.name ?? row.name,
      shared: flag(ask.shared, row.shared),
      look: ask.look ? JSON.stringify(look.parse(ask.look)) : row.look,
    };
    const after = { ...row, ...change };
    await this.#write(row.shared === 1 || after.shared === 1, (store) =>
      store.updateTable("fisheye_views").set(change).where("id", "=", id).execute(),
    );
    this.#hub.publish("view-modified", "views", id, seenOf(row, after));
    return ok(shown(after, who, await this.#homes(who)));
  }

  async #remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    const row = editableRow(await this.#row(id), who, NO);
    if (!row.ok) return row;
    await this.#write(row.value.shared === 1, (store) =>
      store.deleteFrom("fisheye_views").where("id", "=", id).execute(),
    );
    this.#hub.publish("view-removed", "views", id, seenOf(row.value));
    return ok(null);
  }

  async #write(isShared: boolean, write: Write): Promise<void> {
    await (isShared ? this.#changeShared(write) : write(this.#store));
  }

  /** An account begins with at most one view on a camera: the one before gives way. */
  async #setHome({ id, camera_id, orchid_id }: FisheyeViewRow, { userId }: Identity, home: boolean): Promise<void> {
    await this.#store.transaction().execute(async (transaction) => {
      const before = transaction
        .deleteFrom("fisheye_homes")
        .where("user_id", "=", userId)
        .where("camera_id", "=", camera_id)
        .where("orchid_id", "=", orchid_id);
      await (home ? before : before.where("view_id", "=", id)).execute();
      if (home)
        await transaction
          .insertInto("fisheye_homes")
          .values({ user_id: userId, camera_id, orchid_id, view_id: id })
          .execute();
    });
  }

  /** Who sees a camera by views only begins with the first of them: anything else of its picture is covered. */
  async #homes({ userId, scope }: Identity): Promise<ReadonlySet<string>> {
    const rows = await this.#store
      .selectFrom("fisheye_homes")
      .select(["view_id", "camera_id"])
      .where("user_id", "=", userId)
      .execute();
    const others = scope.cameraScopes.filter(({ id }) => !rows.some(({ camera_id }) => camera_id === id));
    return new Set([...rows.map(({ view_id }) => view_id), ...others.flatMap(({ views = [] }) => views.slice(0, 1))]);
  }

  #row(id: string): Promise<FisheyeViewRow | undefined> {
    return this.#store.selectFrom("fisheye_views").selectAll().where("id", "=", id).executeTakeFirst();
  }
}

const shown = (row: FisheyeViewRow, who: Identity, homes: ReadonlySet<string>): NamedViewWire => ({
  ...shownThing(row, who),
  href: `/service/views/${row.id}`,
  look: look.parse(JSON.parse(row.look)),
  home: homes.has(row.id),
});
