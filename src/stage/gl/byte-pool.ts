/** Buffers given back are handed out again for the same length: a wall allocates nothing per frame. */
export class BytePool {
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();

  take(length: number): Uint8Array<ArrayBuffer> {
    return this.#free.get(length)?.pop() ?? new Uint8Array(length);
  }

  give(bytes: Uint8Array<ArrayBuffer>): void {
    const list = this.#free.get(bytes.length);
    if (!list) this.#free.set(bytes.length, [bytes]);
    else if (list.length < KEPT_PER_LENGTH) list.push(bytes);
  }

  clear(): void {
    this.#free.clear();
  }
}

const KEPT_PER_LENGTH = 16;
