import type { StreamSpec, StreamStatus } from "#recorder/ipc/contracts.ts";
import type { ShownPart } from "#domain/cameras/privacy-mask.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraLogins } from "./camera-logins.ts";
import type { CameraTable } from "./camera-table.ts";
import type { MediaLink } from "./media-link.ts";
import { type SharedView, type SharedViews, sharedViews, shownByView, streamSpec } from "./stream-specs.ts";

/** Tells `media` which streams there are, and which of them it connects to. */
export class StreamOrders {
  readonly #table: CameraTable;
  readonly #logins: CameraLogins;
  readonly #media: MediaLink;
  readonly #store: Store;
  #isSuspended = false;
  /** as they were read last: what is recorded does not wait for the store */
  #views: SharedViews = new Map();

  constructor(store: Store, table: CameraTable, logins: CameraLogins, media: MediaLink) {
    this.#store = store;
    this.#table = table;
    this.#logins = logins;
    this.#media = media;
  }

  get suspended(): boolean {
    return this.#isSuspended;
  }

  /** While suspended no stream is active. */
  async suspend(isSuspended: boolean): Promise<void> {
    this.#isSuspended = isSuspended;
    await this.push();
  }

  /** What views show of a picture depends on its size. */
  async heard({ streamId, video }: StreamStatus, before: StreamStatus | undefined): Promise<void> {
    const isSame = video?.width === before?.video?.width && video?.height === before?.video?.height;
    const row = this.#table.stream(streamId);
    if (!isSame && row && this.#views.has(row.camera_id)) await this.push();
  }

  /** The shared views of a camera, as they were read last. */
  viewsOf(cameraId: string): readonly SharedView[] {
    return this.#views.get(cameraId) ?? [];
  }

  /** What these shared views show of a stream's picture. */
  shownBy(row: StreamRow, viewIds: readonly string[]): readonly ShownPart[] {
    const views = this.viewsOf(row.camera_id).filter(({ id }) => viewIds.includes(id));
    return Object.values(shownByView(views, row, this.#media.status(row.id)?.video ?? null)).flat();
  }

  /** The shared views have changed, or are not known yet. */
  async pushViews(): Promise<void> {
    this.#views = await sharedViews(this.#store);
    await this.push();
  }

  /** The cameras or their streams have changed. */
  async push(): Promise<void> {
    const specs: StreamSpec[] = [];
    for (const camera of this.#table.all()) {
      const ofCamera = this.#views.get(camera.id);
      for (const row of this.#table.streamsOf(camera.id)) {
        const spec = streamSpec(row, camera, this.#logins.at(camera, row.uri), this.#logins.network(camera));
        const picture = this.#media.status(row.id)?.video ?? null;
        specs.push({
          ...spec,
          active: spec.active && !this.#isSuspended,
          ...(ofCamera ? { shownByView: shownByView(ofCamera, row, picture) } : {}),
        });
      }
    }
    await this.#media.setStreams(specs);
  }
}
