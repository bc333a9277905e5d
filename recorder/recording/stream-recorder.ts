import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";
import {
  type AudioConfig,
  audioConfigOf,
  sameAudio,
  sameVideo,
  type VideoCodec,
  type VideoConfig,
  videoConfigOf,
} from "#recorder/formats/codec-config.ts";
import { FragmentBuilder } from "./segments/fragment-builder.ts";
import { type RecordGate, type RecordMode, recordGate } from "./keeping/record-gate.ts";
import type { SegmentPlan, SegmentWriter } from "./segments/segment-writer.ts";

/** Segments end at the first key frame of their stream's next minute. */
const SEGMENT_MS = 60_000;
/** The first segment of a stream may be shorter, but not shorter than this. */
const MIN_SEGMENT_MS = 5000;
/** A file of a stream without key frames ends after this time, and the next file goes on from its last frame. */
const MAX_SEGMENT_MS = 5 * 60_000;
/** A new recording begins when no frame came for this long, and for this many of the camera's usual pauses. */
const BREAK_MS = 2000;
const BREAK_PAUSES = 4;
/** A camera that takes a picture so seldom is not waited for. */
const SLOW_MS = 1000;
/** Its picture is shown until the next one, or for so many of its pauses. */
const STANDS_PAUSES = 2;
const FIRST_STANDS_MS = 10_000;
/** With every frame since, the longest pause counts for this much less. */
const PAUSE_FADES = 0.9;
/**
 * Wall time and media time of a stream that differ by more than this from one frame to the next: the clock was set.
 * Dates are corrected by up to 8 % of a frame's duration, which is no leap.
 */
const LEAP_MS = 50;
const LEAP_SHARE = 0.1;
/**
 * A clock that was set back by no more than this does not show: the recording continues from where it was, and the
 * clock catches up by steps that nobody sees.
 */
const MAX_HELD_MS = 10_000;
const CATCH_UP_MS = 10;
const CATCH_UP_EVERY_MS = 1000;

interface StreamFormat {
  readonly codec: VideoCodec;
  readonly audio: AudioInfo | null;
  /** AudioSpecificConfig of AAC, if ingest knows it */
  readonly audioDescription?: Buffer;
}

/** Records one stream: takes what ingest delivers, decides by its mode what to keep, cuts segments. */
export class StreamRecorder {
  readonly #writer: SegmentWriter;
  /** where in the minute this stream's segments begin, so that not all streams close theirs at once */
  readonly #phaseMs: number;
  readonly #segmentMs: number;
  #mode: RecordMode;
  #gate: RecordGate;
  #codec: VideoCodec | null = null;
  #audio: AudioConfig | null = null;
  #video: VideoConfig | null = null;
  #segment: { readonly plan: SegmentPlan; readonly builder: FragmentBuilder; readonly startMs: number } | null = null;
  /** the last frame that came, written or not */
  #last: { readonly pts90k: number; readonly wallMs: number } | null = null;
  #pauseMs = 0;
  /** by how much the clock was set since; it takes effect at the next key frame, where a file can begin */
  #setBackMs = 0;
  /** end of the newest segment's fragments that were given to the writer, epoch ms */
  #endMs = 0;
  /** how far the recorded time is ahead of the clock */
  #heldMs = 0;
  #caughtUpMs = 0;

  constructor(streamId: string, mode: RecordMode, writer: SegmentWriter, segmentMs: number = SEGMENT_MS) {
    this.#writer = writer;
    this.#segmentMs = segmentMs;
    this.#phaseMs = hash(streamId) % segmentMs;
    this.#mode = mode;
    this.#gate = this.#makeGate();
  }

  get mode(): RecordMode {
    return this.#mode;
  }

  /** epoch ms up to which frames are in a file; 0 = never. The status' lastArchiveWritten. */
  get lastWrittenMs(): number {
    return this.#writer.lastWrittenMs;
  }

  /** fragments lost because the disk accepted none for longer than memory can hold */
  get droppedFragments(): number {
    return this.#writer.droppedFragments;
  }

