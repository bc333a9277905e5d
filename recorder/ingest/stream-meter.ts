const WINDOW_S = 60;
/** So few frames in the window are counted by their distances: they do not fill whole seconds. */
const FEW = 8;
/** Frames further apart than this are few. */
const SELDOM_MS = 5000;

/** Averages over the last 60 s, in buckets of one second; of a camera of few frames, over the last of these. */
export class StreamMeter {
  readonly #bytes = new Float64Array(WINDOW_S);
  readonly #frames = new Float64Array(WINDOW_S);
  /** when the newest frames came, the oldest first */
  #times: number[] = [];
  #second: number | null = null;
  #firstMs = 0;

  /** `nowMs`: any clock that does not go back by much; a jump clears the window. */
  add(bytes: number, frames: number, nowMs: number): void {
    const index = this.#advance(nowMs);
    this.#bytes[index] = (this.#bytes[index] ?? 0) + bytes;
    this.#frames[index] = (this.#frames[index] ?? 0) + frames;
    if (frames > 0) this.#times = [...this.#times.slice(1 - FEW), nowMs];
  }

  rates(nowMs: number): { bitsPerSecond: number; framesPerSecond: number } {
    if (this.#second === null) return { bitsPerSecond: 0, framesPerSecond: 0 };
    this.#advance(nowMs);
    const seconds = Math.min(WINDOW_S, Math.max(1, (nowMs - this.#firstMs) / 1000));
    const sum = (list: Float64Array): number => list.reduce((total, value) => total + value, 0);
    const frames = sum(this.#frames);
    const framesPerSecond = frames < FEW ? this.#fewPerSecond(nowMs) : frames / seconds;
    return { bitsPerSecond: (sum(this.#bytes) * 8) / seconds, framesPerSecond };
  }

  /** A pause that is longer than usual counts as if a frame had come now. */
  #fewPerSecond(nowMs: number): number {
    const last = this.#times.at(-1);
    const usualMs = this.#usualMs;
    return usualMs > 0 && last !== undefined ? 1000 / Math.max(usualMs, nowMs - last) : 0;
  }

  /** Of the distances of the newest frames; 0 = not known. */
  get #usualMs(): number {
    const [first, last] = [this.#times[0], this.#times.at(-1)];
    return first === undefined || last === undefined ? 0 : (last - first) / Math.max(1, this.#times.length - 1);
  }

  #advance(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    const before = this.#second;
    // A camera whose frames are that far apart has not been away.
    const isFast = this.#usualMs > 0 && this.#usualMs < SELDOM_MS;
    const wasAway = before !== null && second - before >= WINDOW_S && isFast;
    if (before === null || second < before || wasAway) {
      this.#bytes.fill(0);
      this.#frames.fill(0);
      this.#times = [];
      this.#firstMs = nowMs;
    } else
      for (let s = Math.max(before + 1, second - WINDOW_S + 1); s <= second; s++) {
        this.#bytes[s % WINDOW_S] = 0;
        this.#frames[s % WINDOW_S] = 0;
      }
    this.#second = second;
    return second % WINDOW_S;
  }
}
