/** The fragments that were written last, from a key frame on. When their volume is lost, another volume begins with them. */
import type { BuiltFragment } from "./fragment-builder.ts";

/** A disk that is pulled loses what it was given within this time before. */
const KEPT_MS = 2500;
/** No more is kept of a stream with large frames or few key frames. */
const MOST_BYTES = 12 * 1024 * 1024;

export class WrittenTail<T extends { readonly built: BuiltFragment }> {
  #kept: T[] = [];
  #bytes = 0;
  #putAtMs = 0;

  put(written: T): void {
    this.#putAtMs = performance.now();
    this.#kept.push(written);
    this.#bytes += written.built.entry.bytes;
    const oldMs = written.built.endMs - KEPT_MS;
    // The last key frame that is old enough: everything that is younger can be decoded from there.
    const from = this.#kept.findLastIndex(({ built: { entry } }) => entry.keyBytes > 0 && entry.wallMs <= oldMs);
    if (from > 0) this.#drop(from);
    while (this.#bytes > MOST_BYTES && this.#kept.length > 0) {
      const next = this.#kept.findIndex(({ built }, at) => at > 0 && built.entry.keyBytes > 0);
      this.#drop(next < 0 ? this.#kept.length : next);
    }
  }

  /** All of it, which is then forgotten. `goesOn`: what follows may need its pictures, otherwise what is old is on the disk. */
  take(goesOn: boolean): T[] {
    const isOld = !goesOn && performance.now() - this.#putAtMs > KEPT_MS;
    const taken = isOld ? [] : this.#kept;
    this.#kept = [];
    this.#bytes = 0;
    return taken;
  }

  #drop(count: number): void {
    for (const { built } of this.#kept.splice(0, count)) this.#bytes -= built.entry.bytes;
  }
}
