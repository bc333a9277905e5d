/** Looks again and again whether a folder can be written, whoever writes there: by writing a little itself. */
import { open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import { FolderGone, isDiskFull, isMissing } from "#recorder/store/disk-full.ts";
import { KeptFolder } from "./kept-folder.ts";

export interface FolderState {
  readonly state: StorageState;
  /** for the administrator; "" when ok */
  readonly reason: string;
}

export interface FolderSpace {
  readonly capacityBytes: number;
  readonly freeBytes: number;
}

export interface WatchTiming {
  readonly everyMs: number;
  /** a look that did not return for so long means a disk that does not answer */
  readonly stuckMs: number;
  /** ... and for so long that it is waited for: a process that waits as well does not hang */
  readonly waitingMs: number;
}

/** Trouble is known within 10 s. */
const WATCH_TIMING: WatchTiming = { everyMs: 2000, stuckMs: 6000, waitingMs: 2500 };

export const PROBE_FILE = ".proscenium-probe";
const PROBE = Buffer.alloc(4096, 1);

export interface FolderWatchPorts {
  readonly folder: string;
  readonly onState: (state: FolderState) => void;
  /** after each look at a folder that is there; returns whether it counts as full although something can be written */
  readonly onSpace?: (space: FolderSpace) => Promise<boolean>;
  /**
   * Another folder lies in its place. True: it is the same storage (a disk that was mounted again), and whoever uses it has
   * opened it anew.
   */
  readonly onOther?: () => Promise<boolean>;
  readonly timing?: WatchTiming;
}

export class FolderWatch {
  readonly #ports: FolderWatchPorts;
  readonly #timing: WatchTiming;
  #kept: KeptFolder | null = null;
  #timer: NodeJS.Timeout | null = null;
  #look: Promise<void> | null = null;
  #lookedAtMs = 0;
  #state: FolderState = { state: "ok", reason: "" };

  constructor(ports: FolderWatchPorts) {
    this.#ports = ports;
    this.#timing = ports.timing ?? WATCH_TIMING;
  }

  get state(): FolderState {
    return this.#state;
  }

  /** A look takes unusually long: whoever writes there may wait as well. */
  get isWaiting(): boolean {
    return this.#look !== null && performance.now() - this.#lookedAtMs >= this.#timing.waitingMs;
  }

  /** From now on the path must lead to the folder that is there now. */
  async start(): Promise<void> {
    this.#kept = await KeptFolder.open(this.#ports.folder);
    this.#timer = setInterval(() => this.#tick(), this.#timing.everyMs / 2).unref();
    this.#tick();
  }

  /** Does not wait for a disk that does not answer. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#look !== null && this.#state.state === "stuck") return;
    await this.#look;
    await this.#kept?.close();
  }

  #tick(): void {
    const nowMs = performance.now();
    const elapsedMs = nowMs - this.#lookedAtMs;
    if (this.#look !== null) {
      if (elapsedMs >= this.#timing.stuckMs) this.#set({ state: "stuck", reason: this.#ports.folder });
      return;
    }
    // A timer may come a moment early.
    if (this.#lookedAtMs !== 0 && elapsedMs < this.#timing.everyMs * 0.75) return;
    this.#lookedAtMs = nowMs;
    this.#look = this.#probe()
      .then((state) => this.#set(state))
      .finally(() => (this.#look = null));
  }

  async #probe(): Promise<FolderState> {
    try {
      await this.#stay();
      const space = await spaceOf(this.#ports.folder);
      const isFull = await this.#ports.onSpace?.(space);
      await probeDisk(join(this.#ports.folder, PROBE_FILE));
      return isFull === true ? { state: "full", reason: this.#ports.folder } : { state: "ok", reason: "" };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // The folder may have gone during the check.
      if (isMissing(error)) return { state: "gone", reason };
      return { state: isDiskFull(error) ? "full" : "unwritable", reason };
    }
  }

  async #stay(): Promise<void> {
    try {
      await this.#kept?.check();
    } catch (error) {
      if (!(error instanceof FolderGone)) throw error;
      const there = await KeptFolder.open(this.#ports.folder);
      const isTaken = (await this.#ports.onOther?.().catch(() => false)) === true;
      const left = isTaken ? this.#kept : there;
      if (isTaken) this.#kept = there;
      // When a network share is gone, even closing a handle there may fail.
      await left?.close().catch(() => undefined);
      if (!isTaken) throw error;
    }
  }

  #set(state: FolderState): void {
    const isNews = state.state !== this.#state.state;
    this.#state = state;
    if (isNews) this.#ports.onState(state);
  }
}

async function spaceOf(folder: string): Promise<FolderSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { capacityBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** On the disk itself: a cache takes what a disk that does not answer never gets. */
export async function probeDisk(file: string): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.write(PROBE);
    await handle.datasync();
  } finally {
    await handle.close();
    await unlink(file).catch(() => undefined);
  }
}
