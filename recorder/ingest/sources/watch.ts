/** A camera's silence is looked at so many times within the limit. */
export const LOOKS = 8;
/** A look that comes later than this many intervals after the one before comes late. */
const LATE = 2;

/**
 * Tells whether this process has looked in time. One that was held up has not read yet what the camera sent meanwhile: that is
 * read before the next look, and until then nothing is known of the camera's silence.
 */
export class Watch {
  readonly #everyMs: number;
  #lookedMs: number | null = null;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  isTimely(nowMs: number): boolean {
    const sinceMs = this.#lookedMs === null ? 0 : nowMs - this.#lookedMs;
    this.#lookedMs = nowMs;
    return sinceMs <= LATE * this.#everyMs;
  }
}
