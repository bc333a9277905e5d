/** This recorder in its group: it says that it is there, and does what its role is. */
import { Mutex } from "#base/mutex.ts";
import type { Result } from "#base/result.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure, inWords, refuse } from "#domain/failures/failure.ts";
import { clockOffMs } from "#domain/standby/clock.ts";
import { LOOK_MS, mayTakeOver, RENEW_MS, steadySince } from "#domain/standby/lease.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { watchesMotion } from "#recorder/cameras/stream-specs.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { callProof, groupTag, isProof, keyTag, pairKey } from "#recorder/core/pair-proof.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { VolumeFolders } from "#recorder/recording/segments/segment-places.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import type { Store } from "#recorder/store/store.ts";
import type { Vault } from "#recorder/store/vault.ts";
import { writeFailure } from "#protocol/rest/error.ts";
import type { StandbyState } from "#protocol/rest/server/standby.ts";
import { BorrowedCameras } from "./borrowed-cameras.ts";
import { CardSeal } from "./camera-card.ts";
import { Counterparts } from "./counterparts.ts";
import { Fetching } from "./fetching.ts";
import { GapFilling } from "./gap-filling.ts";
import { GroupDatabase } from "./group-database.ts";
import { NoteOffers } from "./note-offers.ts";
import { NoteTaking } from "./note-taking.ts";
import { LateFiles } from "./late-files.ts";
import { MirrorNotes, type SharedStream } from "./mirror-notes.ts";
import { SharedNotes } from "./shared-notes.ts";
import { Offers } from "./offers.ts";
import { Owner } from "./owner.ts";
import { StandIns } from "./stand-ins.ts";

/** People must know within 10 s what is broken. */
const SILENT_MS = 7000;
/** What is said with `ok`: it does what it is for, and a balancer has no reason to leave it. */
const ALONE = "ok, but nobody would record its cameras while it is away: no standby of its group and secret is there";

interface StandbyParts {
  readonly config: Pick<Config, "standby" | "name">;
  readonly uuid: string;
  readonly store: Store;
  readonly vault: Vault;
  readonly hub: EventHub;
  readonly cameras: Cameras;
  readonly media: MediaLink;
  readonly index: RecordingIndex;
  /** whether so many cameras more may be this recorder's own */
  readonly mayOwn: (count: number) => Result<null, Failure>;
  readonly folders: VolumeFolders;
  readonly settings: SettingsStore;
  readonly journal: Journal;
  readonly log: Log;
  readonly now: () => number;
}

const sharedStream = (row: StreamRow, camera: CameraRow): SharedStream => ({
  cameraId: camera.id,
  sinceMs: camera.created_ms,
  isWatched: row.active === 1 && watchesMotion(row, camera),
});

export class Standby {
  readonly offers: Offers;
  readonly notes: NoteOffers | SharedNotes;
  readonly #parts: StandbyParts;
  readonly #database: GroupDatabase;
  readonly #owner: Owner | null;
  readonly #standIns: StandIns | null;
  readonly #fetching: Fetching;
  readonly #borrowed: BorrowedCameras;
  readonly #gaps: GapFilling | null;
  readonly #counterparts: Counterparts;
  #timer: NodeJS.Timeout | null = null;
  readonly #turns = new Mutex();
  #isOver = false;
  #answeredMs = performance.now();
  /** since when the database answers each look; null = it does not */
  #steadyMs: number | null = null;
  /** of this recorder's clock, from that of the database; 0 = they agree */
  #clockOffMs = 0;
  /** why the database does not answer, as it was said last */
  #said = "";

  constructor(parts: StandbyParts) {
    this.#parts = parts;
    const { config, uuid: id, cameras, media, index, folders, journal, log, mayOwn, settings } = parts;
    const { role, group, database: url, secret } = config.standby;
    const database = new GroupDatabase(url, group, keyTag(secret, group));
    const seal = new CardSeal(secret);
    const borrowed = new BorrowedCameras(parts);
    this.#database = database;
    this.#borrowed = borrowed;
    this.#counterparts = new Counterparts({ isOwner: role === "owner", journal });
    const isMirror = role === "mirror";
    /** The cameras that both of them record, by their streams: an owner's own, or those of the owner that a mirror mirrors. */
    const shared = (peerId: string): readonly (readonly [StreamRow, CameraRow])[] =>
      cameras.allStreams().flatMap((row) => {
        const camera = cameras.get(row.camera_id);
        return camera && camera.stood_in_for === (isMirror ? peerId : null) ? [[row, camera] as const] : [];
      });
    /** Also of cameras that are deleted here: what was recorded of them comes back. */
    const streams = async (peerId: string): Promise<ReadonlyMap<string, string>> => {
      const ever = await cameras.everStreams();
      const own = ever.filter(({ camera }) => camera.stood_in_for === (isMirror ? peerId : null));
      return new Map(own.map(({ streamId, camera }) => [streamId, camera.id]));
    };
    const taking = new NoteTaking(parts);
    this.#fetching = new Fetching({ id, secret, media, streams, notes: taking, hub: parts.hub, log });
    this.#gaps =
      role === "standby"
        ? null
        : new GapFilling({
            peers: () => (isMirror ? database.owners() : database.mirrors()),
            streams: (peerId) => new Map(shared(peerId).map(([row, camera]) => [row.id, sharedStream(row, camera)])),
            index,
            fetching: this.#fetching,
            notes: new MirrorNotes({ ...parts, taking }),
            late: new LateFiles(parts.now),
            now: parts.now,
            log,
          });
    const givesAway = role === "standby";
    const given = new NoteOffers({ ...parts, borrowed });
    this.notes = givesAway ? given : new SharedNotes({ ...parts, borrowed });
    this.offers = new Offers({ index, folders, borrowed, media, notes: given, givesAway });
    const common = { id, database, media, seal, journal, log };
    this.#owner = role === "owner" ? new Owner({ ...common, cameras, fetching: this.#fetching }) : null;
    this.#standIns = role === "owner" ? null : new StandIns({ ...common, isMirror, borrowed, index, mayOwn, settings });
  }

