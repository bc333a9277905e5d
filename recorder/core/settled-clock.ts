/** A jump forward by more than this between two readings means that the clock was set; drift is smaller. */
const JUMP_MS = 5 * 60_000;
/** A person who set the clock wrongly has this long to notice it. */
const STAND_MS = 12 * 3_600_000;

/**
 * The clock by which recordings age. When the system clock is set forward while the recorder runs, the jump is believed
 * only after it has stood for half a day, because recordings that it would delete cannot be brought back. A jump back
 * is believed at once. If at the start the clock is ahead of the newest recording, it may be wrong, or the recorder was
 * off: it counts as set forward from there, so that after weeks off the oldest recordings stay half a day longer.
 */
export class SettledClock {
  readonly #now: () => number;
  readonly #elapsed: () => number;
  /** the system clock minus the elapsed time, both in ms: constant while nobody sets the clock */
  #offsetMs: number;
  /** the same value if the start had been when the newest recording ended: the time is at least this */
  readonly #leastOffsetMs: number;
  #jump: { readonly offsetMs: number; readonly sinceMs: number } | null = null;

  /**
   * `now`: epoch ms; `elapsed`: ms of a monotonic clock; `newestMs`: end of the newest recording, null = there is none
   */
  constructor(now: () => number, elapsed: () => number, newestMs: number | null = null) {
    this.#now = now;
    this.#elapsed = elapsed;
    const startMs = now();
    this.#leastOffsetMs = (newestMs ?? Number.NEGATIVE_INFINITY) - elapsed();
    this.#offsetMs = Math.min(startMs, newestMs ?? startMs) - elapsed();
  }

  /** Epoch ms. Call it every few minutes: the drift in between must not look like a jump. */
  read(): number {
    const elapsedMs = this.#elapsed();
    const offsetMs = this.#now() - elapsedMs;
    if (offsetMs <= this.#offsetMs + JUMP_MS) this.#believe(offsetMs);
    else {
      const jump = this.#jump;
      const isAnother = jump === null || offsetMs > jump.offsetMs + JUMP_MS;
      // After a small step back, the clock has been at least this far ahead since then.
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