  setMode(mode: RecordMode): void {
    if (mode === this.#mode) return;
    this.#cut();
    this.#mode = mode;
    this.#gate = this.#makeGate();
  }

  /**
   * What the stream delivers from the next unit on; call it before the first one. Calling it again with the same
   * changes nothing.
   */
  begin(format: StreamFormat): void {
    const audio = format.audio ? audioConfigOf(format.audio, format.audioDescription) : null;
    if (format.codec === this.#codec && sameAudio(audio, this.#audio)) return;
    this.interrupt();
    this.#codec = format.codec;
    this.#video = null;
    this.#audio = audio;
  }

  /** The units' buffers are kept until they are written: they must not be reused. */
  push(unit: AccessUnit | AudioUnit): void {
    if (unit.kind === "video") this.#watchTime(unit);
    this.#gate.push(this.#setBackMs === 0 ? unit : { ...unit, wallMs: unit.wallMs + this.#setBackMs });
  }

  /**
   * A recording continues over a pause and over a clock that was set until a key frame comes, so that no frame is lost
   * that can be decoded.
   */
  #watchTime(unit: AccessUnit): void {
    const last = this.#last;
    this.#last = { pts90k: unit.pts90k, wallMs: unit.wallMs };
    if (!last) return;
    const mediaMs = (unit.pts90k - last.pts90k) / 90;
    const leapMs = unit.wallMs - last.wallMs - mediaMs;
    // The rhythm of a camera that has just begun is not known: its first pause may be that rhythm.
    const isPause = this.#pauseMs > 0 && Math.abs(mediaMs) > Math.max(BREAK_MS, BREAK_PAUSES * this.#pauseMs);
    this.#pauseMs = Math.max(mediaMs, this.#pauseMs * PAUSE_FADES);
    if (Math.abs(leapMs) > LEAP_MS + LEAP_SHARE * Math.abs(mediaMs)) this.#setBackMs -= leapMs;
    if (unit.key && (isPause || this.#setBackMs !== 0)) {
      this.#setBackMs = 0;
      this.#gate.interrupt();
      this.#cut();
    } else if (isPause) this.#segment?.builder.flush();
  }

  /**
   * Called now and then: a picture of a camera that takes one every few seconds does not wait in memory for the next, and is
   * recorded for as long as it is shown.
   */
  pass(nowMs: number): void {
    const last = this.#last;
    if (!last || !this.#segment || this.#setBackMs !== 0) return;
    const elapsedMs = nowMs - last.wallMs;
    const mostMs = this.#pauseMs === 0 ? FIRST_STANDS_MS : STANDS_PAUSES * this.#pauseMs;
    const isSlow = this.#pauseMs === 0 || this.#pauseMs >= SLOW_MS;
    if (this.#mode !== "continuous" || !isSlow || elapsedMs < SLOW_MS || elapsedMs > mostMs) return;
    const wallMs = nowMs + this.#heldMs;
    const shownMs = Math.max(elapsedMs, this.#pauseMs);
    this.#segment.builder.stand(last.pts90k + Math.round(shownMs * 90), wallMs);
    this.#writer.lasts(wallMs);
  }

  motionStarted(startMs: number): void {
    this.#gate.motionStarted(startMs);
  }

  motionStopped(stopMs: number): void {
    this.#gate.motionStopped(stopMs);
  }

  /** The connection was lost: writes what has come, and the next unit begins a new segment. */
  interrupt(): void {
    this.#gate.interrupt();
    this.#cut();
    this.#last = null;
    this.#pauseMs = 0;
    this.#setBackMs = 0;
  }

  /** Resolves when all that was given to the disk is on it. */
  settled(): Promise<void> {
    return this.#writer.settled();
  }

  /** Writes what waits in memory; the segment continues. */
  async flush(): Promise<void> {
    this.#segment?.builder.flush();
    await this.#writer.settled();
    await this.#writer.sync();
  }

  /** Writes and closes everything. */
  async stop(): Promise<void> {
    this.interrupt();
    await this.#writer.settled();
  }

  #makeGate(): RecordGate {
    return recordGate(this.#mode, {
      write: (unit) => (unit.kind === "video" ? this.#writeVideo(unit) : this.#writeAudio(unit)),
      skip: (unit) => this.#segment?.builder.passTime(unit.pts90k, unit.wallMs + this.#heldMs),
      cut: () => this.#cut(),
    });
  }

  #writeVideo(unit: AccessUnit): void {
    const isTooLong =
      !unit.key && this.#segment !== null && unit.wallMs + this.#heldMs - this.#segment.startMs > MAX_SEGMENT_MS;
    if (unit.key) this.#beforeKey(unit);
    else if (isTooLong) this.#cut(unit.pts90k);
    if (!this.#segment) {
      if (!this.#video || !(unit.key || isTooLong)) return;
      this.#hold(unit.wallMs);
      const first = this.#held(unit);
      const plan = { configs: { video: this.#video, audio: this.#audio } };
      const builder = new FragmentBuilder(plan.configs, first, (built) => {
        this.#endMs = Math.max(this.#endMs, built.endMs);
        this.#writer.append(plan, built);
      });
      this.#segment = { plan, builder, startMs: first.wallMs };
    } else if (unit.key) this.#catchUp(unit.wallMs);
    this.#segment.builder.pushVideo(this.#held(unit));
  }

  #writeAudio(unit: AudioUnit): void {
    this.#segment?.builder.pushAudio(this.#held(unit));
  }

  #held<T extends AccessUnit | AudioUnit>(unit: T): T {
    return this.#heldMs === 0 ? unit : { ...unit, wallMs: unit.wallMs + this.#heldMs };
  }

  /** Begins a segment: not before the end of the one before, unless the clock went back too far for that. */
  #hold(wallMs: number): void {
    const behindMs = ceilMicro(this.#endMs) - wallMs;
    this.#heldMs = behindMs > 0 && behindMs <= MAX_HELD_MS ? behindMs : 0;
    this.#caughtUpMs = wallMs;
    this.#endMs = 0;
  }

  #catchUp(wallMs: number): void {
    if (this.#heldMs === 0 || wallMs - this.#caughtUpMs < CATCH_UP_EVERY_MS) return;
    this.#heldMs = Math.max(0, this.#heldMs - CATCH_UP_MS);
    this.#caughtUpMs = wallMs;
  }

  #beforeKey(unit: AccessUnit): void {
    const config = this.#codec ? videoConfigOf(this.#codec, unit.nals) : null;
    if (config && (!this.#video || !sameVideo(this.#video, config))) {
      this.#cut();
      this.#video = config;
    }
    const segment = this.#segment;
    if (!segment) return;
    const wallMs = unit.wallMs + this.#heldMs;
    const minute = (ms: number): number => Math.floor((ms - this.#phaseMs) / this.#segmentMs);
    if (
      minute(wallMs) !== minute(segment.startMs) &&
      wallMs - segment.startMs >= Math.min(MIN_SEGMENT_MS, this.#segmentMs / 2)
    )
      this.#cut(unit.pts90k);
  }

  #cut(nextPts: number | null = null): void {
    if (!this.#segment) return;
    this.#segment.builder.flush(nextPts);
    this.#segment = null;
    this.#writer.finish();
  }
}

/** Files store wall time to the microsecond: rounds up to the first one that is not earlier. */
const ceilMicro = (ms: number): number => Math.ceil(ms * 1000) / 1000;

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
