/**
 * The volumes of this recorder. The settings name them; what administrators change while it runs is kept in the database, and
 * counts as long as the settings stay as they were then: whoever has spoken last is right.
 */
import { resolve } from "node:path";
import { ok, type Result } from "#base/result.ts";
import { Mutex } from "#base/mutex.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { isSameName, oneFolder, overlap, type VolumeSpec } from "#domain/recordings/volume.ts";
import { keptVolumes, type ManagedVolume, type VolumeCreate, type VolumePatch } from "#protocol/rest/server/volumes.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { VOLUMES } from "#recorder/store/tables/server-rows.ts";
import { SERVER_ID } from "../events.ts";
import { failingVolumes } from "./away-volumes.ts";
import { checkVolume } from "./volume-check.ts";

/** The name of the one folder, once other volumes are added beside it. */
const FIRST_NAME = "main";

/** Where the settings put recordings. */
interface Place {
  readonly data: string;
  /** the one folder, where no volumes are named */
  readonly recordings: string;
  readonly volumes: readonly VolumeSpec[];
}

/** The fields are always in this order, because lists are compared as text. */
const shownVolume = ({
  name,
  path,
  role,
  reserveBytes,
  weight,
  moveAfterDays,
  moveOnly,
}: VolumeSpec): ManagedVolume => ({
  name,
  path,
  role,
  reserve: reserveBytes,
  weight,
  ...(moveAfterDays === undefined ? {} : { moveAfterDays }),
  ...(moveOnly === undefined ? {} : { moveOnly }),
});
const specOf = ({ reserve, moveAfterDays, moveOnly, ...one }: ManagedVolume): VolumeSpec => ({
  ...one,
  reserveBytes: reserve,
  ...(moveAfterDays === undefined ? {} : { moveAfterDays }),
  ...(moveOnly === undefined ? {} : { moveOnly }),
});

/** The settings as they are in force: with the volumes that were changed since they were written. */
export async function configInForce<C extends Place>(config: C, settings: Pick<SettingsStore, "internal">): Promise<C> {
  const text = await settings.internal(VOLUMES);
  const kept = text === null ? null : keptVolumes.parse(JSON.parse(text));
  const isOfThese = kept !== null && JSON.stringify(kept.given) === JSON.stringify(givenOf(config));
  if (!isOfThese || kept.now.length === 0) return config;
  return { ...config, recordings: config.data, volumes: kept.now.map(specOf) };
}

/** The setting to compare with. One folder counts by its path, so that another folder is another setting. */
const givenOf = (config: Place): readonly ManagedVolume[] =>
  (config.volumes.length > 0 ? config.volumes : [{ ...oneFolder(config.recordings), name: FIRST_NAME }]).map(
    shownVolume,
  );

interface VolumeListParts {
  /** the settings as they were given */
  readonly given: Place;
  /** the settings as they are in force */
  readonly config: Place;
  readonly settings: Pick<SettingsStore, "setInternal">;
  readonly media: Pick<MediaLink, "volumes" | "setVolumes">;
  readonly index: RecordingIndex;
  readonly journal: Pick<Journal, "event">;
  readonly hub: Pick<EventHub, "publish">;
  /** releases the folders that are locked since the start, by path */
  readonly locks: Map<string, () => void>;
  /** Locks a folder against other servers and returns its release; null: another server uses it. */
  readonly lock: (folder: string) => (() => void) | null;
}

export class VolumeList {
  readonly #parts: VolumeListParts;
  readonly #isOne: boolean;
  readonly #changes = new Mutex();
  /** the volumes with the changes that take effect at the next start */
  #wanted: readonly VolumeSpec[];

  constructor(parts: VolumeListParts) {
    this.#parts = parts;
    this.#isOne = parts.config.volumes.length === 0;
    this.#wanted = this.#isOne ? givenOf(parts.given).map(specOf) : parts.config.volumes;
  }

  /** the volumes in use; empty = the one folder */
  get specs(): readonly VolumeSpec[] {
    return this.#isOne ? [] : this.#wanted;
  }

