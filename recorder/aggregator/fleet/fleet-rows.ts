/**
 * The cameras of all servers in the store, a row each, written as they become other. The rows outlive a restart, and the database
 * searches them (fleet-search.ts). Of several nodes that share the database one writes them.
 */
import { sql } from "kysely";
import { fleetOrder, fleetText } from "#domain/cameras/fleet.ts";
import { Mutex } from "#base/mutex.ts";
import { pathId } from "#protocol/rest/list.ts";
import { type Camera, camera } from "#protocol/rest/cameras/camera.ts";
import { lastingText } from "#protocol/rest/cameras/lasting.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FleetCameraRow } from "#recorder/store/tables/aggregator-rows.ts";
import { textList } from "#recorder/store/text-list.ts";
import { FleetVersions } from "./fleet-versions.ts";

/** Rows of one statement: each has seven parameters, and both databases take tens of thousands. */
const ROWS_AT_ONCE = 500;
/** Another node may write until it knows that it shall not; it does not write this often. */
const TRIES = 3;

export interface KeptServer {
  readonly id: string;
  readonly cameras: readonly Camera[];
}

interface Saved {
  /** the list that was written: a server whose list is the same object has nothing new */
  readonly list: readonly Camera[];
  /** null: there is a row, which cannot be read */
  readonly byId: ReadonlyMap<string, Camera | null>;
}

interface Difference {
  readonly orchidId: string;
  readonly written: readonly Camera[];
  readonly gone: readonly string[];
  readonly saved: Saved;
}

type Known = ReadonlyMap<string, { readonly cameras: readonly Camera[]; readonly isWhole: boolean }>;

interface Sharing {
  /** whether this node is the one that writes rows, at the time of the question */
  readonly mayWrite: () => boolean;
  /** no other node works on the database now */
  readonly isAlone: boolean;
}
const ALONE: Sharing = { mayWrite: () => true, isAlone: true };

export class FleetRows {
  readonly versions: FleetVersions;
  readonly #store: Store;
  readonly #mayWrite: () => boolean;
  /** what this node knows to be in the rows, by server, as of `#version` */
  readonly #saved = new Map<string, Saved>();
  #version: number;
  /** Rows are written one batch after the other, so that versions grow in the order in which they are seen. */
  readonly #mutex = new Mutex();

  private constructor(store: Store, versions: FleetVersions, version: number, mayWrite: () => boolean) {
    this.#store = store;
    this.versions = versions;
    this.#version = version;
    this.#mayWrite = mayWrite;
  }

  static async open(store: Store, { mayWrite, isAlone }: Sharing = ALONE): Promise<FleetRows> {
    const versions = new FleetVersions(store);
    if (isAlone) await versions.renew();
    return new FleetRows(store, versions, await versions.latest(), mayWrite);
  }

  /** Reads all, by server and by name. Not whole: a row cannot be read (a later release wrote it), and the server must tell all anew. */
  all(): Promise<Known> {
    return this.#mutex.run(() => this.#read());
  }

  /**
   * Writes which cameras of these servers are other than the rows, and removes the rows of those that went. A node that
   * begins to write learns first what others have written. False: another node writes them.
   */
  keep(servers: readonly KeptServer[]): Promise<boolean> {
    return this.#mutex.run(async () => {
      for (let tries = 0; this.#mayWrite(); tries += 1) {
        if (tries === TRIES) throw new Error("another server of the same database writes the fleet's rows, too");
        if ((await this.versions.latest()) !== this.#version) await this.#read();
        if (await this.#keep(servers)) return true;
      }
      return false;
    });
  }

