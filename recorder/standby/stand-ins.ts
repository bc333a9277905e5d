/** A recorder that stands in for others: it takes those whose lease is over, records their cameras, and ends when they are back. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { BorrowedCameras } from "./borrowed-cameras.ts";
import type { CameraCard, CardSeal } from "./camera-card.ts";
import type { GroupDatabase } from "./group-database.ts";
import type { GroupOwner, GroupRecorder, StandIn } from "./group-tables.ts";
import { OwnerNames } from "./owner-names.ts";

/** Whether files are left of somebody who is not in the database any more is looked at this often. */
const LEFT_LOOK_MS = 60_000;

interface StandInsPorts {
  readonly id: string;
  /** true: it records what all owners record, whether they are there or not */
  readonly isMirror: boolean;
  readonly database: Pick<GroupDatabase, "take" | "cards" | "owners" | "standInsOf" | "remember" | "close" | "forget">;
  readonly borrowed: BorrowedCameras;
  readonly seal: CardSeal;
  readonly media: Pick<MediaLink, "call">;
  readonly index: Pick<RecordingIndex, "usage">;
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  /** whether so many cameras more may be this recorder's own */
  readonly mayOwn: (count: number) => Result<null, Failure>;
  readonly journal: Pick<Journal, "event">;
  readonly log: Log;
}

/** Whose cameras are recorded here. */
interface StoodInFor {
  readonly id: string;
  readonly name: string;
  readonly sinceMs: number;
  readonly cameras: number;
}

export class StandIns {
  readonly #ports: StandInsPorts;
  readonly #names: OwnerNames;
  #isRecalled = false;
  /** which cameras of each owner are recorded here, as their owner called it */
  readonly #versions = new Map<string, string>();
  #lookedMs = Number.NEGATIVE_INFINITY;
  #now: readonly StoodInFor[] = [];
  #owners: readonly GroupOwner[] = [];

  constructor(ports: StandInsPorts) {
    this.#ports = ports;
    this.#names = new OwnerNames(ports.settings);
  }

  get now(): readonly StoodInFor[] {
    return this.#now;
  }

  /** All of the group. */
  get owners(): readonly GroupOwner[] {
    return this.#owners;
  }

