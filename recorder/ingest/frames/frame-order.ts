/** Among so many frames ... */
const WINDOW = 32;
/** ... so many that step back are B frames, not an accident. */
const B_FRAMES = 3;
/** B frames step back by some frames; more is another clock. */
const MAX_STEP_TICKS = 90_000;
/** After so many frames in order the camera has stopped to send B frames. */
const FORGOTTEN_AFTER = 300;

/** Learns from their times whether frames come out of order (B frames). */
export class FrameOrder {
  #last: number | null = null;
  /** how many frames ago the newest steps back were */
  #backward: number[] = [];
  #isReordered = false;

  get isReordered(): boolean {
    return this.#isReordered;
  }

  /** True when the answer has changed with this frame. */
  add(pts90k: number): boolean {
    const step = this.#last === null ? 0 : pts90k - this.#last;
    this.#last = pts90k;
    this.#backward = this.#backward.map((ago) => ago + 1).filter((ago) => ago < FORGOTTEN_AFTER);
    if (step < 0 && step >= -MAX_STEP_TICKS) this.#backward = [0, ...this.#backward].slice(0, B_FRAMES);
    const isSure = (this.#backward[B_FRAMES - 1] ?? WINDOW) < WINDOW;
    const isReordered = this.#isReordered ? this.#backward.length > 0 : isSure;
    const hasChanged = isReordered !== this.#isReordered;
    this.#isReordered = isReordered;
    return hasChanged;
  }
}
