const WINDOW_S = 60;

/** Averages over the last 60 s, in buckets of one second. */
export class StreamMeter {
  readonly #bytes = new Float64Array(WINDOW_S);
  readonly #frames = new Float64Array(WINDOW_S);
  #second: number | null = null;
  #firstMs = 0;

  /** `nowMs`: any clock that does not go back by much; a jump clears the window. */
  add(bytes: number, frames: number, nowMs: number): void {
    const index = this.#advance(nowMs);
    this.#bytes[index] = (this.#bytes[index] ?? 0) + bytes;
    this.#frames[index] = (this.#frames[index] ?? 0) + frames;
  }

  rates(nowMs: number): { bitsPerSecond: number; framesPerSecond: number } {
    if (this.#second === null) return { bitsPerSecond: 0, framesPerSecond: 0 };
    this.#advance(nowMs);
    const seconds = Math.min(WINDOW_S, Math.max(1, (nowMs - this.#firstMs) / 1000));
    const sum = (list: Float64Array): number => list.reduce((total, value) => total + value, 0);
    return { bitsPerSecond: (sum(this.#bytes) * 8) / seconds, framesPerSecond: sum(this.#frames) / seconds };
  }

  #advance(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    const before = this.#second;
    if (before === null || second < before || second - before >= WINDOW_S) {
      this.#bytes.fill(0);
      this.#frames.fill(0);
      this.#firstMs = nowMs;
    } else
      for (let s = before + 1; s <= second; s++) {
        this.#bytes[s % WINDOW_S] = 0;
        this.#frames[s % WINDOW_S] = 0;
      }
    this.#second = second;
    return second % WINDOW_S;
  }
}
