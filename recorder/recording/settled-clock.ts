/** Further forward than this between two looks is a clock that was set, not one that drifts. */
const JUMP_MS = 5 * 60_000;
/** Whoever set the clock wrongly has this long to notice it. */
const STAND_MS = 12 * 3_600_000;

/**
 * The time by which recordings grow old. A clock that is set forward while the recorder runs is believed only after its jump
 * has stood for half a day: what it would make too old at once cannot be brought back. Set back it is believed at once.
 */
export class SettledClock {
  readonly #now: () => number;
  readonly #elapsed: () => number;
  /** the clock less what has elapsed, both in ms: the same while nobody sets the clock */
  #offsetMs: number;
  #jump: { readonly offsetMs: number; readonly sinceMs: number } | null = null;

  /** `now`: epoch ms; `elapsed`: ms of a clock that nobody sets */
  constructor(now: () => number, elapsed: () => number) {
    this.#now = now;
    this.#elapsed = elapsed;
    this.#offsetMs = now() - elapsed();
  }

  /** Epoch ms. Asked every few minutes: what a clock drifts in between must not look like a jump. */
  read(): number {
    const elapsedMs = this.#elapsed();
    const offsetMs = this.#now() - elapsedMs;
    if (offsetMs <= this.#offsetMs + JUMP_MS) {
      this.#offsetMs = offsetMs;
      this.#jump = null;
    } else if (this.#jump === null || offsetMs > this.#jump.offsetMs + JUMP_MS)
      this.#jump = { offsetMs, sinceMs: elapsedMs };
    else if (elapsedMs - this.#jump.sinceMs >= STAND_MS) {
      this.#offsetMs = offsetMs;
      this.#jump = null;
    }
    return elapsedMs + this.#offsetMs;
  }
}
