/**
 * The rows of cameras and streams: in the store, and all that is not deleted whole in memory too (a thousand cameras are
 * little). Every change is written first and remembered then. Whoever changes rows sees to it that one change follows the other.
 */
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";

export class CameraTable {
  readonly #store: Store;
  #cameras = new Map<string, CameraRow>();
  #streams = new Map<string, StreamRow>();
  /** null: cameras were added or removed since it was made */
  #ids: readonly string[] | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Loads the store's content. */
  async read(): Promise<void> {
    const cameras = await this.#store.selectFrom("cameras").selectAll().where("deleted_ms", "is", null).execute();
    const streams = await this.#store
      .selectFrom("streams")
      .selectAll()
      .where("deleted_ms", "is", null)
      .orderBy("position")
      .execute();
    this.#cameras = new Map(cameras.map((row) => [row.id, row]));
    this.#ids = null;
    this.#streams = new Map(streams.map((row) => [row.id, row]));
  }

  all(): CameraRow[] {
    return [...this.#cameras.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  }

  /** The same list object until a camera is added or removed. */
  ids(): readonly string[] {
    this.#ids ??= [...this.#cameras.keys()];
    return this.#ids;
  }

  get(id: string): CameraRow | undefined {
    return this.#cameras.get(id);
  }

  streamsOf(cameraId: string): StreamRow[] {
    return [...this.#streams.values()]
      .filter((row) => row.camera_id === cameraId)
      .sort((a, b) => a.position - b.position);
  }

  stream(id: string): StreamRow | undefined {
    return this.#streams.get(id);
  }

  allStreams(): StreamRow[] {
    return this.all().flatMap((camera) => this.streamsOf(camera.id));
  }

  /** Includes deleted ones, for recordings that are still on disk. */
  async everStreams(): Promise<{ streamId: string; streamName: string; camera: CameraRow; record: string }[]> {
    const cameras = new Map(
      (await this.#store.selectFrom("cameras").selectAll().execute()).map((row) => [row.id, row]),
    );
    const streams = await this.#store.selectFrom("streams").selectAll().orderBy("position").execute();
    return streams.flatMap((row) => {
      const camera = cameras.get(row.camera_id);
      return camera ? [{ streamId: row.id, streamName: row.name, camera, record: row.recording }] : [];
    });
  }

  /**
   * Keys of demo cameras that were ever registered, deleted ones included; for one that was registered again, the
   * present one.
   */
  async demoKeys(): Promise<Map<string, CameraRow>> {
    const rows = await this.#store.selectFrom("cameras").selectAll().where("demo_key", "is not", null).execute();
    const deletedFirst = rows.toSorted((a, b) => Number(a.deleted_ms === null) - Number(b.deleted_ms === null));
    return new Map(deletedFirst.map((row) => [row.demo_key ?? "", row]));
  }

  async insert(row: CameraRow, streams: readonly StreamRow[]): Promise<void> {
    await this.#store.transaction().execute(async (transaction) => {
      await transaction.insertInto("cameras").values(row).execute();
      if (streams.length > 0)
        await transaction
          .insertInto("streams")
          .values([...streams])
          .execute();
    });
    this.#keep(row);
    for (const one of streams) this.#streams.set(one.id, one);
  }

  /** Changes columns. Null = there is no such camera. */
  async update(id: string, change: Partial<CameraRow>): Promise<CameraRow | null> {
    const before = this.get(id);
    if (!before) return null;
    if (Object.keys(change).length > 0)
      await this.#store.updateTable("cameras").set(change).where("id", "=", id).execute();
    const row = { ...before, ...change };
    this.#keep(row);
    return row;
  }

  /** Changes columns of a camera and of its streams, by their ids: all or nothing. */
  async updateAll(
    before: CameraRow,
    change: Partial<CameraRow>,
    streams: ReadonlyMap<string, Partial<StreamRow>>,
  ): Promise<CameraRow> {
    await this.#store.transaction().execute(async (transaction) => {
      await transaction.updateTable("cameras").set(change).where("id", "=", before.id).execute();
      for (const [streamId, columns] of streams)
        await transaction.updateTable("streams").set(columns).where("id", "=", streamId).execute();
    });
    for (const row of this.streamsOf(before.id)) this.#streams.set(row.id, { ...row, ...streams.get(row.id) });
    const after = { ...before, ...change };
    this.#keep(after);
    return after;
  }

  /** With its streams. The rows stay, marked: what was recorded is still shown by them. */
  async remove(id: string, nowMs: number): Promise<void> {
    await this.#store.transaction().execute(async (transaction) => {
      const deleted_ms = nowMs;
      await transaction.updateTable("streams").set({ deleted_ms }).where("camera_id", "=", id).execute();
      for (const table of ["ptz_presets", "ptz_tours", "fisheye_views", "fisheye_patrols"] as const)
        await transaction.deleteFrom(table).where("camera_id", "=", id).execute();
      await transaction.updateTable("cameras").set({ deleted_ms, credentials: "" }).where("id", "=", id).execute();
    });
    this.#cameras.delete(id);
    this.#ids = null;
    for (const row of this.streamsOf(id)) this.#streams.delete(row.id);
  }

  async insertStream(row: StreamRow): Promise<void> {
    await this.#store.insertInto("streams").values(row).execute();
    this.#streams.set(row.id, row);
  }

  async updateStream(before: StreamRow, columns: Partial<StreamRow>): Promise<StreamRow> {
    if (Object.keys(columns).length > 0)
      await this.#store.updateTable("streams").set(columns).where("id", "=", before.id).execute();
    const after = { ...before, ...columns };
    this.#streams.set(after.id, after);
    return after;
  }

  async removeStream(id: string, nowMs: number): Promise<void> {
    await this.#store.updateTable("streams").set({ deleted_ms: nowMs }).where("id", "=", id).execute();
    this.#streams.delete(id);
  }

  #keep(row: CameraRow): void {
    if (!this.#cameras.has(row.id)) this.#ids = null;
    this.#cameras.set(row.id, row);
  }
}
