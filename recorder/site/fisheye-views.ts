/**
 * Named views of fisheyes. A personal one is its owner's; a shared one is seen by everybody who may see the camera, and
 * changed only by administrators. Which view an account begins with on a camera is its own choice.
 */
import { Mutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { look, type NamedViewWire, type ViewCreate, type ViewPatch } from "#protocol/rest/view.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FisheyeViewRow } from "#recorder/store/tables.ts";
import { isEditable, isVisible, seenOf } from "./shared-things.ts";

const MAX_VIEWS_OF_A_CAMERA = 200;
const UNKNOWN = refuse("view/unknown");
const NO_SHARING = refuse("view/share");
const READ_ONLY = refuse("view/read-only");

export class FisheyeViews {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #isKnown: (cameraId: string, orchidId: string) => boolean;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex = new Mutex();

  /** `isKnown`: whether a server has such a camera: by their rights administrators may see any. */
  constructor(
    store: Store,
    hub: EventHub,
    now: () => number,
    isKnown: (cameraId: string, orchidId: string) => boolean,
  ) {
    this.#store = store;
    this.#hub = hub;
    this.#now = now;
    this.#isKnown = isKnown;
  }

  /** By name: the user's own and the shared ones, of cameras that they may see. */
  async list(who: Identity): Promise<NamedViewWire[]> {
    const rows = await this.#store
      .selectFrom("fisheye_views")
      .selectAll()
      .where((either) => either.or([either("owner_id", "=", who.userId), either("shared", "=", 1)]))
      .execute();
    const homes = await this.#homes(who);
    return rows
      .filter((row) => isVisible(row, who))
      .map((row) => shown(row, who, homes))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Failures: view/unknown. */
  async get(id: string, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    const row = await this.#row(id);
    return row && isVisible(row, who) ? ok(shown(row, who, await this.#homes(who))) : UNKNOWN;
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
    if (ask.shared === true && !can(who, "config")) return NO_SHARING;
    const { count } = await this.#store
      .selectFrom("fisheye_views")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("camera_id", "=", cameraId)
      .where("orchid_id", "=", orchidId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_VIEWS_OF_A_CAMERA) return refuse("view/too-many");
    const row: FisheyeViewRow = {
      id: newId(),
      owner_id: who.userId,
      camera_id: cameraId,
      orchid_id: orchidId,
      name: ask.name,
      shared: ask.shared === true ? 1 : 0,
      look: JSON.stringify(look.parse(ask.look)),
      created_ms: this.#now(),
    };
    await this.#store.insertInto("fisheye_views").values(row).execute();
    this.#hub.publish("view-added", "views", row.id, seenOf(row));
    return ok(shown(row, who, new Set()));
  }

  async #patch(id: string, { home, ...ask }: ViewPatch, who: Identity): Promise<Result<NamedViewWire, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    const isChange = Object.values(ask).some((value) => value !== undefined);
    if (isChange && !isEditable(row, who)) return READ_ONLY;
    if (ask.shared !== undefined && (ask.shared ? 1 : 0) !== row.shared && !can(who, "config")) return NO_SHARING;
    if (home !== undefined) await this.#setHome(row, who, home);
    if (!isChange) {
      // The account's other pages begin with it, too.
      this.#hub.publish("view-modified", "views", id, (one) => one.userId === who.userId);
      return ok(shown(row, who, await this.#homes(who)));
    }
    const change = {
      name: ask.name ?? row.name,
      shared: ask.shared === undefined ? row.shared : ask.shared ? 1 : 0,
      look: ask.look ? JSON.stringify(look.parse(ask.look)) : row.look,
    };
    await this.#store.updateTable("fisheye_views").set(change).where("id", "=", id).execute();
    const after = { ...row, ...change };
    // Users who lose sight of it are told as well: for them it is gone.
    this.#hub.publish("view-modified", "views", id, (one) => seenOf(row)(one) || seenOf(after)(one));
    return ok(shown(after, who, await this.#homes(who)));
  }

  async #remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    if (!isEditable(row, who)) return READ_ONLY;
    await this.#store.deleteFrom("fisheye_views").where("id", "=", id).execute();
    this.#hub.publish("view-removed", "views", id, seenOf(row));
    return ok(null);
  }

  /** One view of a camera at most: another one gives way. */
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

  async #homes({ userId }: Identity): Promise<ReadonlySet<string>> {
    const rows = await this.#store
      .selectFrom("fisheye_homes")
      .select("view_id")
      .where("user_id", "=", userId)
      .execute();
    return new Set(rows.map(({ view_id }) => view_id));
  }

  #row(id: string): Promise<FisheyeViewRow | undefined> {
    return this.#store.selectFrom("fisheye_views").selectAll().where("id", "=", id).executeTakeFirst();
  }
}

const shown = (row: FisheyeViewRow, who: Identity, homes: ReadonlySet<string>): NamedViewWire => ({
  id: row.id,
  href: `/service/views/${row.id}`,
  name: row.name,
  camera: { id: row.camera_id, orchidId: row.orchid_id },
  look: look.parse(JSON.parse(row.look)),
  shared: row.shared === 1,
  owner: { id: row.owner_id },
  editable: isEditable(row, who),
  home: homes.has(row.id),
});
