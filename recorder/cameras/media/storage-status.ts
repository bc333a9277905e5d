/** What the `media` processes say of the disks that all of them write to, of the archive and of thinning: the newest, and what is news. */
import type { BucketReport, ThinningReport, VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import { diskAsOne, volumesAsOne } from "./reports-as-one.ts";

export interface StorageListener {
  readonly onDisk: (disk: FolderState) => void;
  /** one of several volumes fails, or is well again */
  readonly onVolume: (volume: VolumeReport) => void;
  /** a volume that is drained holds nothing more; told again until it is none */
  readonly onDrained: (name: string) => void;
  /** the archive in a bucket fails, or is well again */
  readonly onBucket: (report: BucketReport) => void;
  /** what is in the bucket was taken into the index */
  readonly onRestored: (restore: NonNullable<BucketReport["restore"]>) => void;
  /** recordings could not be thinned out */
  readonly onThinningStuck: (reason: string) => void;
}

export class StorageStatus {
  readonly #listener: () => StorageListener | null;
  /** as the processes that write report it, and as the folder looks from `main` */
  #written: FolderState = diskAsOne([]);
  #folder: FolderState = diskAsOne([]);
  #volumes: readonly VolumeReport[] = [];
  #bucket: BucketReport | null = null;
  #thinning: ThinningReport | null = null;

  constructor(listener: () => StorageListener | null) {
    this.#listener = listener;
  }

  get disk(): FolderState {
    return this.#folder.state === "ok" ? this.#written : this.#folder;
  }

  get volumes(): readonly VolumeReport[] {
    return this.#volumes;
  }

  get bucket(): BucketReport | null {
    return this.#bucket;
  }

  get thinning(): ThinningReport | null {
    return this.#thinning;
  }

  /** Returns whether that is news. */
  seeFolder(folder: FolderState): boolean {
    return this.#seeDisk(() => (this.#folder = folder));
  }

  /** `written`: by each process. Returns whether that is news. */
  hearDisk(written: readonly FolderState[]): boolean {
    return this.#seeDisk(() => (this.#written = diskAsOne(written)));
  }

  /** Nothing is known any more of volumes that are not in the list. */
  keepVolumes(names: ReadonlySet<string>): void {
    this.#volumes = this.#volumes.filter(({ name }) => names.has(name));
  }

  /** `reports`: of each process, the one first that keeps order for all of them. */
  hearVolumes(reports: readonly (readonly VolumeReport[])[]): void {
    const before = new Map(this.#volumes.map(({ name, state }) => [name, state]));
    this.#volumes = volumesAsOne(reports);
    for (const volume of this.#volumes)
      if (volume.state !== (before.get(volume.name) ?? "ok")) this.#listener()?.onVolume(volume);
    for (const { name, drain } of this.#volumes) if (drain?.state === "empty") this.#listener()?.onDrained(name);
  }

  forgetBucket(): void {
    this.#bucket = null;
  }

  hearBucket(report: BucketReport): void {
    const before = this.#bucket;
    this.#bucket = report;
    if ((report.state === "away") !== (before?.state === "away")) this.#listener()?.onBucket(report);
    const { restore } = report;
    if (restore && !restore.isRunning && before?.restore?.isRunning) this.#listener()?.onRestored(restore);
  }

  forgetThinning(): void {
    this.#thinning = null;
  }

  hearThinning(report: ThinningReport): void {
    const before = this.#thinning;
    this.#thinning = report;
    if (report.stuck > 0 && (before?.stuck ?? 0) === 0) this.#listener()?.onThinningStuck(report.reason);
  }

  /** Each process reports it anew; a repetition of what an earlier process reported is no news. */
  #seeDisk(see: () => void): boolean {
    const before = this.disk.state;
    see();
    if (this.disk.state === before) return false;
    this.#listener()?.onDisk(this.disk);
    return true;
  }
}
