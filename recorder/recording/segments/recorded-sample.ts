import type { AudioConfig, VideoConfig } from "#recorder/formats/codec-config.ts";

/** A recorded frame, in decoding order. */
export interface RecordedVideo {
  readonly kind: "video";
  /** epoch ms at which it is shown */
  readonly wallMs: number;
  readonly durationUs: number;
  readonly key: boolean;
  /** NAL units with 4-byte lengths (WebCodecs' "avc"/"hevc" format with `config.description`); a bare JPEG for mjpeg */
  readonly data: Buffer;
  /** the same object as long as nothing changes: a new object means that a decoder must be configured again */
  readonly config: VideoConfig;
}

export interface RecordedAudio {
  readonly kind: "audio";
  readonly wallMs: number;
  readonly durationUs: number;
  readonly data: Buffer;
  readonly config: AudioConfig;
}

/** Nothing was recorded from `fromMs` to `toMs` (at least GAP_MS); the next frame is a key frame. */
interface RecordedGap {
  readonly kind: "gap";
  readonly fromMs: number;
  readonly toMs: number;
}

export type RecordedItem = RecordedVideo | RecordedAudio | RecordedGap;

export interface SampleOptions {
  /** stop before the first frame shown at or after this that no earlier one needs; default never */
  readonly untilMs?: number;
  /** audio too; default false */
  readonly audio?: boolean;
  /** at the end of the recording wait for more instead of ending (only in the process that records); default false */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

export interface RecordedSpan {
  readonly startMs: number;
  readonly stopMs: number;
}

/**
 * Reads recordings, including those that are still being written (up to the last written fragment, at most 1 s behind).
 */
export interface RecordingReader {
  /**
   * From the key frame at or before `fromMs` forward (or the first one after it, behind a gap). Video and audio come as they
   * are in the files: by fragments, audio up to a fragment after its video.
   */
  samples(streamId: string, fromMs: number, options?: SampleOptions): AsyncGenerator<RecordedItem, void>;
  /** The kind of the first audio within [fromMs, untilMs); null: there is none. */
  audioBetween(streamId: string, fromMs: number, untilMs: number): Promise<AudioConfig | null>;
  /** Whole GOPs backwards: first the one that holds `fromMs`, each in decoding order. */
  gopsBackwards(streamId: string, fromMs: number, signal?: AbortSignal): AsyncGenerator<readonly RecordedVideo[], void>;
  /**
   * Key frames only, forward or backwards: the one at or before `fromMs` (or the first behind a gap), then for each
   * multiple of `strideMs` the last one at or before it, each once: streams with the same stride stay within a key
   * frame interval.
   */
  keyFrames(
    streamId: string,
    fromMs: number,
    direction: 1 | -1,
    strideMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<RecordedVideo, void>;
  /**
   * The frame shown at `timeMs`, which is the last element, and before it those of its GOP that it may be decoded from.
   * null if nothing is within GAP_MS before.
   */
  frameAt(streamId: string, timeMs: number): Promise<readonly RecordedVideo[] | null>;
  /** How the frame shown at `timeMs` is encoded, without reading it; null as in `frameAt`. */
  configAt(streamId: string, timeMs: number): Promise<VideoConfig | null>;
  /** Like `frameAt`, but the key frame only: for snapshots. */
  keyFrameAt(streamId: string, timeMs: number): Promise<RecordedVideo | null>;
  /** Time of the frame next to the one shown at `timeMs`; null at the end. Exact frame step. */
  stepTime(streamId: string, timeMs: number, direction: 1 | -1): Promise<number | null>;
  /** `timeMs` itself if something is recorded there, otherwise the next recorded time; null = nothing later. */
  nextRecorded(streamId: string, timeMs: number): Promise<number | null>;
  /**
   * `timeMs` itself if something is recorded there, otherwise the last recorded time before; null = nothing earlier.
   */
  previousRecorded(streamId: string, timeMs: number): Promise<number | null>;
  /** Something is recorded there, on a volume that cannot be reached now. */
  isAway(streamId: string, timeMs: number): Promise<boolean>;
  /** What is recorded within [fromMs, untilMs) and could not be reached, in order. */
  unreached(streamId: string, fromMs: number, untilMs: number): Promise<readonly RecordedSpan[]>;
  /** the volumes that it lies on */
  unreachedOn(streamId: string, fromMs: number, untilMs: number): Promise<readonly string[]>;
  close(): Promise<void>;
}
