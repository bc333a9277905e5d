/** The usual distance is the mean of so many: what a stall holds back comes at once after it, so that a mean stays right. */
const MEAN_OF = 64;
/** A frame that comes at the usual distance, within these limits, is dated evenly, and follows its arrival by these shares of both. */
const EARLY_MS = 150;
const LATE_MS = 150;
/** ... where frames are usually no further apart than this: a slow camera is not held back for many frames. */
const MOST_USUAL_MS = 1000;
/** ... but for this, so that most frames are exactly as far apart as usual, which players take for a steady rate */
const TOLERATED_MS = 40;
const FOLLOWS = { lateness: 0.15, usual: 0.1 };
/** A later one was held back, or the camera had paused: what then comes at this share of the usual distance, so often in a row, is not catching up. */
const EVEN = { share: 0.6, times: 2 };
/** A camera that stays late for this long, or is late by this much, is not catching up either. */
const MOST_LATE = { forMs: 3000, ms: 6000 };

/**
 * How far apart frames usually arrive, for dates by arrival alone: an uneven network does not make an uneven camera. What a stall
 * held back is dated as evenly as it was taken; after a pause of the camera two frames are dated too early.
 */
export class ArrivalRhythm {
  #gapsMs: number[] = [];
  #sumMs = 0;
  /** the usual distance before the newest frame */
  #usualMs = 0;
  /** while frames are late: the distance before, since when, and how many came evenly since; else null */
  #late: { readonly usualMs: number; readonly sinceMs: number; readonly evens: number } | null = null;

  /** A frame came, `gapMs` after the one before. */
  came(gapMs: number): void {
    this.#usualMs = this.#sumMs / Math.max(1, this.#gapsMs.length);
    this.#gapsMs.push(gapMs);
    this.#sumMs += gapMs;
    if (this.#gapsMs.length > MEAN_OF) this.#sumMs -= this.#gapsMs.shift() ?? 0;
  }

  /** The date of the frame that came at `receivedMs`, behind one that is dated `latestMs`. */
  dateOf(receivedMs: number, latestMs: number): number {
    const usualMs = this.#late?.usualMs ?? this.#usualMs;
    const evenMs = latestMs + usualMs;
    const lateMs = receivedMs - evenMs;
    if (usualMs === 0 || usualMs > MOST_USUAL_MS || lateMs < -EARLY_MS || this.#hasPaused(receivedMs, lateMs, usualMs))
      return receivedMs;
    if (this.#late) return evenMs;
    const wrongMs = Math.max(0, Math.abs(lateMs) - TOLERATED_MS);
    return evenMs + Math.sign(lateMs) * Math.min(wrongMs * FOLLOWS.lateness, usualMs * FOLLOWS.usual);
  }

  #hasPaused(receivedMs: number, lateMs: number, usualMs: number): boolean {
    const before = this.#late;
    this.#late = null;
    if (lateMs <= LATE_MS) return false;
    const isEven = before !== null && (this.#gapsMs.at(-1) ?? 0) >= EVEN.share * usualMs;
    const late = { usualMs, sinceMs: before?.sinceMs ?? receivedMs, evens: isEven ? before.evens + 1 : 0 };
    if (late.evens >= EVEN.times) {
      this.#begin();
      return true;
    }
    if (lateMs > MOST_LATE.ms || receivedMs - late.sinceMs > MOST_LATE.forMs) return true;
    this.#late = late;
    return false;
  }

  /** Measures the distance of frames anew: the camera may be slower than before. */
  #begin(): void {
    this.#gapsMs = this.#gapsMs.slice(-EVEN.times);
    this.#sumMs = this.#gapsMs.reduce((sum, gapMs) => sum + gapMs, 0);
  }
}
