/**
 * Keeps the frames that wait to be decoded and decides when they go to the decoder. Forward it decodes a few frames
 * ahead of the shown one. Backwards it decodes a part of a group at a time and returns it reversed.
 */
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import type { DecodedFrame, EncodedFrame } from "./encoded-frame.ts";
import { GopReversal, reverseBudget } from "./gop-reversal.ts";
import type { FrameDecoder } from "./frame-decoder.ts";
import { dueAt, isDue } from "./present-queue.ts";

/** Decoded frames held ahead when playing forward; more only while the decoder holds frames back for reordering. */
const AHEAD = 8;
const AHEAD_REORDERING = 24;
/** Frames inside the decoder at once that are decoded only to reach the wanted one. */
const AHEAD_LEADING = 64;

/** What this needs of a decoder. */
export type PacedDecoder = Pick<FrameDecoder, "decode" | "flush" | "holdsBack" | "needsKey" | "outstanding" | "reset">;

/** How it is played at the moment. */
export interface Playing {
  readonly rate: number;
  /** a single frame was requested: it is decoded forward, whatever the rate */
  readonly still: boolean;
  /** the tile's time, server ms */
  readonly localMs: number;
  /** decoded frames that wait to be shown */
  readonly queued: number;
  /** nothing more arrives for now: the decoder must output what it holds back */
  readonly isLast: boolean;
}

interface AheadHandlers {
  readonly playing: () => Playing;
  /** a frame, output in the order of play */
  readonly arrived: (frame: DecodedFrame) => void;
  /** a part of a group, reversed */
  readonly reversed: (frames: readonly DecodedFrame[]) => void;
  /** the decoder has output what it held back */
  readonly flushed: () => void;
}

export class DecodeAhead {
  readonly #decoder: PacedDecoder;
  readonly #handlers: AheadHandlers;
  readonly #coded: EncodedFrame[] = [];
  readonly #reversal = new GopReversal();
  /** frames of the group that is being decoded for reverse play; null: no group is */
  #part: DecodedFrame[] | null = null;
  #run = 0;

  constructor(decoder: PacedDecoder, handlers: AheadHandlers) {
    this.#decoder = decoder;
    this.#handlers = handlers;
  }

  /** Frames that have arrived and are not decoded yet. */
  get waiting(): number {
    return this.#coded.length + this.#reversal.waiting + this.#decoder.outstanding;
  }
  /** Nothing waits, and no part of a group is being decoded. */
  get isIdle(): boolean {
    return this.waiting === 0 && !this.#part;
  }

  push(frame: EncodedFrame): void {
    const { rate, still } = this.#handlers.playing();
    if (rate < 0 && !still) this.#reversal.push(frame);
    else this.#coded.push(frame);
    this.feed();
  }

  /** The group of pictures is whole; `feed` goes on with it. */
  endGroup(): void {
    this.#reversal.endGroup();
  }

  /** A frame that is decoded already (JPEG), or the decoder's output. */
  decoded(frame: DecodedFrame): void {
    if (this.#part) this.#part.push(frame);
    else this.#handlers.arrived(frame);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#run += 1;
    this.#coded.length = 0;
    this.#reversal.clear();
    for (const { image } of this.#part ?? []) image.close();
    this.#part = null;
    this.#decoder.reset();
  }

  /** Gives the decoder as many frames as there is room for. */
  feed(): void {
    const { rate, still } = this.#handlers.playing();
    if (rate < 0 && !still) return this.#feedReverse();
    for (let next = this.#coded[0]; next && this.#hasRoom(next); next = this.#coded[0]) {
      this.#coded.shift();
      if (!this.#isOvertaken()) this.#decoder.decode(next);
    }
    if (this.#coded.length > 0 || !this.#decoder.holdsBack || this.#decoder.needsKey) return;
    if (this.#handlers.playing().isLast) void this.#decoder.flush().then(this.#handlers.flushed);
  }

  /**
   * In fast play, where every frame is a key frame: the frame behind this one is due already, so this one would not be
   * shown.
   */
  #isOvertaken(): boolean {
    const behind = this.#coded[0];
    const { rate, still, localMs } = this.#handlers.playing();
    if (!behind || still || !isFastPlay(rate)) return false;
    return isDue(dueAt(behind, rate), localMs, rate);
  }

  #hasRoom(next: EncodedFrame): boolean {
    const inside = this.#decoder.outstanding;
    if (next.pre) return inside < AHEAD_LEADING;
    const { queued } = this.#handlers.playing();
    if (queued + inside < AHEAD) return true;
    return queued === 0 && this.#decoder.holdsBack && inside < AHEAD_REORDERING;
  }

  #feedReverse(): void {
    if (this.#part || !this.#reversal.hasPart) return;
    const settings = this.#reversal.settings;
    const budget = reverseBudget(settings?.width ?? 0, settings?.height ?? 0);
    if (this.#handlers.playing().queued > budget / 2) return;
    const part = this.#reversal.nextPart(budget);
    if (!part) return;
    const out: DecodedFrame[] = [];
    this.#part = out;
    const run = this.#run;
    part.frames.forEach((frame, index) =>
      this.#decoder.decode(index < part.keepFrom ? { ...frame, pre: true } : frame),
    );
    void this.#decoder.flush().then(() => {
      if (run !== this.#run) return; // a new start has closed them
      this.#part = null;
      this.#handlers.reversed(out.sort((a, b) => b.wallMs - a.wallMs));
      this.feed();
    });
  }
}
