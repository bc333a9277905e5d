import { lagOf } from "../playback-clock.ts";

interface Gap {
  /** server ms, in the order of time */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stretch in which nothing is recorded: the recorder reports it as early as it sends frames, long before it is reached. */
export class GapAhead {
  /** the first frame of a play lies behind the gap, through which the clock runs without this tile */
  begins = false;
  #isLast = false;
  #ahead: Gap | null = null;

  /** Nothing has arrived since the gap was reported. */
  get isLast(): boolean {
    return this.#isLast;
  }

  report(fromMs: number, toMs: number): void {
    this.#isLast = true;
    this.#ahead = { fromMs, toMs };
  }

  /** A frame from behind the gap has arrived. */
  passed(): void {
    this.#isLast = false;
  }

  /** A new play begins. */
  forget(): void {
    this.begins = false;
    this.#isLast = false;
    this.#ahead = null;
  }

  /** The gap, once, when the tile's time is there or no frame before it is left; null before that. */
  reach(localMs: number, rate: number, isNothingLeft: boolean): Gap | null {
    const gap = this.#ahead;
    if (!gap || !(isNothingLeft || lagOf(localMs, rate < 0 ? gap.toMs : gap.fromMs, rate) >= 0)) return null;
    this.#ahead = null;
    return gap;
  }
}
