/** Share by which the usual distance of arrivals follows the newest one: they vary more than what the camera says. */
const FOLLOWS = 0.05;
/** A pause that is longer counts as so many usual ones. */
const MOST_USUAL = 4;
/** Pictures that are dated by arrival come evenly within these limits, and follow it by this share. */
const UNEVEN = { lateMs: 400, earlyMs: 150, follows: 0.15 };

/** How far apart pictures usually arrive, for dates by arrival alone: an uneven network does not make an uneven camera. */
export class ArrivalRhythm {
  #usualMs = 0;

  /** A picture came, `gapMs` after the one before. */
  came(gapMs: number): void {
    if (this.#usualMs === 0) this.#usualMs = gapMs;
    else this.#usualMs += (Math.min(gapMs, MOST_USUAL * this.#usualMs) - this.#usualMs) * FOLLOWS;
  }

  /** The date of a picture that came at `receivedMs`, behind one that is dated `latestMs`. */
  dateOf(receivedMs: number, latestMs: number): number {
    const evenMs = latestMs + this.#usualMs;
    const lateMs = receivedMs - evenMs;
    const isEven = this.#usualMs > 0 && lateMs <= UNEVEN.lateMs && lateMs >= -UNEVEN.earlyMs;
    return isEven ? evenMs + lateMs * UNEVEN.follows : receivedMs;
  }
}
