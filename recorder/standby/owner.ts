/** A recorder whose cameras others record while it is away: it holds a lease, says what its cameras are, and fetches what is its own. */
import { failure } from "#domain/failures/failure.ts";
import { datedLateMs } from "#domain/standby/clock.ts";
import { recordsAgain } from "#domain/standby/lease.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { recordedAs } from "#recorder/cameras/stream-specs.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { cardOf, type CardSeal } from "./camera-card.ts";
import type { GroupDatabase } from "./group-database.ts";
import type { StandIn } from "./group-tables.ts";
import type { Fetching } from "./fetching.ts";

interface OwnerPorts {
  readonly id: string;
  readonly database: Pick<GroupDatabase, "publish" | "standInsFor" | "end" | "settle">;
  readonly cameras: Pick<Cameras, "all" | "streamsOf" | "credentials" | "suspended">;
  readonly media: Pick<MediaLink, "status">;
  readonly seal: CardSeal;
  readonly fetching: Fetching;
  readonly journal: Pick<Journal, "event">;
  readonly log: Log;
}

interface OwnState {
  readonly isWell: boolean;
  readonly clockOffMs: number;
}

export class Owner {
  readonly #ports: OwnerPorts;
  /** rows that were published last: another row is another object */
  #published: readonly (CameraRow | StreamRow)[] = [];
  #version = "";
  /** since when this recorder is back, by a clock that nobody sets; null = it is not able to record */
  #backMs: number | null = null;
  readonly #fetched = new Set<string>();

  constructor(ports: OwnerPorts) {
    this.#ports = ports;
  }

  /** The lease was renewed, if this recorder `isWell`. `version`: of its cameras, as the database has them; `clockOffMs`: of this recorder, see clock.ts */
  async renewed(version: string, { isWell, clockOffMs }: OwnState): Promise<void> {
    const { id, database } = this.#ports;
    await this.#publish(version);
    this.#backMs = isWell ? (this.#backMs ?? performance.now()) : null;
    const standIns = await database.standInsFor(id);
    if (standIns.some((one) => !one.is_over) && this.#records()) await database.end(id);
    for (const one of standIns)
      if (one.is_closed && isWell) this.#fetch(one, datedLateMs(one.clock_off_ms, clockOffMs));
  }

  async #publish(version: string): Promise<void> {
    const { id, cameras, seal, database } = this.#ports;
    // Demo cameras are on this machine, and what is stood in for is another's.
    const own = cameras.all().filter((row) => row.demo_key === null && row.stood_in_for === null);
    const rows = own.flatMap((row) => [row, ...cameras.streamsOf(row.id)]);
    const before = this.#published;
    const isSame = rows.length === before.length && rows.every((row, at) => row === before[at]);
    if (isSame && version === this.#version) return;
    const cards = own.map((row) => cardOf(row, cameras.streamsOf(row.id), cameras.credentials(row)));
    const now = seal.version(cards);
    const sealed = new Map(cards.map((card) => [card.camera.id, seal.seal(id, card)]));
    if (now !== version) await database.publish(id, sealed, now);
    [this.#published, this.#version] = [rows, now];
  }

  #records(): boolean {
    const { cameras, media } = this.#ports;
    if (this.#backMs === null) return false;
    const streams = cameras
      .all()
      .flatMap((camera) =>
        camera.stood_in_for === null ? cameras.streamsOf(camera.id).map((row) => ({ camera, row })) : [],
      );
    return recordsAgain(
      streams.map(({ camera, row }) => {
        const [status, record] = [media.status(row.id), recordedAs(row, camera)];
        return {
          isWanted: row.active === 1 && record !== "proxy" && !cameras.suspended,
          isRunning: status?.state === "running",
          isContinuous: record === "continuous",
          archiveAgeMs: status?.archiveAgeMs ?? null,
        };
      }),
      performance.now() - this.#backMs,
    );
  }

  /** Everything that it has, in the background; it is asked again until nothing is left. */
  #fetch(standIn: StandIn, lateMs: number): void {
    if (this.#fetched.has(standIn.id)) return;
    this.#fetched.add(standIn.id);
    const { log } = this.#ports;
    inBackground(
      log,
      "fetching recordings",
      this.#fetchAll(standIn, lateMs).finally(() => this.#fetched.delete(standIn.id)),
    );
  }

  async #fetchAll({ id: standby, name, address }: StandIn, lateMs: number): Promise<void> {
    const { id, database, fetching, journal } = this.#ports;
    const done = await fetching.move({ id: standby, name, address, lateMs });
    if (done === null) return;
    await database.settle(id, standby);
    await journal.event("Standby Ended", failure("event/handed-back", { name, files: done.files }));
  }
}
