/** The cameras and changes to them: what is stored, what `media` is told, and who hears of it. */
import { whoSees } from "#recorder/core/audience.ts";
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { ShownPart } from "#domain/cameras/privacy-mask.ts";
import { Mutex } from "#base/mutex.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import { isSameAddress } from "./camera-address.ts";
import { CameraLogins } from "./camera-logins.ts";
import { CameraOwners } from "./camera-owners.ts";
import { CameraStreams } from "./camera-streams.ts";
import { CameraTable } from "./camera-table.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";

import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { MediaLink } from "./media/media-link.ts";
import { type CameraChange, changedColumns, type NewCamera, newCameraRow, newStreamRow } from "./camera-making.ts";
import { StreamOrders } from "./stream-orders.ts";
import type { Credentials, SharedView } from "./stream-specs.ts";

type Refusal = ReturnType<typeof refuse>;
const UNKNOWN = refuse("camera/unknown");

export class Cameras {
  readonly streams: CameraStreams;
  readonly owners = new CameraOwners();
  readonly #table: CameraTable;
  readonly #logins: CameraLogins;
  readonly #orders: StreamOrders;
  readonly #hub: EventHub;
  readonly #now: () => number;
  /**
   * Rows are written one after the other: if two people change something at once, both changes are in the store and in
   * memory.
   */
  readonly #mutex = new Mutex();

  constructor(parts: {
    store: Store;
    vault: Vault;
    media: MediaLink;
    hub: EventHub;
    now: () => number;
    policy: AddressPolicy;
  }) {
    this.#table = new CameraTable(parts.store);
    this.#logins = new CameraLogins(parts.vault, parts.policy);
    this.#orders = new StreamOrders(parts.store, this.#table, this.#logins, parts.media);
    this.#hub = parts.hub;
    this.#now = parts.now;
    this.streams = new CameraStreams({
      table: this.#table,
      mutex: this.#mutex,
      now: parts.now,
      changed: (id) => this.#changed(id),
    });
  }

  async load(): Promise<void> {
    await this.#table.read();
    await this.#orders.pushViews();
  }

