/** Looks after one of several volumes, whoever writes there: it is left soon after it fails, and taken back when it is well. */
import { join } from "node:path";
import { PROBE_FILE, probeDisk } from "#recorder/core/folder-watch.ts";
import { FolderGone } from "#recorder/store/disk-full.ts";
import type { Volume } from "./volume.ts";

/** Looks that see the same write under way: its disk is left to whoever waits there already ... */
const SLOW_LOOKS = 3;
/** How much room there is is asked every so many looks, and one that is away looked for. */
const LOOKS_PER_SECOND = 4;
/** One that was full is used again when so much of it is free beyond what is kept. */
const ROOM_AGAIN = 0.01;
/** At the start a disk that does not answer is not waited for. */
const FIRST_MS = 3000;

interface VolumeLookPorts {
  /** ... and so many mean a disk that does not answer */
  readonly stuckLooks: number;
  /** how many looks a flush of its files has been under way */
  readonly syncLooks: () => number;
  readonly onChange: () => void;
  /** it was away, or was not there at the start */
  readonly onBack: () => void;
}

export class VolumeLook {
  readonly #volume: Volume;
  readonly #ports: VolumeLookPorts;
  #looks = 0;
  #looking: Promise<void> | null = null;
  #lookingFor = 0;
  #wasAway = false;

  constructor(volume: Volume, ports: VolumeLookPorts) {
    this.#volume = volume;
    this.#ports = ports;
  }

  async first(): Promise<void> {
    const opened = this.#volume.open();
    const looked = opened.then(() => this.#volume.look());
    this.#looking = looked.catch((error: unknown) => this.#failed(error)).finally(() => (this.#looking = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_MS).unref()));
    await Promise.race([this.#looking, late]);
    clearTimeout(timer);
    if (!this.#volume.isOpen) this.#wasAway = true;
  }

  tick(): void {
    this.#looks += 1;
    const { age, isSlow } = this.#aged();
    const volume = this.#volume;
    if (isSlow !== volume.isSlow) {
      volume.isSlow = isSlow;
      this.#ports.onChange();
    }
    if (age >= this.#ports.stuckLooks) {
      this.#wasAway = true;
      volume.guard.stuck(volume.path);
    }
    if (this.#looking) {
      this.#lookingFor += 1;
      return;
    }
    const isWell = volume.isOpen && volume.guard.state.state === "ok";
    if (!isWell && this.#looks % LOOKS_PER_SECOND !== 0) return;
    this.#lookingFor = 0;
    this.#looking = (isWell ? this.#stays() : this.#comes())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#looking = null));
  }

  /** Does not wait for a disk that does not answer. */
  async ended(): Promise<void> {
    if (this.#lookingFor < SLOW_LOOKS) await this.#looking;
  }

  /** Something that hangs is a write, or a look; of flushes only those count that take very long: they wait for much. */
  #aged(): { readonly age: number; readonly isSlow: boolean } {
    const age = Math.max(this.#volume.age(), this.#lookingFor);
    return { age: Math.max(age, this.#ports.syncLooks()), isSlow: age >= SLOW_LOOKS };
  }

  async #stays(): Promise<void> {
    await this.#volume.check();
    if (this.#looks % LOOKS_PER_SECOND === 0) await this.#volume.look();
  }

  async #comes(): Promise<void> {
    const volume = this.#volume;
    await volume.check().catch(async (error: unknown) => {
      if (!(error instanceof FolderGone)) throw error;
      await volume.open();
    });
    await volume.look();
    const { capacityBytes } = await volume.space();
    if (volume.guard.state.state === "full" && volume.roomBytes < capacityBytes * ROOM_AGAIN) return;
    await probeDisk(join(volume.path, PROBE_FILE));
    volume.guard.fine();
    if (volume.guard.state.state !== "ok") return;
    this.#ports.onChange();
    if (!this.#wasAway) return;
    this.#wasAway = false;
    this.#ports.onBack();
  }

  #failed(error: unknown): void {
    this.#wasAway ||= error instanceof FolderGone;
    void this.#volume.guard.trouble(error);
  }
}
