/**
 * Decoded pictures in the order of play, each presented when the tile's time comes to it. Forward a picture is due at its
 * own time; backwards at the end of its span, so that at any instant both directions show the same picture.
 */
import { isFastPlay, strideMs, tickOf } from "#domain/timeline/fast-play.ts";
import type { DecodedFrame } from "./encoded-frame.ts";

type FrameSpan = Pick<DecodedFrame, "wallMs" | "durationMs">;

/** Server ms at which the picture is due in this direction; fast play turns all tiles at common ticks. */
export function dueAt(picture: FrameSpan, rate: number): number {
  const ownMs = rate >= 0 ? picture.wallMs : picture.wallMs + picture.durationMs;
  return isFastPlay(rate) ? tickOf(ownMs, strideMs(rate)) : ownMs;
}

/**
 * When the picture behind this one is due in fast play: forward a key frame stands until the next one, backwards how far the
 * next one is is not known before it comes.
 */
export const nextDueInFastPlay = (picture: FrameSpan, rate: number): number =>
  rate >= 0 ? tickOf(picture.wallMs + picture.durationMs, strideMs(rate)) : dueAt(picture, rate) - strideMs(rate);

/**
 * True when a tile that stands at `localMs` must show a picture that is due at `dueMs`: forward from that instant on,
 * backwards before it. Half a millisecond of rounding is forgiven, to the same side in both directions.
 */
export const isDue = (dueMs: number, localMs: number, rate: number): boolean =>
  rate >= 0 ? dueMs <= localMs + 0.5 : dueMs > localMs + 0.5;

export class PresentQueue {
  readonly #pictures: DecodedFrame[] = [];
  /** due pictures that a later due picture overtook */
  overtaken = 0;

  get length(): number {
    return this.#pictures.length;
  }

  /** The one that was pushed last; it stays the queue's. */
  get last(): DecodedFrame | null {
    return this.#pictures.at(-1) ?? null;
  }

  push(picture: DecodedFrame): void {
    this.#pictures.push(picture);
  }

  /** The newest picture that is due, and its ownership; older due ones are closed. */
  takeDue(localMs: number, rate: number): DecodedFrame | null {
    let taken: DecodedFrame | null = null;
    for (let head = this.#pictures[0]; head && isDue(dueAt(head, rate), localMs, rate); head = this.#pictures[0]) {
      this.#pictures.shift();
      if (taken) {
        taken.picture.close();
        this.overtaken += 1;
      }
      taken = head;
    }
    return taken;
  }

  /** The oldest picture that is due, and its ownership; later due ones wait: no picture is left out. */
  takeNextDue(localMs: number, rate: number): DecodedFrame | null {
    const head = this.#pictures[0];
    return head && isDue(dueAt(head, rate), localMs, rate) ? this.takeFirst() : null;
  }

  /** The first picture whatever the time: what a seek shows at once. */
  takeFirst(): DecodedFrame | null {
    return this.#pictures.shift() ?? null;
  }

  /** True when the picture of that time is here, or one beyond it. */
  covers(timeMs: number, rate: number): boolean {
    const { last } = this;
    if (!last) return false;
    return rate >= 0 ? last.wallMs + last.durationMs > timeMs + 0.5 : last.wallMs <= timeMs + 0.5;
  }

  nextDueMs(rate: number): number | null {
    const head = this.#pictures[0];
    return head ? dueAt(head, rate) : null;
  }

  clear(): void {
    for (const picture of this.#pictures) picture.picture.close();
    this.#pictures.length = 0;
  }
}