  /** After a restart the owners whose cameras are recorded here are called as before until the group's database answers. */
  async recall(): Promise<void> {
    if (this.#isRecalled) return;
    const { borrowed } = this.#ports;
    const names = await this.#names.all();
    for (const [id, name] of names) borrowed.called(id, name);
    this.#now = borrowed.owners.map((id) => ({
      id,
      name: names.get(id) ?? id,
      sinceMs: Date.now(),
      cameras: borrowed.of(id).length,
    }));
    this.#isRecalled = true;
  }

  /** `mayTake`: who is away has had the time to say that it is there, and this recorder can record. `clockOffMs`: of this recorder, see clock.ts */
  async look(mayTake: boolean, clockOffMs: number): Promise<void> {
    const { id, isMirror, database, borrowed } = this.#ports;
    if (mayTake && !isMirror) await database.take(id);
    const rows = await database.standInsOf(id);
    for (const row of rows) if (row.is_over) await this.#giveBack(row, clockOffMs);
    const stood = rows.filter((row) => !row.is_over);
    for (const row of stood) await this.#standIn(row);
    const owners = await database.owners();
    this.#owners = owners;
    if (isMirror) for (const owner of owners) await this.#standIn(owner);
    if (!isMirror) await this.#rememberLost(rows);
    this.#now = borrowed.owners.map((owner) => {
      const row = stood.find((one) => one.id === owner);
      const known = owners.find((one) => one.id === owner);
      const before = this.#now.find((one) => one.id === owner);
      return {
        id: owner,
        name: row?.name ?? known?.name ?? before?.name ?? owner,
        sinceMs: row?.since_ms ?? before?.sinceMs ?? Date.now(),
        cameras: borrowed.of(owner).length,
      };
    });
  }

  async #standIn({ id: owner, name, version }: GroupRecorder): Promise<void> {
    const { database, borrowed, seal, journal, log, isMirror } = this.#ports;
    if (borrowed.called(owner, name)) await this.#names.keep(owner, name);
    if (this.#versions.get(owner) === version) return;
    const cards: CameraCard[] = [];
    for (const { id, sealed } of await database.cards(owner)) {
      const card = seal.open(owner, id, sealed);
      if (card) cards.push(card);
      else
        log.error(
          { owner: name, camera: id },
          "a camera cannot be stood in for: standby.secret or the release differs",
        );
    }
    const isNew = borrowed.of(owner).length === 0;
    await borrowed.take(owner, cards);
    this.#versions.set(owner, version);
    if (isNew && cards.length > 0)
      await journal.event(
        "Standby Began",
        failure(isMirror ? "event/mirrors" : "event/stands-in", { name, cameras: cards.length }),
      );
  }

  /**
   * An owner does not come back: its cameras are this recorder's own from now on, and the group forgets it, also one that has none.
   * Not beside a look. Failures: standby/no-owner, standby/kept-elsewhere, standby/owner-there, license/cameras. Rejects when the database does not answer.
   */
  async adopt(owner: string): Promise<Result<null, Failure>> {
    const { isMirror, database, borrowed, journal, mayOwn } = this.#ports;
    const one =
      this.#now.find(({ id }) => id === owner) ?? this.#owners.find(({ id, cameras }) => id === owner && cameras === 0);
    if (!one) return refuse("standby/no-owner");
    const { name, cameras } = one;
    const elsewhere = isMirror ? this.#owners.find(({ id }) => id === owner)?.stood_in_by : null;
    if (elsewhere) return refuse("standby/kept-elsewhere", { name, host: elsewhere });
    const covered = cameras === 0 ? ok(null) : mayOwn(cameras);
    if (!covered.ok) return covered;
    if (!(await database.forget(owner))) return refuse("standby/owner-there", { name });
    await borrowed.adopt(owner);
    await this.#names.forget(owner);
    this.#versions.delete(owner);
    this.#now = this.#now.filter(({ id }) => id !== owner);
    this.#owners = this.#owners.filter(({ id }) => id !== owner);
    await journal.event("Standby Ended", failure("event/adopted", { name, cameras }));
    return ok(null);
  }

  /** The owner records again: what is recorded here of its cameras is closed, so that it can fetch it. */
  async #giveBack({ id: owner, name, is_closed }: StandIn, clockOffMs: number): Promise<void> {
    const { id, database, borrowed, media, journal } = this.#ports;
    this.#versions.delete(owner);
    const isRecording = borrowed.of(owner).length > 0;
    if (isRecording) await borrowed.giveBack(owner);
    if (isRecording || !is_closed) {
      const flushed = await media.call("flush", null);
      if (!flushed.ok) return;
      await database.close(owner, id, clockOffMs);
    }
    if (isRecording) await journal.event("Standby Ended", failure("event/stood-in", { name }));
  }

  /** The database knows nothing of what is recorded here, or of files that are left: somebody has lost its tables. */
  async #rememberLost(rows: readonly StandIn[]): Promise<void> {
    const { id, database, borrowed, index } = this.#ports;
    const isKnown = (owner: string): boolean => rows.some((row) => row.id === owner);
    for (const owner of borrowed.owners) if (!isKnown(owner)) await database.remember(id, owner, false);
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs < LEFT_LOOK_MS) return;
    this.#lookedMs = nowMs;
    const used = new Set((await index.usage()).flatMap(({ streamId, segments }) => (segments > 0 ? [streamId] : [])));
    for (const owner of await borrowed.everOwners()) {
      if (isKnown(owner) || borrowed.of(owner).length > 0) continue;
      const streams = await borrowed.streamsOf(owner);
      if ([...streams.keys()].some((streamId) => used.has(streamId))) await database.remember(id, owner, true);
    }
  }
}