  /** A server is removed, and its rows with it; `alsoIn` removes the rest of it at the same moment. */
  forget(orchidId: string, alsoIn: (store: Store) => Promise<unknown> = async () => null): Promise<void> {
    return this.#mutex.run(async () => {
      const version = await this.#store.transaction().execute(async (store) => {
        const next = await this.versions.next(store);
        const rows = store.deleteFrom("fleet_cameras").where("orchid_id", "=", orchidId).returning("camera_id");
        const gone = (await rows.execute()).map(({ camera_id: id }) => ({ orchidId, id }));
        if (next !== null) await this.versions.remember(store, gone, next);
        await alsoIn(store);
        return next;
      });
      this.#saved.delete(orchidId);
      if (version === this.#version + 1) this.#version = version;
    });
  }

  /** The version first: rows that another node writes meanwhile make the next batch read them again. */
  async #read(): Promise<Known> {
    this.#version = await this.versions.latest();
    const rows = await this.#store
      .selectFrom("fleet_cameras")
      .select(["orchid_id", "camera_id", "camera"])
      .orderBy("sort_key")
      .orderBy("camera_id")
      .execute();
    const known = new Map<string, Map<string, Camera | null>>();
    for (const { orchid_id: orchidId, camera_id: id, camera: text } of rows) {
      const byId = known.get(orchidId) ?? new Map<string, Camera | null>();
      const read = camera.safeParse(JSON.parse(text));
      known.set(orchidId, byId.set(id, read.success ? read.data : null));
    }
    this.#saved.clear();
    const lists = [...known].map(([orchidId, byId]) => {
      const cameras = [...byId.values()].flatMap((one) => one ?? []);
      this.#saved.set(orchidId, { list: cameras, byId });
      return [orchidId, { cameras, isWhole: cameras.length === byId.size }] as const;
    });
    return new Map(lists);
  }

  /** False: another node has written since this one has read. */
  async #keep(servers: readonly KeptServer[]): Promise<boolean> {
    const all = servers.flatMap((server) => this.#difference(server) ?? []);
    const news = all.filter(({ written, gone }) => written.length > 0 || gone.length > 0);
    if (news.length > 0 && !(await this.#write(news))) return false;
    for (const { orchidId, saved } of all)
      if (!news.some((one) => one.orchidId === orchidId)) this.#saved.set(orchidId, saved);
    return true;
  }

  #difference({ id: orchidId, cameras }: KeptServer): Difference | null {
    const before = this.#saved.get(orchidId);
    if (before?.list === cameras) return null;
    const byId = new Map(cameras.filter(mayBeKept).map((one) => [one.id, one]));
    const isOther = (one: Camera): boolean => {
      const was = before?.byId.get(one.id);
      return was !== one && (!was || lastingText(was) !== lastingText(one));
    };
    return {
      orchidId,
      written: [...byId.values()].filter(isOther),
      gone: [...(before?.byId.keys() ?? [])].filter((id) => !byId.has(id)),
      saved: { list: cameras, byId },
    };
  }

  async #write(news: readonly Difference[]): Promise<boolean> {
    const written = await this.#store.transaction().execute(async (store) => {
      const version = await this.versions.next(store, this.#version);
      if (version === null) return null;
      const ids = news.map(({ orchidId }) => orchidId);
      const there = await store.selectFrom("orchids").select("id").where("id", "in", ids).execute();
      // A server that is being removed is still watched for a moment.
      const own = news.filter(({ orchidId }) => there.some(({ id }) => id === orchidId));
      for (const { orchidId, gone } of own)
        if (gone.length > 0)
          await store
            .deleteFrom("fleet_cameras")
            .where("orchid_id", "=", orchidId)
            .where(sql<boolean>`camera_id in ${textList(store, gone)}`)
            .execute();
      const rows = own.flatMap((one) => one.written.map((each) => rowOf(one.orchidId, each, version)));
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
        await store
          .insertInto("fleet_cameras")
          .values(rows.slice(at, at + ROWS_AT_ONCE))
          .onConflict((conflict) =>
            conflict.columns(["orchid_id", "camera_id"]).doUpdateSet((eb) => ({
              sort_key: eb.ref("excluded.sort_key"),
              found_by: eb.ref("excluded.found_by"),
              state: eb.ref("excluded.state"),
              camera: eb.ref("excluded.camera"),
              version: eb.ref("excluded.version"),
            })),
          )
          .execute();
      const gone = own.flatMap((one) => one.gone.map((id) => ({ orchidId: one.orchidId, id })));
      await this.versions.remember(store, gone, version);
      return { own, version };
    });
    if (!written) return false;
    this.#version = written.version;
    for (const { orchidId, saved } of written.own) this.#saved.set(orchidId, saved);
    return true;
  }
}

/** A camera whose id no path can name is nobody's to open. */
const mayBeKept = ({ id }: Camera): boolean => pathId.safeParse(id).success;

function rowOf(orchidId: string, one: Camera, version: number): FleetCameraRow {
  const model = [one.displayModel ?? "", one.configuration.Model ?? ""].join(" ");
  return {
    orchid_id: orchidId,
    camera_id: one.id,
    sort_key: fleetOrder(one.name),
    found_by: fleetText({ name: one.name, maker: one.configuration.Manufacturer, model }),
    state: one.primaryStream?.status?.streamState ?? "unknown",
    camera: JSON.stringify(one),
    version,
  };
}
