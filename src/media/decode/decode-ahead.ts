/**
 * What waits to be decoded, and when it goes to the decoder: forward a few pictures ahead of what is shown, backwards a part of
 * a group at a time, which comes out reversed.
 */
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import type { DecodedFrame, EncodedFrame } from "./encoded-frame.ts";
import { GopReversal, reverseBudget } from "./gop-reversal.ts";
import type { FrameDecoder } from "./frame-decoder.ts";
import { dueAt, isDue } from "./present-queue.ts";

/** Decoded pictures held ahead when playing forward; more only while the decoder holds back for reordering. */
const AHEAD = 8;
const AHEAD_REORDERING = 24;
/** Pictures that only lead to the wanted one, inside the decoder at once. */
const AHEAD_LEADING = 64;

/** What is needed of a decoder. */
export type PacedDecoder = Pick<FrameDecoder, "decode" | "flush" | "holdsBack" | "needsKey" | "outstanding" | "reset">;

/** How it is played just now. */
export interface Playing {
  readonly rate: number;
  /** a single picture was asked for: it comes forward, whatever the rate */
  readonly still: boolean;
  /** the tile's time, server ms */
  readonly localMs: number;
  /** decoded pictures that wait to be shown */
  readonly queued: number;
  /** nothing comes for now: what the decoder holds back must come out */
  readonly isLast: boolean;
}

export interface AheadHandlers {
  readonly playing: () => Playing;
  /** a picture that came out in the order of play */
  readonly arrived: (picture: DecodedFrame) => void;
  /** a part of a group, reversed */
  readonly reversed: (pictures: readonly DecodedFrame[]) => void;
  /** what the decoder held back is out */
  readonly flushed: () => void;
}

export class DecodeAhead {
  readonly #decoder: PacedDecoder;
  readonly #handlers: AheadHandlers;
  readonly #coded: EncodedFrame[] = [];
  readonly #reversal = new GopReversal();
  /** pictures of the group that is being decoded for reverse play; null: none is */
  #part: DecodedFrame[] | null = null;
  #run = 0;

  constructor(decoder: PacedDecoder, handlers: AheadHandlers) {
    this.#decoder = decoder;
    this.#handlers = handlers;
  }

  /** Pictures that came and are not decoded yet. */
  get waiting(): number {
    return this.#coded.length + this.#reversal.waiting + this.#decoder.outstanding;
  }
  /** Nothing waits, and no part of a group is on its way. */
  get isIdle(): boolean {
    return this.waiting === 0 && !this.#part;
  }

  push(picture: EncodedFrame): void {
    const { rate, still } = this.#handlers.playing();
    if (rate < 0 && !still) this.#reversal.push(picture);
    else this.#coded.push(picture);
    this.feed();
  }

  /** The group of pictures is whole; `feed` goes on with it. */
  endGroup(): void {
    this.#reversal.endGroup();
  }

  /** A picture that is decoded already (JPEG), or the decoder's output. */
  decoded(picture: DecodedFrame): void {
    if (this.#part) this.#part.push(picture);
    else this.#handlers.arrived(picture);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#run += 1;
    this.#coded.length = 0;
    this.#reversal.clear();
    for (const picture of this.#part ?? []) picture.picture.close();
    this.#part = null;
    this.#decoder.reset();
  }

  /** Gives the decoder what there is room for. */
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

  /** In fast play, where every picture is a key frame: the one behind it is due already, so that it would not be shown. */
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
    part.pictures.forEach((picture, index) =>
      this.#decoder.decode(index < part.keepFrom ? { ...picture, pre: true } : picture),
    );
    void this.#decoder.flush().then(() => {
      if (run !== this.#run) return; // a new start has closed them
      this.#part = null;
      this.#handlers.reversed(out.sort((a, b) => b.wallMs - a.wallMs));
      this.feed();
    });
  }
}
