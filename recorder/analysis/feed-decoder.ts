import type { Frame } from "#recorder/codec/av-shared.ts";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import { Lateness } from "./lateness.ts";
import type { FeedCodec, ToAnalysis } from "./wire.ts";

/** Receives the decoded frames of a feed. */
export interface FrameSink {
  /** The frame is valid only until this returns. `lateMs`: how far behind a live feed is, otherwise 0. */
  picture(frame: Frame, wallMs: number, lateMs: number): void;
  /** A cut: the next frames do not continue the ones before. */
  discontinuity(): void;
  close(): void;
}

/**
 * Wall time in the unit that the decoder carries: 90 kHz ticks since 1970 fit an int64 and come back exact to 0.01 ms.
 */
const TICKS_PER_MS = 90;

/** A live frame that has waited this long is not decoded, nor are the ones up to the next key frame. */
const TOO_LATE_MS = 1500;

type FeedUnit = Omit<Extract<ToAnalysis, { t: "unit" }>, "t" | "feed">;

interface FeedDecoderOptions {
  readonly codec: FeedCodec;
  readonly reorders: boolean;
  readonly live: boolean;
}

/**
 * Decodes one feed once, for all jobs on it. Errors of the data stay inside: it waits for the next key frame. When this
 * process is too slow for a live feed it also continues at the next key frame, because the output must not be old.
 */
export class FeedDecoder {
  readonly sinks = new Set<FrameSink>();
  readonly #decoder: VideoDecoder;
  #waitingForKey = true;
  /** times of frames that are decoded only because later ones need them */
  readonly #skipped = new Set<number>();

  readonly #lateness: Lateness | null;
  /** of the frame that is being decoded */
  #lateMs = 0;
  readonly #onFailed: (sink: FrameSink, error: unknown) => void;

  /** `onFailed`: a sink threw (its encoder cannot handle a size); it has been removed and closed, the others go on. */
  constructor({ codec, reorders, live }: FeedDecoderOptions, onFailed: (sink: FrameSink, error: unknown) => void) {
    this.#onFailed = onFailed;
    this.#lateness = live ? new Lateness() : null;
    this.#decoder = new VideoDecoder(codec, { lowDelay: !reorders });
  }

  /** `sentMs`: Date.now() when it was handed over; `nowMs`: now. */
  unit({ key, wallMs, skip, sentMs }: FeedUnit, data: Buffer, nowMs = Date.now()): void {
    if (this.#waitingForKey && !key) return;
    this.#lateMs = skip ? 0 : (this.#lateness?.of(wallMs, sentMs, nowMs) ?? 0);
    this.#waitingForKey = !key && this.#lateMs > TOO_LATE_MS;
    if (this.#waitingForKey) return;
    const ticks = Math.round(wallMs * TICKS_PER_MS);
    if (skip) this.#skipped.add(ticks);
    // Frames that the decoder dropped because they were broken would stay in the set for ever.
    if (this.#skipped.size > 1000) this.#skipped.clear();
    if (!this.#decoder.decode(data, ticks, (frame) => this.#show(frame))) this.#waitingForKey = true;
  }

  /** Emits what the decoder still holds; the next unit must be a key frame. */
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
        sink.picture(frame, ticks / TICKS_PER_MS, this.#lateMs);
      } catch (error) {
        this.sinks.delete(sink);
        sink.close();
        this.#onFailed(sink, error);
      }
  }
}
