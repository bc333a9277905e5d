/**
 * Patrols: lists of named views of one fisheye. A personal one is its owner's; a shared one is seen by everybody who may
 * see the camera, changed only by administrators, and goes through shared views only: everybody sees the same.
 */
import { Mutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { PatrolCreate, PatrolPatch, PatrolWire } from "#protocol/rest/patrol.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FisheyePatrolRow } from "#recorder/store/tables.ts";
import { isEditable, isVisible, seenOf } from "./shared-things.ts";

const MAX_PATROLS_OF_A_CAMERA = 50;
const UNKNOWN = refuse("patrol/unknown");
const NO_SHARING = refuse("patrol/share");
const READ_ONLY = refuse("patrol/read-only");

export class FisheyePatrols {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex = new Mutex();

  constructor(store: Store, hub: EventHub, now: () => number) {
    this.#store = store;
    this.#hub = hub;
    this.#now = now;
  }

  /** By name: the user's own and the shared ones, of cameras that they may see. */
  async list(who: Identity): Promise<PatrolWire[]> {
    const rows = await this.#store
      .selectFrom("fisheye_patrols")
      .selectAll()
      .where((either) => either.or([either("owner_id", "=", who.userId), either("shared", "=", 1)]))
      .execute();
    return rows
      .filter((row) => isVisible(row, who))
      .map((row) => shown(row, who))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Failures: patrol/unknown. */
  async get(id: string, who: Identity): Promise<Result<PatrolWire, Failure>> {
    const row = await this.#row(id);
    return row && isVisible(row, who) ? ok(shown(row, who)) : UNKNOWN;
  }

  /** Failures: camera/unknown, patrol/share, patrol/too-many, patrol/view-unknown, patrol/view-personal. */
  create(ask: PatrolCreate, who: Identity): Promise<Result<PatrolWire, Failure>> {
    return this.#mutex.run(() => this.#create(ask, who));
  }

  /** Failures: patrol/unknown, patrol/read-only, patrol/share, patrol/view-unknown, patrol/view-personal. */
  patch(id: string, ask: PatrolPatch, who: Identity): Promise<Result<PatrolWire, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask, who));
  }

  /** Failures: patrol/unknown, patrol/read-only. */
  remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id, who));
  }

  async #create(ask: PatrolCreate, who: Identity): Promise<Result<PatrolWire, Failure>> {
    const { id: camera_id, orchidId: orchid_id = "1" } = ask.camera;
    if (!canSeeCamera(who, camera_id)) return refuse("camera/unknown");
    const shared = ask.shared === true ? 1 : 0;
    if (shared === 1 && !can(who, "config")) return NO_SHARING;
    const { count } = await this.#store
      .selectFrom("fisheye_patrols")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("camera_id", "=", camera_id)
      .where("orchid_id", "=", orchid_id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_PATROLS_OF_A_CAMERA) return refuse("patrol/too-many");
    const row: FisheyePatrolRow = {
      id: newId(),
      owner_id: who.userId,
      camera_id,
      orchid_id,
      name: ask.name,
      shared,
      stops: JSON.stringify(ask.stops),
      glide_s: ask.glideS,
      created_ms: this.#now(),
    };
    const wrong = await this.#wrongStops(row, who);
    if (wrong) return wrong;
    await this.#store.insertInto("fisheye_patrols").values(row).execute();
    this.#hub.publish("patrol-added", "patrols", row.id, seenOf(row));
    return ok(shown(row, who));
  }

  async #patch(id: string, ask: PatrolPatch, who: Identity): Promise<Result<PatrolWire, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    if (!isEditable(row, who)) return READ_ONLY;
    const change = {
      name: ask.name ?? row.name,
      shared: ask.shared === undefined ? row.shared : ask.shared ? 1 : 0,
      stops: ask.stops ? JSON.stringify(ask.stops) : row.stops,
      glide_s: ask.glideS ?? row.glide_s,
    };
    if (change.shared !== row.shared && !can(who, "config")) return NO_SHARING;
    const after = { ...row, ...change };
    // A new name is no reason to refuse a list whose view is gone since.
    const isNewList = change.stops !== row.stops || change.shared !== row.shared;
    const wrong = isNewList ? await this.#wrongStops(after, who) : null;
    if (wrong) return wrong;
    await this.#store.updateTable("fisheye_patrols").set(change).where("id", "=", id).execute();
    // Users who lose sight of it are told as well: for them it is gone.
    this.#hub.publish("patrol-modified", "patrols", id, (one) => seenOf(row)(one) || seenOf(after)(one));
    return ok(shown(after, who));
  }

  async #remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    const row = await this.#row(id);
    if (!row || !isVisible(row, who)) return UNKNOWN;
    if (!isEditable(row, who)) return READ_ONLY;
    await this.#store.deleteFrom("fisheye_patrols").where("id", "=", id).execute();
    this.#hub.publish("patrol-removed", "patrols", id, seenOf(row));
    return ok(null);
  }

  /** Each stop is a view of this camera that its maker sees, and a shared one where the patrol is shared. */
  async #wrongStops(row: FisheyePatrolRow, who: Identity): Promise<Result<never, Failure> | null> {
    const views = await this.#store
      .selectFrom("fisheye_views")
      .selectAll()
      .where("camera_id", "=", row.camera_id)
      .where("orchid_id", "=", row.orchid_id)
      .execute();
    const byId = new Map(views.filter((view) => isVisible(view, who)).map((view) => [view.id, view]));
    const stops = stopsOf(row).map(({ view }) => byId.get(view.id));
    if (stops.includes(undefined)) return refuse("patrol/view-unknown");
    const isMixed = row.shared === 1 && stops.some((view) => view?.shared !== 1);
    return isMixed ? refuse("patrol/view-personal") : null;
  }

  #row(id: string): Promise<FisheyePatrolRow | undefined> {
    return this.#store.selectFrom("fisheye_patrols").selectAll().where("id", "=", id).executeTakeFirst();
  }
}

const stopsOf = ({ stops }: FisheyePatrolRow): PatrolWire["stops"] => JSON.parse(stops) as PatrolWire["stops"];

const shown = (row: FisheyePatrolRow, who: Identity): PatrolWire => ({
  id: row.id,
  href: `/service/patrols/${row.id}`,
  name: row.name,
  camera: { id: row.camera_id, orchidId: row.orchid_id },
  stops: stopsOf(row),
  glideS: row.glide_s,
  shared: row.shared === 1,
  owner: { id: row.owner_id },
  editable: isEditable(row, who),
});
