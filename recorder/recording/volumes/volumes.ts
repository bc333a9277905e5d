import { type IndexPlace, isOneFolder, volumesOf } from "../index/open-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import { diskSpaceOf } from "../keeping/cleaner.ts";
import type { OwnStreams } from "../keeping/own-streams.ts";
import type { DiskSpace } from "../keeping/retention.ts";
import { withoutPassing } from "../keeping/temporary-files.ts";
import { DiskGuard, type DiskState } from "../segments/disk-guard.ts";
import type { VolumeFolders, WhileThere } from "../segments/segment-places.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { MoveReport, VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import { FileSyncs } from "./file-syncs.ts";
import { StreamPlacing } from "./stream-placing.ts";
import { Volume } from "./volume.ts";
import { VolumeLook } from "./volume-look.ts";
import { recogniseVolume } from "./volume-tag.ts";

/** Volumes are looked at, and files flushed, this often. */
const LOOK_MS = 250;
/** A disk that does not return from a write for so long does not answer: people must know within 10 s. */
const STUCK_MS = 6000;
/** A disk that hangs is not waited for when it is taken out. */
const RELEASE_MS = 2000;
/** How much each volume takes is told this often. */
const REPORT_MS = 5000;

export interface VolumeOptions extends IndexPlace {
  readonly onDiskState: (state: DiskState) => void;
  /** of a list: every few seconds, and when something is news */
  readonly onVolumes?: (volumes: readonly VolumeReport[]) => void;
  /** of the disk of a folder */
  readonly space?: (folder: string) => Promise<DiskSpace>;
  /** folder of temporary files: nothing is cleaned because of them */
  readonly passingDir?: string;
  /** pause between attempts of a failed write, and how long writes must succeed until a full disk counts as fine */
  readonly diskTiming?: { readonly retryMs: number; readonly calmMs: number };
  readonly stuckMs?: number;
  /** how long what was seen of the folder and of its disk's room counts; absent = as long as is cheap */
  readonly freshMs?: number;
  /** absent: no other process records */
  readonly own?: OwnStreams;
}

interface VolumesPorts {
  readonly index: RecordingIndex;
  /** frees space of a volume at once; returns the freed bytes */
  readonly relieve: (volume: string) => Promise<number>;
  /** a volume that was away can be read again */
  readonly onBack: (volume: Volume) => void;
  readonly drain: (volume: string) => MoveReport | null;
  /** what goes on to volumes that keep only */
  readonly onward: (volume: string) => MoveReport | null;
}

/** All volumes: what is wrong with each, and with all together. Who writes where is in `StreamPlacing`. */
export class Volumes {
  /** which of them each stream is written to */
  readonly placing: StreamPlacing;
  #all: readonly Volume[];
  /** of the index, where it is on no volume: that fails by itself */
  readonly indexGuard: DiskGuard | null;
  readonly #options: VolumeOptions;
  readonly #ports: VolumesPorts;
  readonly #isOne: boolean;
  readonly #syncs = new FileSyncs();
  readonly #looks = new Map<Volume, VolumeLook>();
  readonly #timer: NodeJS.Timeout;
  /** names in the index that the settings do not have */
  unknown: readonly string[] = [];
  #told: DiskState = { state: "ok", reason: "" };
  readonly #bytesPerSecond = new Map<string, number>();
  #countedAtMs = performance.now();

