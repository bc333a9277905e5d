const CLOCK_RATE = 90_000;
/** Distances over which a rate is measured; it is measured anew after half of them. */
const SAMPLES = 31;
const EVERY = 15;
/** A camera of few frames is measured by those that came in this time, three at least. */
const SPAN_TICKS = 3 * CLOCK_RATE;
const LEAST_FRAMES = 3;
/** Beyond these it is a burst or a pause, not a frame rate. */
const RATES = { least: 0.001, most: 240 };

/** Measures the frame rate by the times of the newest frames, in whatever order they come. */
export class FrameRate {
  #times: number[] = [];
  #since = 0;
  #measuredAt: number | null = null;

  /** Frames per second where this frame gives a new measurement, else null. `pts90k`: 90 kHz. */
  add(pts90k: number): number | null {
    this.#measuredAt ??= pts90k;
    this.#times.push(pts90k);
    if (this.#times.length > SAMPLES) this.#times.shift();
    this.#since += 1;
    const isLong = this.#times.length >= LEAST_FRAMES && pts90k - this.#measuredAt >= SPAN_TICKS;
    if (!isLong && (this.#since < EVERY || this.#times.length <= EVERY)) return null;
    this.#since = 0;
    this.#measuredAt = pts90k;
    const inOrder = this.#times.toSorted((a, b) => a - b);
    const steps = inOrder
      .slice(1)
      .map((time, i) => time - (inOrder[i] ?? time))
      .sort((a, b) => a - b);
    const rate = CLOCK_RATE / (steps[steps.length >> 1] ?? 0);
    return rate >= RATES.least && rate <= RATES.most ? rounded(rate) : null;
  }

  /** The next frames do not continue those before. */
  clear(): void {
    this.#times = [];
    this.#since = 0;
    this.#measuredAt = null;
  }
}

/** Two decimals; of a rate below 1, two digits. */
const rounded = (rate: number): number => (rate < 1 ? Number(rate.toPrecision(2)) : Math.round(rate * 100) / 100);
