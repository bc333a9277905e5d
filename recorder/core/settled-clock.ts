/** Further forward than this between two looks is a clock that was set, not one that drifts. */
const JUMP_MS = 5 * 60_000;
/** Whoever set the clock wrongly has this long to notice it. */
const STAND_MS = 12 * 3_600_000;

/**
 * The time by which recordings grow old. A clock that is set forward while the recorder runs is believed only after its jump
 * has stood for half a day: what it would make too old at once cannot be brought back. Set back it is believed at once.
 * A clock that at the start is ahead of the newest recording may be wrong, or the recorder was off: it counts as set forward from
 * there, so that after weeks off the oldest stay half a day longer.
 */
export class SettledClock {
  readonly #now: () => number;
  readonly #elapsed: () => number;
  /** the clock less what has elapsed, both in ms: the same while nobody sets the clock */
  #offsetMs: number;
  /** the same as if the start was when the newest recording ended: the time is at least this */
  readonly #leastOffsetMs: number;
  #jump: { readonly offsetMs: number; readonly sinceMs: number } | null = null;

  /** `now`: epoch ms; `elapsed`: ms of a clock that nobody sets; `newestMs`: end of the newest recording, null = there is none */
  constructor(now: () => number, elapsed: () => number, newestMs: number | null = null) {
    this.#now = now;
    this.#elapsed = elapsed;
    const startMs = now();
    this.#leastOffsetMs = (newestMs ?? Number.NEGATIVE_INFINITY) - elapsed();
    this.#offsetMs = Math.min(startMs, newestMs ?? startMs) - elapsed();
  }

  /** Epoch ms. Asked every few minutes: what a clock drifts in between must not look like a jump. */
  read(): number {
    const elapsedMs = this.#elapsed();
    const offsetMs = this.#now() - elapsedMs;
    if (offsetMs <= this.#offsetMs + JUMP_MS) this.#believe(offsetMs);
    else {
      const jump = this.#jump;
      const isAnother = jump === null || offsetMs > jump.offsetMs + JUMP_MS;
      // Set back a little, it has been at least so far ahead since then.
      this.#jump = isAnother
        ? { offsetMs, sinceMs: elapsedMs }
        : { offsetMs: Math.min(offsetMs, jump.offsetMs), sinceMs: jump.sinceMs };
      if (elapsedMs - this.#jump.sinceMs >= STAND_MS) this.#believe(offsetMs);
    }
    // A jump out of the past, as of a computer whose clock has no battery, is believed as far as there are recordings.
    return elapsedMs + Math.min(offsetMs, Math.max(this.#offsetMs, this.#leastOffsetMs));
  }

  #believe(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#jump = null;
  }
}
