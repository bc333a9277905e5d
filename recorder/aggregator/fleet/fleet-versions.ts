/**
 * The versions of the fleet's rows, in the database: any node that shares it answers what became other since a version
 * that another one told. Whoever writes rows holds the head until all of them are there, so that versions become visible
 * in their order.
 */
import { randomBytes } from "node:crypto";
import type { FleetEntry } from "#domain/cameras/fleet.ts";
import type { Store } from "#recorder/store/store.ts";
import type { FleetGoneRow, FleetHeadRow } from "#recorder/store/tables/aggregator-rows.ts";

/** Cameras that went and are remembered for whoever asks for differences. */
const GONE_MAX = 10_000;
const ROWS_AT_ONCE = 500;

/** A camera of a server, by its ids. */
export type FleetId = Pick<FleetEntry, "orchidId" | "id">;

export class FleetVersions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Versions that were told until now are not known any more: what the database counted after them may be lost, where a
   * copy of it took its place.
   */
  async renew(): Promise<void> {
    await this.#store.transaction().execute(async (store) => {
      await store
        .updateTable("fleet_head")
        .set((eb) => ({ run: randomBytes(9).toString("hex"), told_from: eb.ref("version") }))
        .execute();
      await store.deleteFrom("fleet_gone").execute();
    });
  }

  async latest(): Promise<number> {
    return (await this.#head()).version;
  }

  /** Names the fleet as somebody sees it now; `seenAs`: who sees other cameras has another. Ask it before the rows. */
  async name(seenAs: string): Promise<string> {
    const { run, version } = await this.#head();
    return `${run}.${version}.${seenAs}`;
  }

  /** What became other since a version that `name` named; null: that is not known, and everything counts. */
  async since(
    name: string,
    seenAs: string,
  ): Promise<{ readonly from: number; readonly gone: readonly FleetId[] } | null> {
    const head = await this.#head();
    const [, run, number, own] = /^(\w+)\.(\d{1,15})\.(\w+)$/.exec(name) ?? [];
    const from = Number(number);
    if (run !== head.run || own !== seenAs || from < head.told_from || from > head.version) return null;
    const newer = this.#store.selectFrom("fleet_gone").select(["orchid_id", "camera_id"]).where("version", ">", from);
    const gone = await newer.orderBy("version").execute();
    return { from, gone: gone.map(({ orchid_id: orchidId, camera_id: id }) => ({ orchidId, id })) };
  }

  /**
   * The next one, of a transaction that other writers wait for. `after`: the version that the writer knows; null:
   * another node has written since.
   */
  async next(store: Store, after?: number): Promise<number | null> {
    let head = store.updateTable("fleet_head").set((eb) => ({ version: eb("version", "+", 1) }));
    if (after !== undefined) head = head.where("version", "=", after);
    return (await head.returning("version").executeTakeFirst())?.version ?? null;
  }

  /** In the same transaction. */
  async remember(store: Store, gone: readonly FleetId[], version: number): Promise<void> {
    const rows: FleetGoneRow[] = gone.map(({ orchidId, id }) => ({ version, orchid_id: orchidId, camera_id: id }));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await store
        .insertInto("fleet_gone")
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
    if (rows.length === 0) return;
    const tooMany = await store
      .selectFrom("fleet_gone")
      .select("version")
      .orderBy("version", "desc")
      .limit(1)
      .offset(GONE_MAX)
      .executeTakeFirst();
    if (!tooMany) return;
    await store.deleteFrom("fleet_gone").where("version", "<=", tooMany.version).execute();
    await store.updateTable("fleet_head").set({ told_from: tooMany.version }).execute();
  }

  #head(): Promise<FleetHeadRow> {
    return this.#store.selectFrom("fleet_head").selectAll().executeTakeFirstOrThrow();
  }
}
