import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { BackwardTimes } from "./backward-times.ts";

/** Nothing is held longer for what does not come. */
const HELD_MS = 1000;

/**
 * Holds the frames behind the first one that have earlier times, until it is known why: they are shown before it (B frames), and one with
 * a later time follows; or the clock runs backwards, and none does. Dates that were given cannot be taken back.
 */
export class FirstOrder {
  readonly #backward = new BackwardTimes();
  #firstTime: number | null = null;
  #held: NalGroup[] = [];
  #isOver = false;
  /** the clock runs backwards */
  isBackward = false;

  /** The frames to be dated now. */
  add(frame: NalGroup): readonly NalGroup[] {
    if (this.#isOver) return [frame];
    this.#firstTime ??= frame.rtpTime;
    const ticks = (frame.rtpTime - this.#firstTime) | 0;
    if (ticks === 0 && this.#held.length === 0) return [frame];
    this.#held.push(frame);
    this.isBackward = this.#backward.add(ticks);
    return ticks < 0 && !this.isBackward ? [] : this.#end();
  }

  /** Called now and then: gives up what is held when nothing follows. */
  release(nowMs: number): readonly NalGroup[] {
    const sinceMs = this.#held[0]?.receivedMs;
    return sinceMs !== undefined && nowMs - sinceMs > HELD_MS ? this.#end() : [];
  }

  /** The order of frames is known from before. */
  skip(): void {
    this.#isOver = true;
  }

  #end(): readonly NalGroup[] {
    this.#isOver = true;
    return this.#held.splice(0);
  }
}
