/** So many first frames whose times are closer than this, and which come no faster than that, are not timed by a clock. */
const FRAMES = 12;
const LEAST_STEP_MS = 2;
const LEAST_ARRIVAL_MS = 6;

/** Tells by the first frames that a camera counts in another unit: that need not wait until the slope of a clock is known. */
export class EarlyTimes {
  #seen = 0;
  #first: { readonly mediaMs: number; readonly arrivalMs: number } | null = null;
  /** they are far closer to one another by their times than by arrival */
  areNone = false;

  add(mediaMs: number, arrivalMs: number): void {
    if (this.#seen === FRAMES) return;
    this.#seen += 1;
    this.#first ??= { mediaMs, arrivalMs };
    if (this.#seen < FRAMES) return;
    const isClose = mediaMs - this.#first.mediaMs < FRAMES * LEAST_STEP_MS;
    this.areNone = isClose && arrivalMs - this.#first.arrivalMs > FRAMES * LEAST_ARRIVAL_MS;
  }
}
