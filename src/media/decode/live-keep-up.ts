/**
 * Keeps live pictures live on a machine that is too slow for them. Where this thread is, messages pile up unread in the
 * browser, each later than the one before; where the decoder is, pictures wait in it. Deltas are left out until a key frame
 * comes in time again. When leaving out does not help, the pictures are late at their origin: that is then taken as their
 * ordinary delay. Pure.
 */
/** [ours] a picture that is this much later than the earliest of its stream is late */
export const LATE_MS = 1500;
/** [ours] no picture waits in the decoder for longer than this (many that come at once, after a hiccup of the network, do not) */
export const WAITING_MS = 1000;
/** [ours] key frames that stay as late as the first one show that leaving out does not help */
const PATIENCE = 2;

export class LiveKeepUp {
  #leastLagMs = Number.POSITIVE_INFINITY;
  #skipping = false;
  #lateAtSkipMs = 0;
  #keys = 0;

  /**
   * False: leave this picture out. `lagMs`: this machine's time minus the picture's, only differences count. `waitingMs`: how
   * long the decoder's first waits; what waits is never forgotten, as a thread that hardly runs has not heard yet of what is done.
   */
  take(key: boolean, lagMs: number, waitingMs: number): boolean {
    return this.#inTime(key, lagMs) && (key || waitingMs <= WAITING_MS);
  }

  reset(): void {
    this.#leastLagMs = Number.POSITIVE_INFINITY;
    this.#skipping = false;
  }

  #inTime(key: boolean, lagMs: number): boolean {
    this.#leastLagMs = Math.min(this.#leastLagMs, lagMs);
    const lateMs = lagMs - this.#leastLagMs;
    if (!this.#skipping) {
      if (lateMs <= LATE_MS) return true;
      this.#skipping = true;
      this.#lateAtSkipMs = lateMs;
      this.#keys = 0;
    }
    if (!key) return false;
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
}
