/**
 * Recording stops a little before the disk is full: the index beside the recordings, and on most machines the settings, can
 * then still be written.
 */
import type { DiskSpace } from "./retention.ts";

const SHARE = 0.01;
const MOST_BYTES = 64 * 1024 * 1024;
/** How often the free space is asked for again, because others write on the same disk. */
const FRESH_MS = 1000;

/** Left free for other things than recordings. */
const keptFreeBytes = ({ capacityBytes }: Pick<DiskSpace, "capacityBytes">): number =>
  Math.min(MOST_BYTES, Math.floor(capacityBytes * SHARE));

class NoHeadroom extends Error {
  readonly code = "ENOSPC";
  constructor() {
    super("the rest of the disk is kept for the index and the settings");
  }
}

export class Headroom {
  readonly #space: () => Promise<DiskSpace>;
  readonly #freshMs: number;
  readonly #reserveBytes: () => number;
  #roomBytes = 0;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  /** `reserveBytes`: left for others */
  constructor(space: () => Promise<DiskSpace>, freshMs: number = FRESH_MS, reserveBytes = (): number => 0) {
    this.#space = space;
    this.#freshMs = freshMs;
    this.#reserveBytes = reserveBytes;
  }

  /** the room when it was last asked for */
  get roomBytes(): number {
    return Math.max(0, this.#roomBytes);
  }

  /** Asks for the free space. */
  async look(): Promise<void> {
    await this.#ask();
  }

  /** Throws the error of a full disk if these bytes would leave too little. */
  async take(bytes: number): Promise<void> {
    if (performance.now() - this.#askedAtMs >= this.#freshMs || this.#roomBytes < bytes) await this.#ask();
    if (this.#roomBytes < bytes) throw new NoHeadroom();
    this.#roomBytes -= bytes;
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#space()
      .then((space) => {
        this.#roomBytes = space.freeBytes - Math.max(keptFreeBytes(space), this.#reserveBytes());
        this.#askedAtMs = performance.now();
      })
      .finally(() => (this.#asking = null));
    return this.#asking;
  }
}