  /** Rows are written by `work`, while nobody else changes any. */
  async rewrite(work: () => Promise<void>): Promise<void> {
    await this.#mutex.run(async () => {
      await work();
      await this.#table.read();
    });
    await this.#orders.push();
  }

  /** While suspended (licence degraded) no stream is active. */
  suspend(isSuspended: boolean): Promise<void> {
    return this.#orders.suspend(isSuspended);
  }

  /** What users see of a camera by some of its shared views only is another part of it now. */
  viewsChanged(): Promise<void> {
    return this.#orders.pushViews();
  }

  /** Rights that a token brings name looks which this recorder keeps no view of. Their ids count like those of views. */
  grantLooks(cameraId: string, looks: readonly SharedView[]): Promise<void> {
    return this.#orders.grantLooks(cameraId, looks);
  }

  /** The views of a camera that rights may name: shared ones, and looks that tokens have brought. */
  viewsOf(cameraId: string): readonly SharedView[] {
    return this.#orders.viewsOf(cameraId);
  }

  /** What these shared views show of a stream's picture; empty where nothing can be said of it. */
  shownBy(streamId: string, viewIds: readonly string[]): readonly ShownPart[] {
    const row = this.stream(streamId);
    return row ? this.#orders.shownBy(row, viewIds) : [];
  }

  /** `media` told something new of a stream. */
  heard(status: StreamStatus, before: StreamStatus | undefined): Promise<void> {
    return this.#orders.heard(status, before);
  }

  get suspended(): boolean {
    return this.#orders.suspended;
  }

  all(): CameraRow[] {
    return this.#table.all();
  }

  /** The same list until a camera comes or goes. */
  ids(): readonly string[] {
    return this.#table.ids();
  }

  get(id: string): CameraRow | undefined {
    return this.#table.get(id);
  }

  streamsOf(cameraId: string): StreamRow[] {
    return this.#table.streamsOf(cameraId);
  }

  stream(id: string): StreamRow | undefined {
    return this.#table.stream(id);
  }

  allStreams(): StreamRow[] {
    return this.#table.allStreams();
  }

  /** Also the deleted ones, for what still lies on disk. */
  everStreams(): ReturnType<CameraTable["everStreams"]> {
    return this.#table.everStreams();
  }

  demoKeys(): ReturnType<CameraTable["demoKeys"]> {
    return this.#table.demoKeys();
  }

  /** Where this camera may be dialled; null = anywhere. */
  network(row: CameraRow): AddressPolicy | null {
    return this.#logins.network(row);
  }

  credentials(row: CameraRow): Credentials {
    return this.#logins.of(row);
  }

  /** The credentials with which the address of a stream is opened. */
  credentialsAt(row: CameraRow, uri: string): Credentials {
    return this.#logins.at(row, uri);
  }

  async add(ask: NewCamera): Promise<CameraRow> {
    const row = await this.#mutex.run(() => this.#insert(ask));
    await this.#added(row.id);
    return row;
  }

  /** `refused`: asked when its turn has come, why it may not be added after all. Failures: those of `refused`. */
  async addUnless(refused: () => Refusal | null, ask: NewCamera): Promise<Result<CameraRow, Failure>> {
    const added = await this.#mutex.run(async () => refused() ?? ok(await this.#insert(ask)));
    if (added.ok) await this.#added(added.value.id);
    return added;
  }

  async #added(id: string): Promise<void> {
    await this.#orders.push();
    this.#hub.publish("camera-added", "cameras", id, whoSees(id));
  }

  async #insert(ask: NewCamera): Promise<CameraRow> {
    const id = newId();
    const streams = ask.streams.map((one, position) => newStreamRow(one, id, position));
    const row = newCameraRow(ask, {
      id,
      credentials: this.#logins.seal(ask.credentials, id),
      primary_stream_id: streams[0]?.id ?? null,
      created_ms: this.#now(),
    });
    await this.#table.insert(row, streams);
    return row;
  }

  /** `refused`: called when its turn has come. Failures: camera/unknown, stream/unknown, those of `refused`. */
  async patch(
    id: string,
    ask: CameraChange & { uri?: string; credentials?: Credentials },
    refused: () => Refusal | null = () => null,
  ): Promise<Result<CameraRow, Failure>> {
    const change: Partial<CameraRow> = {
      ...changedColumns(ask),
      ...(ask.uri === undefined ? {} : { uri: ask.uri }),
      ...(ask.credentials ? { credentials: this.#logins.seal(ask.credentials, id) } : {}),
    };
    // Somebody else may be removing that stream just now.
    return this.update(id, change, () => this.mayNot(id, ask) ?? refused());
  }

  /** Why a camera cannot be changed this way, given the streams that it has now: camera/borrowed, stream/unknown. Null = it can. */
  mayNot(id: string, { primaryStream }: CameraChange): Refusal | null {
    const no = this.notOurs(id);
    if (no) return no;
    return primaryStream && this.get(id) && this.stream(primaryStream.id)?.camera_id !== id
      ? refuse("stream/unknown", { cause: failure("stream/elsewhere") })
      : null;
  }

  /** Why nothing of a camera can be changed here: camera/borrowed. Null = it is our own, or there is none. */
  notOurs(id: string): Refusal | null {
    return this.owners.refusal(this.get(id));
  }

  /**
   * Writes columns of a camera. `refused`: called when its turn has come. Failures: camera/unknown, camera/borrowed, those of `refused`.
   */
  async update(
    id: string,
    change: Partial<CameraRow>,
    refused: () => Refusal | null = () => null,
  ): Promise<Result<CameraRow, Failure>> {
    const written = await this.#mutex.run(async () => {
      const no = this.notOurs(id) ?? refused();
      if (no) return no;
      const row = await this.#table.update(id, change);
      return row ? ok(row) : UNKNOWN;
    });
    if (written.ok) await this.#changed(id);
    return written;
  }

  /**
   * Moves the camera and its streams to another address in one step: at no time is a login sent to where it does not
   * belong. `streamsTo`: the new values of its streams, by id. `also`: what else changes, or nothing changes at all.
   * Failures: camera/unknown, stream/unknown, those of `refused`.
   */
  async move(
    id: string,
    to: Pick<NewCamera, "uri" | "credentials" | "configuration" | "capabilities" | "features">,
    streamsTo: (rows: readonly StreamRow[]) => ReadonlyMap<string, Partial<StreamRow>>,
    refused: () => Refusal | null,
    also: CameraChange = {},
  ): Promise<Result<CameraRow, Failure>> {
    const moved = await this.#mutex.run(async () => {
      const no = this.mayNot(id, also) ?? refused();
      if (no) return no;
      const before = this.get(id);
      if (!before) return UNKNOWN;
      const change = {
        ...changedColumns(also),
        uri: to.uri,
        credentials: this.#logins.seal(to.credentials, id),
        configuration: JSON.stringify(to.configuration),
        capabilities: JSON.stringify(to.capabilities),
        features: JSON.stringify(to.features),
        // A demo camera that became another one is not reset at the next start, and is dialled like all others.
        demo_key: isSameAddress(before.uri, to.uri) ? before.demo_key : null,
      };
      return ok(await this.#table.updateAll(before, change, streamsTo(this.streamsOf(id))));
    });
    if (moved.ok) await this.#changed(id);
    return moved;
  }

  /** Its recordings stay on disk until the cleaner takes them. Failures: camera/unknown, camera/borrowed. */
  async remove(id: string): Promise<Result<null, Failure>> {
    const no = await this.#mutex.run(async () => {
      if (!this.get(id)) return UNKNOWN;
      const foreign = this.notOurs(id);
      if (!foreign) await this.#table.remove(id, this.#now());
      return foreign;
    });
    if (no) return no;
    await this.#orders.push();
    this.#hub.publish("camera-removed", "cameras", id, whoSees(id));
    return ok(null);
  }

  async #changed(id: string): Promise<void> {
    await this.#orders.push();
    this.#hub.publish("camera-modified", "cameras", id, whoSees(id));
  }
}
