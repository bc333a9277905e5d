/** The rate is measured over so much time... */
const WINDOW_MS = 2000;
/** ... and a source that brings nothing for this long does not move. */
const SILENT_MS = 3000;
/** A pause this much longer than the usual gap is the end of that rate. */
const PAUSE_GAPS = 2;

/**
 * Arrivals per second of one source, by the times of the first and the last of a window: counts of a quarter of a second would
 * say 8 or 12 of a camera of 10, and of sixty-four such cameras one always says more.
 */
export class ArrivalRate {
  #times: number[] = [];

  note(nowMs: number): void {
    this.#times.push(nowMs);
    // Two at least, however far apart.
    while (this.#times.length > 2 && nowMs - (this.#times[0] ?? nowMs) > WINDOW_MS) this.#times.shift();
  }

  reset(): void {
    this.#times = [];
  }

  /** 0: nothing comes (any more), or a first picture only. */
  hz(nowMs: number): number {
    const first = this.#times[0];
    const last = this.#times.at(-1);
    if (first === undefined || last === undefined || nowMs - last > SILENT_MS) return 0;
    const gapMs = (last - first) / (this.#times.length - 1);
    if (!(gapMs > 0)) return 0;
    return 1000 / (nowMs - last > PAUSE_GAPS * gapMs ? nowMs - last : gapMs);
  }
}
