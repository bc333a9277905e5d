/** Camera groups: folders of cameras for everybody's side panel, kept by administrators. They grant no rights. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import {
  type CameraGroup,
  GROUP_DEPTH_MAX,
  type GroupedCamera,
  groupsUnder,
  mayStandIn,
} from "#domain/cameras/camera-groups.ts";
import type { CameraGroupCreate, CameraGroupPatch, CameraGroupWire } from "#protocol/rest/cameras/camera-group.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraGroupRow } from "#recorder/store/tables/camera-rows.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";

const MAX_GROUPS = 1000;
/** the server id under which the standalone recorder's clients know it */
export const OWN_SERVER = "1";
const UNKNOWN = refuse("group/unknown");
const PLACES = {
  "inside-itself": refuse("group/inside-itself"),
  "too-deep": refuse("group/too-deep", { count: GROUP_DEPTH_MAX }),
};

export class CameraGroups {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #cameras: () => Promise<readonly GroupedCamera[]>;
  /** Changes run one after the other, so that groups are where they were read to be. */
  readonly #mutex: AnyMutex;

  /** `cameras`: all existing cameras. */
  constructor(
    store: Store,
    hub: EventHub,
    now: () => number,
    cameras = () => ownCameras(store),
    mutex: AnyMutex = new Mutex(),
  ) {
    this.#mutex = mutex;
    this.#store = store;
    this.#hub = hub;
    this.#now = now;
    this.#cameras = cameras;
  }

  /** Groups that contain, directly or deeper, a camera that may be seen; administrators also see empty ones. */
  async list(who: Identity): Promise<CameraGroupWire[]> {
    const known = new Set((await this.#cameras()).flatMap((one) => (canSeeCamera(who, one.id) ? [keyOf(one)] : [])));
    const rows = (await this.#rows()).map((row) => ({
      row,
      cameras: camerasOf(row).filter((one) => known.has(keyOf(one))),
    }));
    const all = rows.map(({ row }) => groupOf(row));
    const filled = rows.flatMap(({ row, cameras }) => (cameras.length > 0 ? [row.id] : []));
    const shown = rows.filter(({ row }) => {
      const under = groupsUnder(all, row.id);
      return can(who, "config") || filled.some((id) => under.has(id));
    });
    return shown.map(({ row, cameras }) => ({
      id: row.id,
      href: `/service/groups/${row.id}`,
      name: row.name,
      parent: row.parent_id === null ? null : { id: row.parent_id },
      cameras: cameras.map(({ id, orchidId }) => ({ id, orchidId })),
      groups: shown.filter(({ row: { parent_id } }) => parent_id === row.id).map(({ row: { id } }) => ({ id })),
    }));
  }

  async get(id: string, who: Identity): Promise<Result<CameraGroupWire, Failure>> {
    const found = (await this.list(who)).find((group) => group.id === id);
    return found ? ok(found) : UNKNOWN;
  }

  /** The cameras of a group and of those inside it, as far as the user may see them. Failure: group/unknown. */
  async camerasIn(id: string, who: Identity): Promise<Result<readonly GroupedCamera[], Failure>> {
    const list = await this.list(who);
    if (!list.some((one) => one.id === id)) return UNKNOWN;
    const under = groupsUnder(
      list.map((one) => ({ id: one.id, name: one.name, parentId: one.parent?.id ?? null, cameras: one.cameras })),
      id,
    );
    return ok(list.flatMap((one) => (under.has(one.id) ? one.cameras : [])));
  }

  /** Failures: group/unknown (the parent), group/too-many, group/too-deep, camera/unknown. */
  create(ask: CameraGroupCreate, who: Identity): Promise<Result<CameraGroupWire, Failure>> {
    return this.#mutex.run(() => this.#create(ask, who));
  }

