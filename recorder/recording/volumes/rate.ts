/** Measures how fast a volume can be written, and how much is written to it. */

/** Newer writes count more: after so many bytes older measurements count half. */
const FADE_BYTES = 64 * 1024 * 1024;
/** A few small writes say nothing about a disk. */
const LEAST_BYTES = 16 * 1024 * 1024;

export class Rate {
  #bytes = 0;
  #ms = 0;
  #writtenBytes = 0;

  add(bytes: number, ms: number): void {
    this.#writtenBytes += bytes;
    this.#bytes += bytes;
    this.#ms += ms;
    if (this.#bytes < FADE_BYTES) return;
    this.#bytes /= 2;
    this.#ms /= 2;
  }

  /** while something was written, bytes per second; null = too little was written yet */
  get speed(): number | null {
    return this.#bytes < LEAST_BYTES || this.#ms === 0 ? null : (1000 * this.#bytes) / this.#ms;
  }

  /** what was written since the last call, bytes per second of so many ms */
  sinceLast(ms: number): number {
    const bytes = this.#writtenBytes;
    this.#writtenBytes = 0;
    return ms > 0 ? Math.round((1000 * bytes) / ms) : 0;
  }
}