  get shown(): { readonly volumes: ManagedVolume[]; readonly isPending: boolean } {
    const isPending = this.#isOne && this.#wanted.length > 1;
    return { volumes: this.#isOne && !isPending ? [] : this.#wanted.map(shownVolume), isPending };
  }

  add(ask: VolumeCreate): Promise<Result<ManagedVolume, Failure>> {
    return this.#changes.run(async () => {
      const { accept, ...given } = ask;
      const spec = specOf({ ...given, path: resolve(given.path) });
      const others = this.#wanted;
      if (others.some(({ name }) => isSameName(name, spec.name)))
        return refuse("volume/name-taken", { name: spec.name });
      const beside = others.find(({ path }) => overlap(path, spec.path));
      if (beside) return refuse("volume/path-taken", { name: beside.name });
      const { index, media, lock, locks } = this.#parts;
      const checked = await checkVolume({ spec, others, reports: media.volumes, index, accept });
      if (!checked.ok) return checked;
      const release = locks.get(spec.path) ?? lock(spec.path);
      if (release === null) return refuse("volume/in-use", { path: spec.path });
      locks.set(spec.path, release);
      // An earlier volume of that name that holds nothing any more is forgotten.
      if (!(await index.volumesInUse()).includes(spec.name)) await index.forgetVolume(spec.name);
      await this.#set([...others, spec]);
      return ok(shownVolume(spec));
    });
  }

  change(name: string, { reserve, ...patch }: VolumePatch): Promise<Result<ManagedVolume, Failure>> {
    return this.#changes.run(async () => {
      const before = this.#find(name);
      if (!before) return refuse("volume/unknown", { name });
      const { role = before.role, weight = before.weight, moveAfterDays: days } = patch;
      const { moveAfterDays: daysBefore, moveOnly: onlyBefore, ...rest } = before;
      const moveAfterDays = days === undefined ? daysBefore : (days ?? undefined);
      const moveOnly = patch.moveOnly === undefined ? onlyBefore : (patch.moveOnly ?? undefined);
      const after = {
        ...rest,
        role,
        weight,
        reserveBytes: reserve ?? before.reserveBytes,
        ...(moveAfterDays === undefined ? {} : { moveAfterDays }),
        ...(moveOnly === undefined ? {} : { moveOnly }),
      };
      const list = this.#wanted.map((one) => (one === before ? after : one));
      if (!canRecord(list)) return refuse("volume/last", { name });
      await this.#set(list);
      return ok(shownVolume(after));
    });
  }

  remove(name: string): Promise<Result<null, Failure>> {
    return this.#changes.run(async () => {
      const gone = this.#find(name);
      if (!gone) return refuse("volume/unknown", { name });
      const list = this.#wanted.filter((one) => one !== gone);
      if (!canRecord(list) || (this.#isOne && gone.path === this.#parts.config.recordings))
        return refuse("volume/last", { name });
      await this.#without(gone, list);
      return ok(null);
    });
  }

  /** A volume is empty, because its recordings were moved elsewhere: it is taken out of the list. */
  async drained(name: string): Promise<void> {
    await this.#changes.run(async () => {
      const gone = this.#find(name);
      if (gone?.role !== "drain" || (await this.#parts.index.usageOf(name)).length > 0) return;
      await this.#without(
        gone,
        this.#wanted.filter((one) => one !== gone),
      );
      await this.#parts.journal.event("Storage Ok", failure("event/volume-drained", { name, path: gone.path }));
    });
  }

  #find(name: string): VolumeSpec | undefined {
    return this.shown.volumes.some((one) => one.name === name)
      ? this.#wanted.find((one) => one.name === name)
      : undefined;
  }

  async #without(gone: VolumeSpec, list: readonly VolumeSpec[]): Promise<void> {
    const { index, locks, media } = this.#parts;
    const isWell = !failingVolumes(media).includes(gone.name);
    await this.#set(list);
    // The lock on a disk that does not answer is kept, because its release would wait for that disk.
    if (isWell) {
      locks.get(gone.path)?.();
      locks.delete(gone.path);
    }
    // A volume that holds nothing is forgotten, so that another disk may have its name.
    if ((await index.usageOf(gone.name)).length === 0) await index.forgetVolume(gone.name);
  }

  async #set(list: readonly VolumeSpec[]): Promise<void> {
    const { settings, media, hub, given } = this.#parts;
    const isAsGiven = this.#isOne && list.length === 1;
    const now = isAsGiven ? [] : list.map(shownVolume);
    await settings.setInternal(VOLUMES, JSON.stringify({ given: givenOf(given), now }));
    this.#wanted = list;
    if (!this.#isOne) await media.setVolumes(list);
    hub.publish("server-modified", "servers", SERVER_ID, everyone);
  }
}

const canRecord = (list: readonly VolumeSpec[]): boolean => list.some(({ role }) => role === "record");
