/**
 * How many frames of a track the browser decoded and this thread never got: a track keeps only the newest ones while its
 * reader is busy. Both totals are read at slightly different times, so only what is missing for good counts. Pure.
 */
export class LeftOutFrames {
  #offset: number | null = null;
  #counted = 0;

  /** Frames that are newly missing; `decoded` and `arrived` are totals since the source began. */
  since(decoded: number, arrived: number): number {
    const missing = decoded - arrived;
    this.#offset ??= missing;
    const leftOut = missing - this.#offset;
    const more = Math.max(0, leftOut - this.#counted);
    this.#counted += more;
    return more;
  }
}
