import type { Frame } from "#recorder/codec/av-shared.ts";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
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

/**
 * A decoder keeps as many buffers as its worst moment needed, and damaged video has ever worse ones: with decoders that
 * stayed, twelve damaged cameras held 27 MB after half an hour and 44 after 95 min. A new decoder begins with none.
 */
export const RENEW_AFTER_MS = 5 * 60_000;

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
  readonly #options: FeedDecoderOptions;
  #decoder: VideoDecoder;
  #openedMs: number;
  #waitingForKey = true;
  /** times of frames that are decoded only because later ones need them */
  readonly #skipped = new Set<number>();

  readonly #lateness: Lateness | null;
  /** of the frame that is being decoded */
  #lateMs = 0;
  readonly #onFailed: (sink: FrameSink, error: unknown) => void;

  /** `onFailed`: a sink threw (its encoder cannot handle a size); it has been removed and closed, the others go on. */
  constructor(options: FeedDecoderOptions, onFailed: (sink: FrameSink, error: unknown) => void, nowMs = Date.now()) {
    this.#options = options;
    this.#onFailed = onFailed;
    this.#lateness = options.live ? new Lateness() : null;
    this.#decoder = this.#open();
    this.#openedMs = nowMs;
  }

  /** `sentMs`: Date.now() when it was handed over; `nowMs`: now. */
  unit({ key, wallMs, skip, sentMs }: FeedUnit, data: Buffer, nowMs = Date.now()): void {
    if (this.#waitingForKey && !key) return;
    this.#lateMs = skip ? 0 : (this.#lateness?.of(wallMs, sentMs, nowMs) ?? 0);
    this.#waitingForKey = !key && this.#lateMs > TOO_LATE_MS;
    if (this.#waitingForKey) return;
    if (key && this.#options.live && nowMs - this.#openedMs > RENEW_AFTER_MS) this.#renew(data, nowMs);
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

  #open(): VideoDecoder {
    return new VideoDecoder(this.#options.codec, { lowDelay: !this.#options.reorders });
  }

  /** No picture is lost: only where a unit needs nothing of what came before it, and after all of that is out. */
  #renew(data: Buffer, nowMs: number): void {
    if (!standsAlone(this.#options.codec, data)) return;
    this.#decoder.drain((frame) => this.#show(frame));
    this.#decoder.close();
    this.#decoder = this.#open();
    this.#openedMs = nowMs;
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

/** A decoder that knows nothing yet can begin with this unit, and shows what the old one would have shown. */
function standsAlone(codec: FeedCodec, data: Buffer): boolean {
  if (codec === "mjpeg") return true;
  const format = codec === "h264" ? h264 : h265;
  const types = splitAnnexB(data).map((nal) => format.typeOf(nal));
  return types.some((type) => format.isIdr(type)) && types.some((type) => format.parameterSetRank(type) > 0);
}
