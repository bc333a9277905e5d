/** One folder of recordings as this process uses it: whether it is there, what it takes, how fast it is. */
import { mkdir, stat } from "node:fs/promises";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { KeptFolder } from "#recorder/core/kept-folder.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import { FolderGone } from "#recorder/store/disk-full.ts";
import type { CleanedVolume } from "../keeping/cleaner.ts";
import { Headroom } from "../keeping/headroom.ts";
import type { DiskSpace } from "../keeping/retention.ts";
import type { DiskGuard } from "../segments/disk-guard.ts";
import type { WritableVolume } from "../segments/segment-places.ts";
import { Semaphore } from "./semaphore.ts";
import { Rate } from "./rate.ts";

/** How long the folder counts as there after a look. */
const FOLDER_FRESH_MS = 250;
/** No more threads than these wait for a disk that hangs. */
const WRITES_AT_ONCE = 2;

interface VolumePorts {
  readonly guard: DiskGuard;
  readonly space: () => Promise<DiskSpace>;
  /** without what lies there for some minutes only */
  readonly cleanedSpace: () => Promise<DiskSpace>;
  /** several: one that hangs must not take the threads of the others */
  readonly isOneOfSeveral: boolean;
  /** absent = as long as is cheap */
  readonly freshMs?: number | undefined;
  /** Throws when something else lies in its place. */
  readonly recognise: () => Promise<void>;
}

/** What can be read there: one that is full or takes nothing more still gives. */
const READABLE: ReadonlySet<StorageState> = new Set(["ok", "full", "unwritable"]);

export class Volume implements WritableVolume, CleanedVolume {
  /** name and path stay */
  spec: VolumeSpec;
  readonly guard: DiskGuard;
  readonly space: () => Promise<DiskSpace>;
  readonly rate = new Rate();
  readonly #ports: VolumePorts;
  readonly #headroom: Headroom;
  readonly #writes: Semaphore | null;
  /** What is under way there takes long: whoever can writes elsewhere meanwhile. */
  isSlow = false;
  /** as it was seen last */
  lastSpace: DiskSpace | null = null;
  device: number | null = null;
  #folder: KeptFolder | null = null;
  /** what waits for its disk, and ends when that fails */
  readonly #waiting = new Set<() => void>();

  constructor(spec: VolumeSpec, ports: VolumePorts) {
    this.spec = spec;
    this.#ports = ports;
    this.guard = ports.guard;
    this.space = ports.cleanedSpace;
    const seen = async (): Promise<DiskSpace> => (this.lastSpace = await ports.space());
    this.#headroom = new Headroom(seen, ports.freshMs, () => this.spec.reserveBytes);
    this.#writes = ports.isOneOfSeveral ? new Semaphore(WRITES_AT_ONCE) : null;
  }

  get name(): string {
    return this.spec.name;
  }

  /** of the volume; as `WritableVolume` and `CleanedVolume` call it */
  get folder(): string {
    return this.spec.path;
  }

  get path(): string {
    return this.spec.path;
  }

  get reserveBytes(): number {
    return this.spec.reserveBytes;
  }

  get isOpen(): boolean {
    return this.#folder !== null;
  }

  get isReadable(): boolean {
    return this.isOpen && READABLE.has(this.guard.state.state);
  }

  /** Streams may be written there. */
  get isHealthy(): boolean {
    return this.isOpen && this.guard.state.state === "ok" && !this.isSlow;
  }

  get roomBytes(): number {
    return this.#headroom.roomBytes;
  }

  /** From now on the path must lead to the folder that is there now. Throws when there is none, or another one. */
  async open(): Promise<void> {
    await this.#ports.recognise();
    const there = await KeptFolder.open(this.folder, this.#ports.freshMs ?? FOLDER_FRESH_MS);
    this.device = (await stat(this.folder)).dev;
    const before = this.#folder;
    this.#folder = there;
    // When a share is gone, even its handle may be.
    await before?.close().catch(() => undefined);
  }

  /** Throws while it is gone. */
  readonly check = async (): Promise<void> => {
    await this.#kept().check(true);
  };

  /** Throws when it was gone at the last look, which was a moment ago. */
  async checkLately(): Promise<void> {
    await this.#kept().check();
  }

  /** Looks how much room there is. */
  async look(): Promise<void> {
    await this.#headroom.look();
  }

  readonly admit = async (bytes: number, isNew: boolean): Promise<void> => {
    await this.#kept().check(isNew);
    await this.#headroom.take(bytes);
  };

  readonly step = <T>(work: () => Promise<T>): Promise<T> => (this.#writes ? this.#writes.run(work) : work());

  /** Resolves with null when the volume fails meanwhile. */
  whileThere<T>(work: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(null);
      this.#waiting.add(leave);
      work.finally(() => this.#waiting.delete(leave)).then(resolve, reject);
    });
  }

  /** Nobody waits for it any more. */
  leave(): void {
    for (const leave of this.#waiting) leave();
    this.#waiting.clear();
  }

  readonly wrote = (bytes: number, ms: number): void => this.rate.add(bytes, ms);

  /** See `Semaphore.age`. */
  age(): number {
    return this.#writes?.age() ?? 0;
  }

  async close(): Promise<void> {
    await this.#folder?.close().catch(() => undefined);
    this.#folder = null;
  }

  #kept(): KeptFolder {
    if (!this.#folder) throw new FolderGone(this.folder);
    return this.#folder;
  }
}

/** A folder of a list is made, but not the ones above it: where a disk is mounted, there is one. */
export async function makeVolumeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
}
