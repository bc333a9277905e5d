import type { StreamSpec } from "#recorder/ipc/contracts.ts";
import type { CameraLogins } from "./camera-logins.ts";
import type { CameraTable } from "./camera-table.ts";
import type { MediaLink } from "./media-link.ts";
import { streamSpec } from "./stream-specs.ts";

/** Tells `media` which streams there are, and which of them it connects to. */
export class StreamOrders {
  readonly #table: CameraTable;
  readonly #logins: CameraLogins;
  readonly #media: MediaLink;
  #isSuspended = false;

  constructor(table: CameraTable, logins: CameraLogins, media: MediaLink) {
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

  /** The cameras or their streams have changed. */
  async push(): Promise<void> {
    const specs: StreamSpec[] = [];
    for (const camera of this.#table.all()) {
      for (const row of this.#table.streamsOf(camera.id)) {
        const spec = streamSpec(row, camera, this.#logins.at(camera, row.uri), this.#logins.network(camera));
        specs.push(this.#isSuspended ? { ...spec, active: false } : spec);
      }
    }
    await this.#media.setStreams(specs);
  }
}