  /** Failures: group/unknown, group/inside-itself, group/too-deep, camera/unknown. */
  patch(id: string, ask: CameraGroupPatch, who: Identity): Promise<Result<CameraGroupWire, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask, who));
  }

  /** With all groups inside it. Cameras stay. Failure: group/unknown. */
  remove(id: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id));
  }

  async #create(ask: CameraGroupCreate, who: Identity): Promise<Result<CameraGroupWire, Failure>> {
    const rows = await this.#rows();
    if (rows.length >= MAX_GROUPS) return refuse("group/too-many");
    const parentId = ask.parent?.id ?? null;
    const problem = this.#place(rows, null, parentId) ?? (await this.#strangers(ask.cameras));
    if (problem) return problem;
    const row: CameraGroupRow = {
      id: newId(),
      name: ask.name,
      parent_id: parentId,
      cameras: stored(ask.cameras ?? []),
      created_ms: this.#now(),
    };
    await this.#store.insertInto("camera_groups").values(row).execute();
    this.#tell(row.id);
    return this.get(row.id, who);
  }

  async #patch(id: string, ask: CameraGroupPatch, who: Identity): Promise<Result<CameraGroupWire, Failure>> {
    const rows = await this.#rows();
    const row = rows.find((each) => each.id === id);
    if (!row) return UNKNOWN;
    const parentId = ask.parent === undefined ? row.parent_id : (ask.parent?.id ?? null);
    const problem =
      (ask.parent === undefined ? null : this.#place(rows, id, parentId)) ?? (await this.#strangers(ask.cameras));
    if (problem) return problem;
    const change = {
      name: ask.name ?? row.name,
      parent_id: parentId,
      cameras: ask.cameras ? stored(ask.cameras) : row.cameras,
    };
    await this.#store.updateTable("camera_groups").set(change).where("id", "=", id).execute();
    this.#tell(id);
    return this.get(id, who);
  }

  async #remove(id: string): Promise<Result<null, Failure>> {
    const rows = await this.#rows();
    if (!rows.some((row) => row.id === id)) return UNKNOWN;
    const gone = [...groupsUnder(rows.map(groupOf), id)];
    await this.#store.deleteFrom("camera_groups").where("id", "in", gone).execute();
    this.#tell(id);
    return ok(null);
  }

  #place(rows: readonly CameraGroupRow[], id: string | null, parentId: string | null) {
    if (parentId !== null && !rows.some((row) => row.id === parentId)) return UNKNOWN;
    const may = mayStandIn(rows.map(groupOf), id, parentId);
    return may === "yes" ? null : PLACES[may];
  }

  async #strangers(cameras: CameraGroupPatch["cameras"]) {
    const known = new Set((await this.#cameras()).map(keyOf));
    const unknown = (cameras ?? []).map(whole).find((one) => !known.has(keyOf(one)));
    return unknown === undefined
      ? null
      : refuse("camera/unknown", { cause: failure("camera/none-named", { name: unknown.id }) });
  }

  #rows(): Promise<CameraGroupRow[]> {
    return this.#store.selectFrom("camera_groups").selectAll().orderBy("name").orderBy("id").execute();
  }

  #tell(id: string): void {
    this.#hub.publish("camera-groups-modified", "groups", id, everyone);
  }
}

async function ownCameras(store: Store): Promise<GroupedCamera[]> {
  const rows = await store.selectFrom("cameras").select("id").where("deleted_ms", "is", null).execute();
  return rows.map(({ id }) => ({ id, orchidId: OWN_SERVER }));
}

const keyOf = ({ id, orchidId }: GroupedCamera): string => `${orchidId} ${id}`;
const whole = ({
  id,
  orchidId = OWN_SERVER,
}: {
  readonly id: string;
  readonly orchidId?: string | undefined;
}): GroupedCamera => ({
  id,
  orchidId,
});

/** Each camera once. Cameras of this server are stored by their id alone, as before there were other servers. */
function stored(cameras: NonNullable<CameraGroupPatch["cameras"]>): string {
  const each = new Map(cameras.map(whole).map((one) => [keyOf(one), one]));
  return JSON.stringify([...each.values()].map((one) => (one.orchidId === OWN_SERVER ? one.id : one)));
}

const camerasOf = (row: CameraGroupRow): GroupedCamera[] =>
  (JSON.parse(row.cameras) as (string | GroupedCamera)[]).map((one) =>
    typeof one === "string" ? { id: one, orchidId: OWN_SERVER } : one,
  );
const groupOf = (row: CameraGroupRow): CameraGroup => ({
  id: row.id,
  name: row.name,
  parentId: row.parent_id,
  cameras: camerasOf(row),
});
