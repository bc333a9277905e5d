/**
 * The most that the pool keeps. A wall of 64 small streams has this many bytes on their way to the GPU at each tick.
 */
const KEPT_BYTES = 96 * 1024 * 1024;

interface Spare {
  readonly buffers: Uint8Array<ArrayBuffer>[];
  /** the smallest number of spare buffers since the last `tidy` */
  leastKept: number;
}

/**
 * Buffers that are given back are handed out again for the same length: a wall allocates nothing per frame. A fresh
 * buffer is expensive, as the system clears each of its pages at the first write.
 */
export class BytePool {
  readonly #spare = new Map<number, Spare>();
  #keptBytes = 0;

  take(length: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare.get(length);
    const buffer = spare?.buffers.pop();
    if (!spare || !buffer) return new Uint8Array(length);
    spare.leastKept = Math.min(spare.leastKept, spare.buffers.length);
    this.#keptBytes -= length;
    return buffer;
  }

  give(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#keptBytes + bytes.length > KEPT_BYTES) return;
    const spare = this.#spare.get(bytes.length) ?? { buffers: [], leastKept: 0 };
    this.#spare.set(bytes.length, spare);
    spare.buffers.push(bytes);
    this.#keptBytes += bytes.length;
  }

  /** Frees what nobody has needed since the last call. */
  tidy(): void {
    for (const [length, spare] of this.#spare) {
      const idle = spare.buffers.splice(0, spare.leastKept).length;
      this.#keptBytes -= idle * length;
      spare.leastKept = spare.buffers.length;
      if (spare.buffers.length === 0) this.#spare.delete(length);
    }
  }

  clear(): void {
    this.#spare.clear();
    this.#keptBytes = 0;
  }
}
