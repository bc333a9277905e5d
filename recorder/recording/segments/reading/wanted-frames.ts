import type { RecordedVideo } from "../recorded-sample.ts";

/**
 * Tells which frames of a run are wanted up to an end. A frame that is shown after the end is held: frames that are predicted
 * from it may follow and be wanted (B frames). Then it is given out, with all that lie between, so that none is missing before
 * the last one.
 */
export class WantedFrames {
  #untilMs: number;
  #held: RecordedVideo[] = [];

  constructor(untilMs: number) {
    this.#untilMs = untilMs;
  }

  /** Takes the next frame in decoding order; returns those that are known to be wanted now, in that order. */
  take(frame: RecordedVideo): readonly RecordedVideo[] {
    this.#held.push(frame);
    if (frame.wallMs >= this.#untilMs) return [];
    const wanted = this.#held;
    this.#held = [];
    for (const { wallMs } of wanted) this.#untilMs = Math.max(this.#untilMs, wallMs);
    return wanted;
  }
}
