/** So many of the newest numbers are remembered: more than one track's packets between two of another. */
const REMEMBERED = 256;

/**
 * Tells whether the tracks of a session count their packets together, as some cameras do: then numbers that are missing on one track
 * came on another. Tracks that count by themselves have the same number some time, and from then on nothing is believed.
 */
export class PacketNumbers {
  readonly #tracks = new Map<number, object>();
  #isShared = true;

  /** A packet of this number came on the track. */
  came(track: object, sequence: number): void {
    if (!this.#isShared) return;
    const other = this.#tracks.get(sequence);
    if (other !== undefined && other !== track) {
      this.#isShared = false;
      this.#tracks.clear();
      return;
    }
    this.#tracks.delete(sequence);
    this.#tracks.set(sequence, track);
    if (this.#tracks.size <= REMEMBERED) return;
    for (const oldest of this.#tracks.keys()) {
      this.#tracks.delete(oldest);
      return;
    }
  }

  /** Whether this number, which is missing on the track, came on another one. */
  isElsewhere(track: object, sequence: number): boolean {
    const found = this.#tracks.get(sequence);
    return found !== undefined && found !== track;
  }
}
