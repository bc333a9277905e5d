/** Where more than half of so many packets leap, their numbers count something else. */
const LEAPS_OF = 32;

/**
 * Whether numbers count packets. Loss leaves out some numbers and then others; numbers that count something else leap by the same
 * step again and again, or go back, which no number does on a connection that keeps the order.
 */
export class Leaps {
  /** how many of the last packets leapt without loss, about */
  #count = 0;
  #lastStep = 0;

  /** `ahead`: of the number that was expected, 16 bits; `isRegular`: loss can be the reason */
  add(ahead: number, isRegular: boolean): void {
    const isLeap = ahead !== 0 && (!isRegular || ahead === this.#lastStep);
    if (ahead !== 0) this.#lastStep = ahead;
    this.#count += (isLeap ? 1 : 0) - this.#count / LEAPS_OF;
  }

  /** The numbers count something else. */
  get areUsual(): boolean {
    return this.#count > LEAPS_OF / 2;
  }
}
