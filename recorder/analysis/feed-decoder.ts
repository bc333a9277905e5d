import type { Frame } from "#recorder/codec/av-shared.ts";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import type { FeedCodec } from "./wire.ts";

/** What takes the decoded pictures of a feed. */
export interface PictureSink {
  /** The frame is only valid until this returns. */
  picture(frame: Frame, wallMs: number): void;
  /** What comes next has nothing to do with what came before. */
  discontinuity(): void;
  close(): void;
}

/** Wall time as the decoder carries it: ticks of 90 kHz since 1970 fit an int64 and come back to 0.01 ms. */
const TICKS_PER_MS = 90;

/** Decodes one feed once, for all jobs on it. Errors of the data never leave it: it waits for the next key frame. */
export class FeedDecoder {
  readonly sinks = new Set<PictureSink>();
  readonly #decoder: VideoDecoder;
  #waitingForKey = true;
  /** times of pictures that are decoded for the sake of later ones only */
  readonly #skipped = new Set<number>();

  readonly #onFailed: (sink: PictureSink, error: unknown) => void;

  /** `onFailed`: a sink threw (a size its encoder cannot do); it has been taken off and closed, the others go on. */
  constructor(codec: FeedCodec, reorders: boolean, onFailed: (sink: PictureSink, error: unknown) => void) {
    this.#onFailed = onFailed;
    this.#decoder = new VideoDecoder(codec, { lowDelay: !reorders });
  }

  unit(data: Buffer, key: boolean, wallMs: number, skip: boolean): void {
    if (this.#waitingForKey && !key) return;
    this.#waitingForKey = false;
    const ticks = Math.round(wallMs * TICKS_PER_MS);
    if (skip) this.#skipped.add(ticks);
    // Pictures the decoder dropped for being broken would stay in the set for ever.
    if (this.#skipped.size > 1000) this.#skipped.clear();
    if (!this.#decoder.decode(data, ticks, (frame) => this.#show(frame))) this.#waitingForKey = true;
  }

  /** Gives out what the decoder still holds; the next unit must be a key frame. */
  drain(): void {
    this.#decoder.drain((frame) => this.#show(frame));
    this.#skipped.clear();
    this.#waitingForKey = true;
    for (const sink of this.sinks) sink.discontinuity();
  }

  close(): void {
    for (const sink of this.sinks) sink.close();
    this.sinks.clear();
    this.#decoder.close();
  }

  #show(frame: Frame): void {
    const ticks = Number(frame.pts);
    if (this.#skipped.delete(ticks)) return;
    for (const sink of this.sinks)
      try {
        sink.picture(frame, ticks / TICKS_PER_MS);
      } catch (error) {
        this.sinks.delete(sink);
        sink.close();
        this.#onFailed(sink, error);
      }
  }
}
