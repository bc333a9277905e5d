const CLOCK_RATE = 90_000;
/** Distances over which a rate is measured; it is measured anew after half of them. */
const SAMPLES = 31;
const EVERY = 15;
/** Beyond these it is a burst or a pause, not a frame rate. */
const RATES = { least: 0.05, most: 240 };

/** Measures the frame rate by the times of the newest pictures, in whatever order they come. */
export class PictureRate {
  #times: number[] = [];
  #since = 0;

  /** Frames per second where this picture gives a new measurement, else null. `pts90k`: 90 kHz. */
  add(pts90k: number): number | null {
    this.#times.push(pts90k);
    if (this.#times.length > SAMPLES) this.#times.shift();
    this.#since += 1;
    if (this.#since < EVERY || this.#times.length <= EVERY) return null;
    this.#since = 0;
    const inOrder = this.#times.toSorted((a, b) => a - b);
    const steps = inOrder
      .slice(1)
      .map((time, i) => time - (inOrder[i] ?? time))
      .sort((a, b) => a - b);
    const rate = Math.round((CLOCK_RATE / (steps[steps.length >> 1] ?? 0)) * 100) / 100;
    return rate >= RATES.least && rate <= RATES.most ? rate : null;
  }

  /** The next pictures do not continue those before. */
  clear(): void {
    this.#times = [];
    this.#since = 0;
  }
}
