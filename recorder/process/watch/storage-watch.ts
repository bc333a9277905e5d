/** The folders of a server under watch: what is wrong with them is known within 10 s, and room for the settings is kept. */
import { FolderWatch, type FolderState, type WatchTiming } from "#recorder/core/folder-watch.ts";
import { SpaceReserve } from "#recorder/core/space-reserve.ts";

export interface StorageWatchPorts {
  readonly data: string;
  readonly recordings: string;
  readonly onData: (state: FolderState) => void;
  readonly onRecordings: (state: FolderState) => void;
  readonly timing?: WatchTiming;
}

export class StorageWatch {
  readonly #data: FolderWatch;
  readonly #recordings: FolderWatch;

  constructor({ data, recordings, onData, onRecordings, timing }: StorageWatchPorts) {
    const reserve = new SpaceReserve(data);
    const timed = timing ? { timing } : {};
    this.#data = new FolderWatch({
      folder: data,
      onState: onData,
      onSpace: (space) => reserve.keep(space),
      ...timed,
    });
    // How full their disk may be is decided where recordings are written.
    this.#recordings = new FolderWatch({
      folder: recordings,
      onState: onRecordings,
      ...timed,
    });
  }

  get data(): FolderState {
    return this.#data.state;
  }

  /** A process that uses these folders may wait for a disk now. */
  get isWaiting(): boolean {
    return [this.#data, this.#recordings].some((watch) => watch.isWaiting || watch.state.state === "stuck");
  }

  async start(): Promise<void> {
    await this.#data.start();
    await this.#recordings.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#data.stop(), this.#recordings.stop()]);
  }
}
