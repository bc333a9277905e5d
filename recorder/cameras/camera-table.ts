/**
 * The cameras and streams that exist: everything that is not deleted, kept in memory as a whole. A thousand cameras are
 * little.
 */
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables.ts";

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

  /** Takes over the store's present row, new or changed. */
  protected keepCamera(row: CameraRow): void {
    if (!this.#cameras.has(row.id)) this.#ids = null;
    this.#cameras.set(row.id, row);
  }

  protected keepStream(row: StreamRow): void {
    this.#streams.set(row.id, row);
  }

  /** Together with its streams. */
  protected dropCamera(id: string): void {
    this.#cameras.delete(id);
    this.#ids = null;
    for (const row of this.streamsOf(id)) this.#streams.delete(row.id);
  }

  protected dropStream(id: string): void {
    this.#streams.delete(id);
  }
}
