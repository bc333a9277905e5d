/** The rate is measured over this time. */
const WINDOW_MS = 2000;
/** A source whose last frame is older than this does not move. */
const SILENT_MS = 3000;
/** A pause this many times longer than the usual gap ends the measured rate. */
const PAUSE_GAPS = 2;

/**
 * Arrivals per second of one source, from the times of the first and the last frame of a window. Counts over a quarter
 * of a second would give 8 or 12 for a camera of 10, and of sixty-four such cameras one always gives more.
 */
export class ArrivalRate {
  #times: number[] = [];

  note(nowMs: number): void {
    this.#times.push(nowMs);
    // At least two times are kept, however far apart.
    while (this.#times.length > 2 && nowMs - (this.#times[0] ?? nowMs) > WINDOW_MS) this.#times.shift();
  }

  reset(): void {
    this.#times = [];
  }

  /** 0: no frames arrive (any more), or only a first one has. */
  hz(nowMs: number): number {
    const first = this.#times[0];
    const last = this.#times.at(-1);
    if (first === undefined || last === undefined || nowMs - last > SILENT_MS) return 0;
    const gapMs = (last - first) / (this.#times.length - 1);
    if (!(gapMs > 0)) return 0;
    return 1000 / (nowMs - last > PAUSE_GAPS * gapMs ? nowMs - last : gapMs);
  }
}