  start(): void {
    const look = (): void => {
      const looked = this.#turns
        .run(() => this.#look())
        .finally(() => {
          if (!this.#isOver) this.#timer = setTimeout(look, this.#owner ? RENEW_MS : LOOK_MS);
        });
      inBackground(this.#parts.log, "looking at the group", looked);
    };
    look();
    if (this.#gaps) inBackground(this.#parts.log, "filling gaps", this.#gaps.run());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#fetching.close();
    this.#gaps?.close();
    this.offers.close();
    await this.#turns.ended();
    await this.#database.dispose();
  }

  /** Whether a call comes from a recorder of the group: `ok` or not, nothing more is said. */
  isFrom(from: string, proof: string, method: string, path: string): boolean {
    const key = pairKey(this.#parts.config.standby.secret, from, this.#parts.uuid);
    return isProof(proof, callProof(key, method, path));
  }

  /** An owner does not come back: see StandIns.adopt. Failure also: standby/database-away. */
  adopt(owner: string): Promise<Result<null, Failure>> {
    const standIns = this.#standIns;
    if (!standIns) return Promise.resolve(refuse("standby/no-owner"));
    return this.#turns
      .run(() => standIns.adopt(owner))
      .catch((error: unknown) => refuse("standby/database-away", { cause: inWords(error) }));
  }

  /** For the aggregator that watches recorders of the group: the group's name there is one that only they can know. */
  get facts(): { readonly id: string; readonly group: string; readonly standsInFor: string[] } {
    const { group, secret } = this.#parts.config.standby;
    return { id: this.#parts.uuid, group: groupTag(secret, group), standsInFor: [...this.#borrowed.owners] };
  }

  get state(): StandbyState {
    const { role, group } = this.#parts.config.standby;
    const { names } = this.#counterparts;
    return {
      role: role === "" ? "none" : role,
      group,
      isReached: this.#isReached,
      counterparts: names && [...names],
      owners: (this.#standIns?.owners ?? []).map(({ id, name, is_there, cameras, stood_in_by }) => ({
        id,
        name,
        isThere: is_there,
        cameras,
        standIn: stood_in_by ?? "",
      })),
      standsInFor: (this.#standIns?.now ?? []).map(({ sinceMs: since, ...one }) => ({ ...one, since })),
      fetching: this.#fetching.now.map(({ failure, ...one }) => ({
        ...one,
        reason: failure === null ? "" : englishText(failure),
        ...(failure === null ? {} : { told: writeFailure(failure, englishText) }),
      })),
    };
  }

  /** see readiness.ts */
  get check(): string {
    if (!this.#isReached) return "the database of its group does not answer";
    if (this.#clockOffMs !== 0)
      return `ok, but its clock differs by ${this.#clockOffMs / 1000} s from that of its group`;
    return this.#owner && this.#counterparts.names?.length === 0 ? ALONE : "ok";
  }

  get #isReached(): boolean {
    return performance.now() - this.#answeredMs <= SILENT_MS;
  }

  async #look(): Promise<void> {
    const { config, uuid: id, media, cameras, log } = this.#parts;
    const { role, address } = config.standby;
    const beganMs = performance.now();
    // Who cannot record lets another one do it.
    const isWell = media.connected && media.disk.state === "ok";
    try {
      await this.#standIns?.recall();
      const self = { id, name: config.name, address, role };
      const askedMs = this.#parts.now();
      const { version, upMs, nowMs: theirMs, counterparts } = await this.#database.beat(self, isWell);
      const nowMs = performance.now();
      await this.#compareClocks({ askedMs, answeredMs: this.#parts.now() }, theirMs);
      this.#steadyMs = steadySince(this.#steadyMs, { beganMs, endedMs: nowMs });
      const isSteady = mayTakeOver(this.#steadyMs, nowMs, upMs);
      await this.#counterparts.heard(counterparts, isSteady);
      await this.#owner?.renewed(version, { isWell, clockOffMs: this.#clockOffMs });
      await this.#standIns?.look(isSteady && isWell && !cameras.suspended, this.#clockOffMs);
      this.#answeredMs = performance.now();
      this.#said = "";
    } catch (error) {
      this.#steadyMs = null;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#said) log.warn({ reason }, "the database of the standby group cannot be used");
      this.#said = reason;
    }
  }

  /** Nothing but the dates of recordings depends on it: it goes on, and says so. */
  async #compareClocks(span: Parameters<typeof clockOffMs>[0], theirMs: number): Promise<void> {
    const before = this.#clockOffMs;
    this.#clockOffMs = clockOffMs(span, theirMs, before);
    if (before !== 0 || this.#clockOffMs === 0) return;
    await this.#parts.journal.event("Clock Off", failure("event/clock-off", { seconds: this.#clockOffMs / 1000 }));
  }
}
