/** What viewers and motion want of the codecs; processes of their own do it. */
import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { FeedCodec, MotionJobSpec, TranscodeSpec } from "#recorder/analysis/wire.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";

export interface JobFrame {
  /** Annex B, or a JPEG */
  readonly data: Buffer;
  readonly key: boolean;
  readonly wallMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface TranscodeEvents {
  picture(picture: JobFrame): void;
  /** the job has ended; close it */
  failed?(reason: string): void;
}

export interface MotionEvents {
  started(startMs: number): void;
  stopped(startMs: number, stopMs: number): void;
  /** The process that looked for motion is gone, and what it saw with it; the job goes on in the next one. */
  lost(): void;
}

export interface FeedOptions {
  readonly codec: FeedCodec;
  readonly reorders: boolean;
  /** a live feed: units that analysis is too slow for are left out, so that what comes back is never old */
  readonly live: boolean;
  /** pixels per second that are decoded: by it the feed's process is chosen */
  readonly load: () => number;
  /** A new decoder starts; send it what it needs (the current group of pictures). Not called at once. */
  readonly onFresh?: () => void;
}

/** A sequence of access units on its way to the decoder. Jobs end with their disposer, or with the feed. */
export interface AnalysisFeed {
  unit(nals: readonly Uint8Array[], key: boolean, wallMs: number, skip: boolean): void;
  /** Resolves when everything sent before has been processed (or analysis went away); see `drain` of the wire. */
  mark(drain: boolean): Promise<void>;
  /** false while units would only pile up */
  writable(): boolean;
  transcode(spec: TranscodeSpec, events: TranscodeEvents): Disposer;
  /** `mask`: a byte per cell, null = the whole picture is looked at */
  motion(spec: MotionJobSpec, mask: Uint8Array | null, events: MotionEvents): Disposer;
  close(): void;
}

/** 20 ms of 48 kHz Opus; pts in samples */
export type TakeOpus = (data: Buffer, pts: number, wallMs: number) => void;

/** Sound on its way to Opus. */
export interface OpusFeed {
  audio(data: Uint8Array, pts: number, wallMs: number): void;
  close: Disposer;
}

/** Masks and words that are painted over a still picture. */
export interface PaintedOver {
  readonly masks: readonly PrivacyMask[];
  readonly watermark?: string | undefined;
}

export interface Analysis {
  /** false: nobody is there now; what is ordered is begun later, but for pictures */
  readonly connected: boolean;
  openFeed(options: FeedOptions): AnalysisFeed;
  openOpus(audio: AudioInfo, description: Uint8Array, take: TakeOpus): OpusFeed;
  /**
   * JPEG of the last of these access units (each a list of NAL units), which begin with a key frame, with the masks
   * painted over it. Box sides: 0 = no limit. Failures: analysis/off, analysis/late, analysis/ended.
   */
  picture(
    codec: FeedCodec,
    reorders: boolean,
    units: readonly (readonly Uint8Array[])[],
    widthPx: number,
    heightPx: number,
    over: PaintedOver,
  ): Promise<Result<Buffer, Failure>>;
}
