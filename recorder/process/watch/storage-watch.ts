/** The folders of a server under watch: what is wrong with them is known within 10 s, and room for the settings is kept. */
import { FolderWatch, type FolderSpace, type FolderState, type WatchTiming } from "#recorder/core/folder-watch.ts";
import { SpaceReserve } from "#recorder/core/space-reserve.ts";
import { isDiskFull } from "#recorder/store/disk-full.ts";
import type { SparePages } from "#recorder/store/spare-pages.ts";

interface StorageWatchPorts {
  readonly data: string;
  /** of the database in that folder; null = it is elsewhere */
  readonly spare: SparePages | null;
  readonly onData: (state: FolderState) => void;
  /** null = an aggregator has none */
  readonly recordings: {
    readonly folder: string;
    readonly onState: (state: FolderState) => void;
    /** see FolderWatchPorts */
    readonly onOther: () => Promise<boolean>;
  } | null;
  readonly timing?: WatchTiming;
}

export class StorageWatch {
  readonly #data: FolderWatch;
  readonly #all: readonly FolderWatch[];

  constructor({ data, spare, onData, recordings, timing }: StorageWatchPorts) {
    const reserve = new SpaceReserve(data);
    const timed = timing ? { timing } : {};
    this.#data = new FolderWatch({
      folder: data,
      onState: onData,
      onSpace: (space) => keepRoom(space, reserve, spare),
      ...timed,
    });
    // How full the disk of the recordings may be is decided where they are written.
    this.#all = recordings === null ? [this.#data] : [this.#data, new FolderWatch({ ...recordings, ...timed })];
  }

  get data(): FolderState {
    return this.#data.state;
  }

  /** A process that uses these folders may wait for a disk now. */
  get isWaiting(): boolean {
    return this.#all.some((watch) => watch.isWaiting || watch.state.state === "stuck");
  }

  async start(): Promise<void> {
    for (const watch of this.#all) await watch.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map((watch) => watch.stop()));
  }
}

/** Returns whether the disk is full. */
async function keepRoom(space: FolderSpace, reserve: SpaceReserve, spare: SparePages | null): Promise<boolean> {
  const isFull = await reserve.keep(space);
  try {
    // What the reserve gives up goes to the database, before somebody else takes it.
    await spare?.keep(isFull ? Number.POSITIVE_INFINITY : space.freeBytes);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  return isFull;
}
