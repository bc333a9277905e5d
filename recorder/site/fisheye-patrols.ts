/**
 * Patrols: lists of named views of one fisheye. A personal one is its owner's; a shared one is seen by everybody who may
 * see the camera, changed by who may share views of it, and goes through shared views only: everybody sees the same.
 */
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { PatrolCreate, PatrolPatch, PatrolWire } from "#protocol/rest/patrol.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FisheyePatrolRow } from "#recorder/store/tables/stage-rows.ts";
import {
  editableRow,
  flag,
  isVisible,
  mayShare,
  newThing,
  seenOf,
  seenRow,
  shownThing,
  visibleByName,
} from "./shared-things.ts";

const MAX_PATROLS_OF_A_CAMERA = 50;
const NO = { unknown: refuse("patrol/unknown"), readOnly: refuse("patrol/read-only"), sharing: refuse("patrol/share") };

export class FisheyePatrols {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex: AnyMutex;

  constructor(store: Store, hub: EventHub, now: () => number, mutex: AnyMutex = new Mutex()) {
    this.#mutex = mutex;
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
    return visibleByName(rows, who).map((row) => shown(row, who));
  }

  /** Failures: patrol/unknown. */
  async get(id: string, who: Identity): Promise<Result<PatrolWire, Failure>> {
    const row = seenRow(await this.#row(id), who, NO.unknown);
    return row.ok ? ok(shown(row.value, who)) : row;
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
    if (!mayShare(0, ask.shared, camera_id, who)) return NO.sharing;
    const { count } = await this.#store
      .selectFrom("fisheye_patrols")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("camera_id", "=", camera_id)
      .where("orchid_id", "=", orchid_id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_PATROLS_OF_A_CAMERA) return refuse("patrol/too-many");
    const row: FisheyePatrolRow = {
      ...newThing(ask, who, this.#now()),
      stops: JSON.stringify(ask.stops),
      glide_s: ask.glideS,
    };
    const wrong = await this.#wrongStops(row, who);
    if (wrong) return wrong;
    await this.#store.insertInto("fisheye_patrols").values(row).execute();
    this.#hub.publish("patrol-added", "patrols", row.id, seenOf(row));
    return ok(shown(row, who));
  }

  async #patch(id: string, ask: PatrolPatch, who: Identity): Promise<Result<PatrolWire, Failure>> {
    const reached = editableRow(await this.#row(id), who, NO);
    if (!reached.ok) return reached;
    const row = reached.value;
    if (!mayShare(row.shared, ask.shared, row.camera_id, who)) return NO.sharing;
    const change = {
      name: ask.name ?? row.name,
      shared: flag(ask.shared, row.shared),
      stops: ask.stops ? JSON.stringify(ask.stops) : row.stops,
      glide_s: ask.glideS ?? row.glide_s,
    };
    const after = { ...row, ...change };
    // Whoever only changes the name must not be refused because a view of the list was removed since.
    const isNewList = change.stops !== row.stops || change.shared !== row.shared;
    const wrong = isNewList ? await this.#wrongStops(after, who) : null;
    if (wrong) return wrong;
    await this.#store.updateTable("fisheye_patrols").set(change).where("id", "=", id).execute();
    this.#hub.publish("patrol-modified", "patrols", id, seenOf(row, after));
    return ok(shown(after, who));
  }

  async #remove(id: string, who: Identity): Promise<Result<null, Failure>> {
    const row = editableRow(await this.#row(id), who, NO);
    if (!row.ok) return row;
    await this.#store.deleteFrom("fisheye_patrols").where("id", "=", id).execute();
    this.#hub.publish("patrol-removed", "patrols", id, seenOf(row.value));
    return ok(null);
  }

  /** Each stop must be a view of this camera that the maker sees, and a shared one if the patrol is shared. */
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
  ...shownThing(row, who),
  href: `/service/patrols/${row.id}`,
  stops: stopsOf(row),
  glideS: row.glide_s,
});
