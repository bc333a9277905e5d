/** So many of the frames that are shown before the first one come in the opposite order: a pyramid of 16 frames has four levels. */
const MOST_DESCENTS = 4;

/** Tells a clock that runs backwards from B frames that are shown before the first frame. */
export class BackwardTimes {
  #lowestMs = 0;
  #descents = 0;

  /** Call it for each frame until one is later than the first, which has the time 0. True: frames do not come in the order of their times. */
  add(mediaMs: number): boolean {
    if (mediaMs < this.#lowestMs) {
      this.#lowestMs = mediaMs;
      this.#descents += 1;
    }
    return this.#descents > MOST_DESCENTS;
  }
}
