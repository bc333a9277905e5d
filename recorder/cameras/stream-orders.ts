import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { ShownPart } from "#domain/cameras/privacy-mask.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraLogins } from "./camera-logins.ts";
import type { CameraTable } from "./camera-table.ts";
import type { MediaLink } from "./media/media-link.ts";
import { type SharedView, type SharedViews, sharedViews, shownByView, streamSpec } from "./stream-specs.ts";

/** A camera has at most so many. Those that no token has named for longest give way: what they showed is covered then. */
const MAX_GRANTED_LOOKS = 200;

/** Tells `media` which streams there are, and which of them it connects to. */
export class StreamOrders {
  readonly #table: CameraTable;
  readonly #logins: CameraLogins;
  readonly #media: MediaLink;
  readonly #store: Store;
  #isSuspended = false;
  /** as they were read last: what is recorded does not wait for the store */
  #views: SharedViews = new Map();
  /** looks that rights from elsewhere name, by the camera and their id; those that were named last are at the end */
  readonly #granted = new Map<string, Map<string, SharedView>>();

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
    if (!isSame && row && this.viewsOf(row.camera_id).length > 0) await this.push();
  }

  /** The shared views of a camera, as they were read last, and the looks that were granted of it. */
  viewsOf(cameraId: string): readonly SharedView[] {
    return [...(this.#views.get(cameraId) ?? []), ...(this.#granted.get(cameraId)?.values() ?? [])];
  }

  /** `media` is told of new ones before it is asked for anything by them: messages to it keep their order. */
  async grantLooks(cameraId: string, looks: readonly SharedView[]): Promise<void> {
    const known = this.#granted.get(cameraId) ?? new Map<string, SharedView>();
    const isNew = looks.some(({ id }) => !known.has(id));
    for (const one of looks) {
      known.delete(one.id);
      known.set(one.id, one);
    }
    for (const id of known.keys()) if (known.size > MAX_GRANTED_LOOKS) known.delete(id);
    this.#granted.set(cameraId, known);
    if (isNew) await this.push();
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
    for (const id of this.#granted.keys()) if (!this.#table.ids().includes(id)) this.#granted.delete(id);
    for (const camera of this.#table.all()) {
      const ofCamera = this.viewsOf(camera.id);
      for (const row of this.#table.streamsOf(camera.id)) {
        const spec = streamSpec(row, camera, this.#logins.at(camera, row.uri), this.#logins.network(camera));
        const picture = this.#media.status(row.id)?.video ?? null;
        specs.push({
          ...spec,
          active: spec.active && !this.#isSuspended,
          ...(ofCamera.length > 0 ? { shownByView: shownByView(ofCamera, row, picture) } : {}),
        });
      }
    }
    await this.#media.setStreams(specs);
  }
}
