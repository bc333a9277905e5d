/**
 * The cameras of all servers in the store, a row each, written as they become other. The rows outlive a restart, and the database
 * searches them (fleet-search.ts).
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type FleetEntry, fleetOrder, fleetText } from "#domain/cameras/fleet.ts";
import { Mutex } from "#base/mutex.ts";
import { pathId } from "#protocol/rest/list.ts";
import { type Camera, camera } from "#protocol/rest/cameras/camera.ts";
import { lastingText } from "#protocol/rest/cameras/lasting.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FleetCameraRow } from "#recorder/store/tables/aggregator-rows.ts";
import { textList } from "#recorder/store/text-list.ts";

/** Rows of one statement: each has seven parameters, and both databases take tens of thousands. */
const ROWS_AT_ONCE = 500;
/** Cameras that went and are remembered for whoever asks for differences. */
const GONE_MAX = 10_000;

export interface KeptServer {
  readonly id: string;
  readonly cameras: readonly Camera[];
}

/** A camera of a server, by its ids. */
export type FleetId = Pick<FleetEntry, "orchidId" | "id">;

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

export class FleetRows {
  readonly #store: Store;
  /** by server */
  readonly #saved = new Map<string, Saved>();
  /** Rows are written one batch after the other, so that versions grow in the order in which they are seen. */
  readonly #mutex = new Mutex();
  /** in the name of every version: what went before a restart is not remembered */
  readonly #run = randomBytes(9).toString("hex");
  #version: number;
  #gone: (FleetId & { readonly version: number })[] = [];
  /** differences since an older version are not known */
  #toldFrom: number;

  private constructor(store: Store, version: number) {
    this.#store = store;
    this.#version = version;
    this.#toldFrom = version;
  }

  static async open(store: Store): Promise<FleetRows> {
    const row = await store
      .selectFrom("fleet_cameras")
      .select(({ fn }) => fn.max("version").as("version"))
      .executeTakeFirst();
    return new FleetRows(store, row?.version ?? 0);
  }

  /** Reads all, by server and by name. Not whole: a row cannot be read (a later release wrote it), and the server must tell all anew. */
  async all(): Promise<ReadonlyMap<string, { readonly cameras: readonly Camera[]; readonly isWhole: boolean }>> {
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
    const lists = [...known].map(([orchidId, byId]) => {
      const cameras = [...byId.values()].flatMap((one) => one ?? []);
      this.#saved.set(orchidId, { list: cameras, byId });
      return [orchidId, { cameras, isWhole: cameras.length === byId.size }] as const;
    });
    return new Map(lists);
  }

  /** Writes which cameras of these servers are other than the rows, and removes the rows of those that went. */
  keep(servers: readonly KeptServer[]): Promise<void> {
    return this.#mutex.run(() => this.#keep(servers));
  }

  /** A server is removed, and its rows with it. */
  forget(orchidId: string): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#store.deleteFrom("fleet_cameras").where("orchid_id", "=", orchidId).execute();
      const ids = [...(this.#saved.get(orchidId)?.byId.keys() ?? [])];
      this.#saved.delete(orchidId);
      this.#version += 1;
      this.#remember(ids.map((id) => ({ orchidId, id })));
    });
  }

  /** Names the fleet as somebody sees it now; `seenAs`: who sees other cameras has another. */
  version(seenAs: string): string {
    return `${this.#run}.${this.#version}.${seenAs}`;
  }

  /** What became other since a version that `version` named; null: that is not known, and everything counts. */
  since(version: string, seenAs: string): { readonly from: number; readonly gone: readonly FleetId[] } | null {
    const [, run, number, own] = /^(\w+)\.(\d{1,15})\.(\w+)$/.exec(version) ?? [];
    const from = Number(number);
    if (run !== this.#run || own !== seenAs || from < this.#toldFrom || from > this.#version) return null;
    return { from, gone: this.#gone.filter((one) => one.version > from) };
  }

  async #keep(servers: readonly KeptServer[]): Promise<void> {
    const all = servers.flatMap((server) => this.#difference(server) ?? []);
    const news = all.filter(({ written, gone }) => written.length > 0 || gone.length > 0);
    if (news.length > 0) await this.#write(news);
    for (const { orchidId, saved } of all)
      if (!news.some((one) => one.orchidId === orchidId)) this.#saved.set(orchidId, saved);
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

  async #write(news: readonly Difference[]): Promise<void> {
    const version = this.#version + 1;
    const written = await this.#store.transaction().execute(async (store) => {
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
      return own;
    });
    this.#version = version;
    for (const { orchidId, saved } of written) this.#saved.set(orchidId, saved);
    this.#remember(written.flatMap(({ orchidId, gone }) => gone.map((id) => ({ orchidId, id }))));
  }

  #remember(gone: readonly FleetId[]): void {
    this.#gone.push(...gone.map((one) => ({ ...one, version: this.#version })));
    const dropped = this.#gone.splice(0, Math.max(0, this.#gone.length - GONE_MAX));
    this.#toldFrom = dropped.at(-1)?.version ?? this.#toldFrom;
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
