/**
 * Whether drawing frames as they are waits for the page. In a worker of a browser without a GPU, Chromium's `drawImage` of a
 * VideoFrame asks the main thread each time, and stands still for as long as a task runs there.
 */

/** A draw of a small frame never takes this long by itself; of a larger one it may, by this much per pixel. */
const WAITED_MS = 30;
const OWN_MS_PER_PX = 1e-5;
/** A single wait may be chance; this many within `WITHIN_MS` are not. */
const WAITS = 2;
const WITHIN_MS = 1000;
/** The page is taken to wait for this long before it is tried again; each time that it still waits, for twice as long. */
const FIRST_MS = 10_000;
const LONGEST_MS = 80_000;

export class PageWaits {
  #at: number[] = [];
  #untilMs = Number.NEGATIVE_INFINITY;
  #forMs = FIRST_MS;

  /** Frames are better not drawn as they are. */
  isWaiting(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** A frame of so many pixels was drawn as it is, in `ms`. */
  note(ms: number, framePx: number, nowMs: number): void {
    if (this.isWaiting(nowMs) || ms < WAITED_MS + framePx * OWN_MS_PER_PX) return;
    this.#at = [...this.#at.filter((atMs) => nowMs - atMs < WITHIN_MS), nowMs];
    if (this.#at.length < WAITS) return;
    const isAgain = nowMs - this.#untilMs < FIRST_MS;
    this.#forMs = isAgain ? Math.min(LONGEST_MS, this.#forMs * 2) : FIRST_MS;
    this.#untilMs = nowMs + this.#forMs;
    this.#at = [];
  }
}
