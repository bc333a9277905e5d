/**
 * Keeps live video live on a machine that is too slow for it. Where this thread is too slow, messages pile up unread in
 * the browser, each later than the one before. Where the decoder is too slow, frames wait in it. Delta frames are left
 * out until a key frame arrives in time again. When leaving out does not help, the frames are late at their origin:
 * that delay then counts as their ordinary delay. Pure.
 */
/** [ours] a frame is late when it comes this much later than the earliest of its stream */
export const LATE_MS = 1500;
/**
 * [ours] no frame waits in the decoder for longer than this (several that arrive at once, after a hiccup of the
 * network, do not)
 */
export const WAITING_MS = 1000;
/** [ours] key frames that stay as late as the first one show that leaving frames out does not help */
const PATIENCE = 2;

export class LiveKeepUp {
  #leastLagMs = Number.POSITIVE_INFINITY;
  #skipping = false;
  #lateAtSkipMs = 0;
  #keys = 0;

  /**
   * False: leave this frame out. `lagMs`: this machine's time minus the frame's; only differences count. `waitingMs`:
   * how long the decoder's first frame has waited. A waiting frame is never forgotten, because a thread that hardly
   * runs has not yet heard which frames are done.
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
