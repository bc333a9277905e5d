/**
 * Decoded frames in the order of play. Each is presented when the tile's time reaches it. Forward a frame is due at its
 * own time, backwards at the end of its span, so that at any instant both directions show the same frame.
 */
import { isFastPlay, strideMs, tickOf } from "#domain/timeline/fast-play.ts";
import type { DecodedFrame } from "./encoded-frame.ts";

type FrameSpan = Pick<DecodedFrame, "wallMs" | "durationMs">;

/** Server ms at which the frame is due in this direction; fast play turns all tiles at common ticks. */
export function dueAt(frame: FrameSpan, rate: number): number {
  const ownMs = rate >= 0 ? frame.wallMs : frame.wallMs + frame.durationMs;
  return isFastPlay(rate) ? tickOf(ownMs, strideMs(rate)) : ownMs;
}

/**
 * When the frame behind this one is due in fast play. Forward, a key frame stays until the next one. Backwards, nobody
 * knows how far away the next one is before it arrives.
 */
export const nextDueInFastPlay = (frame: FrameSpan, rate: number): number =>
  rate >= 0 ? tickOf(frame.wallMs + frame.durationMs, strideMs(rate)) : dueAt(frame, rate) - strideMs(rate);

/**
 * True when a tile whose time is `localMs` must show a frame that is due at `dueMs`: forward from that instant on,
 * backwards before it. Half a millisecond of rounding is allowed, to the same side in both directions.
 */
export const isDue = (dueMs: number, localMs: number, rate: number): boolean =>
  rate >= 0 ? dueMs <= localMs + 0.5 : dueMs > localMs + 0.5;

/** Backwards up to 1x every frame is shown, also by a machine that is late. */
export const showsEvery = (rate: number): boolean => rate < 0 && rate >= -1;

export class PresentQueue {
  readonly #frames: DecodedFrame[] = [];
  /** due frames that a later due frame overtook */
  overtaken = 0;

  get length(): number {
    return this.#frames.length;
  }

  /** The frame that was pushed last; the queue still owns it. */
  get last(): DecodedFrame | null {
    return this.#frames.at(-1) ?? null;
  }

  push(frame: DecodedFrame): void {
    this.#frames.push(frame);
  }

  /** Returns the frame to be shown now and its ownership: the next due one where every frame is shown, else the newest. */
  takeToShow(localMs: number, rate: number): DecodedFrame | null {
    return showsEvery(rate) ? this.takeNextDue(localMs, rate) : this.takeDue(localMs, rate);
  }

  /** Returns the newest due frame and its ownership; older due ones are closed. */
  takeDue(localMs: number, rate: number): DecodedFrame | null {
    let taken: DecodedFrame | null = null;
    for (let head = this.#frames[0]; head && isDue(dueAt(head, rate), localMs, rate); head = this.#frames[0]) {
      this.#frames.shift();
      if (taken) {
        taken.image.close();
        this.overtaken += 1;
      }
      taken = head;
    }
    return taken;
  }

  /** Returns the oldest due frame and its ownership; later due ones wait, so that no frame is left out. */
  takeNextDue(localMs: number, rate: number): DecodedFrame | null {
    const head = this.#frames[0];
    return head && isDue(dueAt(head, rate), localMs, rate) ? this.takeFirst() : null;
  }

  /** Returns the first frame whatever the time: a seek shows it at once. */
  takeFirst(): DecodedFrame | null {
    return this.#frames.shift() ?? null;
  }

  /** True when the frame of that time has arrived, or a later one in the order of play. */
  covers(timeMs: number, rate: number): boolean {
    const { last } = this;
    if (!last) return false;
    return rate >= 0 ? last.wallMs + last.durationMs > timeMs + 0.5 : last.wallMs <= timeMs + 0.5;
  }

  nextDueMs(rate: number): number | null {
    const head = this.#frames[0];
    return head ? dueAt(head, rate) : null;
  }

  clear(): void {
    for (const { image } of this.#frames) image.close();
    this.#frames.length = 0;
  }
}