  constructor(options: VolumeOptions, ports: VolumesPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#isOne = isOneFolder(options);
    this.placing = new StreamPlacing({ all: () => this.#all, isOne: this.#isOne });
    this.#all = volumesOf(options).map((spec) => this.#make(spec));
    this.indexGuard = this.#isOne
      ? null
      : new DiskGuard({ relieve: () => Promise.resolve(0), onState: () => this.#changed(), ...options.diskTiming });
    this.#timer = setInterval(() => {
      this.#syncs.look(this.placing.writers);
      if (this.#isOne) this.#watchWrites();
      else this.#watchVolumes();
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Resolves when each was looked at. One that is not there is waited for, unless it is the only folder. */
  async open(): Promise<void> {
    if (this.#isOne) await this.all[0]?.open();
    else await Promise.all([...this.#looks.values()].map((look) => look.first()));
    this.#changed();
  }

  get all(): readonly Volume[] {
    return this.#all;
  }

  /** Never of the one folder. Returns the new ones, each of which was looked at. */
  async set(specs: readonly VolumeSpec[]): Promise<readonly Volume[]> {
    const before = this.#all;
    const fresh: Volume[] = [];
    this.#all = specs.map((spec) => {
      const same = before.find(({ name, path }) => name === spec.name && path === spec.path);
      if (same) {
        same.spec = spec;
        return same;
      }
      const made = this.#make(spec);
      fresh.push(made);
      return made;
    });
    await Promise.all(fresh.map(async (volume) => this.#looks.get(volume)?.first()));
    const gone = before.filter((volume) => !this.#all.includes(volume));
    await Promise.all(gone.map((volume) => this.#release(volume)));
    this.#changed();
    return fresh;
  }

  /** for who reads */
  readonly folders: VolumeFolders = (name) => {
    const volume = this.all.find((one) => one.name === name);
    return volume?.isReadable || (volume && this.#isOne) ? volume.path : null;
  };

  readonly whileThere: WhileThere = (name, work) =>
    (this.#isOne ? undefined : this.all.find((one) => one.name === name))?.whileThere(work) ?? work;

  get readable(): readonly Volume[] {
    return this.#isOne ? this.all : this.all.filter(({ isReadable }) => isReadable);
  }

  /** Volumes that hold recordings and cannot be reached now. */
  get away(): readonly string[] {
    if (this.#isOne) return this.unknown;
    return [...this.all.filter(({ isReadable }) => !isReadable).map(({ name }) => name), ...this.unknown];
  }

  /** of all together: as long as one takes what is recorded, all is well */
  get state(): DiskState {
    return this.#told;
  }

  streamsOn(name: string): number {
    return this.placing.streamsOn(name);
  }

  /** Ends all waiting for disks. */
  giveUp(): void {
    for (const { guard } of this.all) guard.close();
    this.indexGuard?.close();
  }

  stopLooking(): void {
    clearInterval(this.#timer);
  }

  async close(): Promise<void> {
    this.giveUp();
    await Promise.all([...this.#looks.values()].map((look) => look.ended()));
    await Promise.all(this.all.map((volume) => volume.close()));
  }

  #make(spec: VolumeSpec): Volume {
    const { diskTiming, freshMs, space = diskSpaceOf, passingDir, stuckMs = STUCK_MS, own: share } = this.#options;
    const own = (): Promise<DiskSpace> => space(spec.path);
    const others = (): string[] => this.#all.map(({ name }) => name).filter((name) => name !== spec.name);
    const { index } = this.#ports;
    const volume = new Volume(spec, {
      guard: new DiskGuard({
        relieve: () => (this.#isAnotherHealthy(spec.name) ? Promise.resolve(0) : this.#ports.relieve(spec.name)),
        onState: () => this.#changed(),
        ...diskTiming,
      }),
      space: own,
      cleanedSpace: passingDir === undefined ? own : async () => withoutPassing(await own(), spec.path, passingDir),
      isOneOfSeveral: !this.#isOne,
      freshMs,
      recognise: () => (this.#isOne ? Promise.resolve() : recogniseVolume(spec, index, others(), share?.isKeeper)),
    });
    if (!this.#isOne)
      this.#looks.set(
        volume,
        new VolumeLook(volume, {
          stuckLooks: stuckMs / LOOK_MS,
          syncLooks: () => this.#syncs.age(spec.name),
          onChange: () => this.#changed(),
          onBack: () => this.#ports.onBack(volume),
        }),
      );
    return volume;
  }

  /** It is no longer in the list: its cameras go on elsewhere, and what they have written there is on its disk. */
  async #release(volume: Volume): Promise<void> {
    const look = this.#looks.get(volume);
    this.#looks.delete(volume);
    const writers = this.placing.writers.filter((writer) => writer.volume === volume);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, RELEASE_MS)));
    await Promise.race([Promise.all(writers.map((writer) => writer.sync())), late]);
    clearTimeout(timer);
    for (const writer of writers) writer.leave();
    volume.guard.close();
    volume.leave();
    await look?.ended();
    await volume.close();
  }

  #isAnotherHealthy(name: string): boolean {
    return this.all.some(
      (volume) => volume.name !== name && volume.spec.role === "record" && volume.isHealthy && volume.roomBytes > 0,
    );
  }

  /** Says that the one folder is stuck when a write to it takes too long. */
  #watchWrites(): void {
    const stuckMs = this.#options.stuckMs ?? STUCK_MS;
    for (const writer of this.placing.writers)
      if (writer.busyMs >= stuckMs) writer.volume?.guard.stuck(this.#options.recordingsDir);
  }

  #watchVolumes(): void {
    for (const look of this.#looks.values()) look.tick();
    const nowMs = performance.now();
    if (nowMs - this.#countedAtMs < REPORT_MS) return;
    for (const { name, rate } of this.all) this.#bytesPerSecond.set(name, rate.sinceLast(nowMs - this.#countedAtMs));
    this.#countedAtMs = nowMs;
    this.#tellVolumes();
  }

  #tellVolumes(): void {
    if (this.#isOne) return;
    this.#options.onVolumes?.(
      this.all.map((volume) => ({
        name: volume.name,
        ...volume.guard.state,
        space: volume.lastSpace,
        device: volume.device,
        bytesPerSecond: this.#bytesPerSecond.get(volume.name) ?? 0,
        streams: this.streamsOn(volume.name),
        drain: this.#ports.drain(volume.name),
        onward: this.#ports.onward(volume.name),
      })),
    );
  }

  #changed(): void {
    if (!this.#isOne) for (const volume of this.all) if (!volume.isReadable) volume.leave();
    this.placing.leaveWhatFails();
    this.#tellVolumes();
    const state = this.#stateNow();
    if (state.state === this.#told.state) return;
    this.#told = state;
    this.#options.onDiskState(state);
  }

  #stateNow(): DiskState {
    if (this.indexGuard && this.indexGuard.state.state !== "ok") return this.indexGuard.state;
    const recording = this.all.filter(({ spec }) => spec.role === "record");
    const isWell = recording.some(({ guard, isOpen }) => guard.state.state === "ok" && (isOpen || this.#isOne));
    return isWell ? { state: "ok", reason: "" } : (recording[0]?.guard.state ?? this.#told);
  }
}
