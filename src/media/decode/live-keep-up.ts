/**
 * Keeps live pictures live when this thread is too slow for them: messages then pile up unread in the browser, each later
 * than the one before. Deltas are left out until a key frame comes in time again. When leaving out does not help, the
 * pictures are late at their origin: that is then taken as their ordinary delay. Pure.
 */
/** [ours] a picture that is this much later than the earliest of its stream is late */
export const LATE_MS = 1500;
/** [ours] key frames that stay as late as the first one show that leaving out does not help */
const PATIENCE = 2;

export class LiveKeepUp {
  #leastLagMs = Number.POSITIVE_INFINITY;
  #skipping = false;
  #lateAtSkipMs = 0;
  #keys = 0;
  /** pictures left out since the start */
  skipped = 0;

  /** False: leave this picture out. `lagMs`: this machine's time minus the picture's; only differences count. */
  take(key: boolean, lagMs: number): boolean {
    this.#leastLagMs = Math.min(this.#leastLagMs, lagMs);
    const lateMs = lagMs - this.#leastLagMs;
    if (!this.#skipping) {
      if (lateMs <= LATE_MS) return true;
      this.#skipping = true;
      this.#lateAtSkipMs = lateMs;
      this.#keys = 0;
    }
    if (!key) {
      this.skipped += 1;
      return false;
    }
    this.#keys += 1;
    const helps = lateMs < this.#lateAtSkipMs * 0.8;
    if (lateMs <= LATE_MS) this.#skipping = false;
    else if (!helps && this.#keys > PATIENCE) {
      this.#leastLagMs = lagMs;
      this.#skipping = false;
    } else if (helps) {
      this.#lateAtSkipMs = lateMs;
      this.#keys = 0;
    }
    return true;
  }

  reset(): void {
    this.#leastLagMs = Number.POSITIVE_INFINITY;
    this.#skipping = false;
  }
}
