import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { BitReader, unescapeNal } from "#recorder/formats/bit-reader.ts";
import type { SequenceInfo } from "#recorder/formats/h264-sps.ts";
import { parseSps } from "#recorder/formats/h265-sps.ts";
import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import type { NalFormat } from "#recorder/formats/nal-format.ts";
import { isIntraPicture } from "#recorder/formats/intra-picture.ts";
import { isRecoveryPoint } from "#recorder/formats/recovery-point.ts";
import { FieldPairs } from "./frames/field-pairs.ts";
import { KeyRhythm } from "./key-rhythm.ts";
import { FirstOrder } from "./frames/first-order.ts";
import { FrameOrder } from "./frames/frame-order.ts";
import { FrameRate } from "./frames/frame-rate.ts";
import { Continuation } from "./frames/continuation.ts";
import { SentAgain } from "./frames/sent-again.ts";
import { type FrameClock, WallClock } from "./wall-clock.ts";

/** What a decoder, an MP4 file or an RTP sender must know before the first frame. */
export interface VideoConfig {
  /** framesPerSecond is 0 until it is known */
  readonly info: VideoInfo;
  /** VPS (H.265), SPS, PPS: NAL units without start codes */
  readonly parameterSets: readonly Buffer[];
}

export interface VideoTrackSink {
  /** called before the key frame that needs it */
  config(config: VideoConfig): void;
  /** the next units do not continue the time of those before */
  jumped(): void;
  /** the next units go on from those of the connection before, whose last frames were sent again; called before all others */
  goesOn?(): void;
  unit(unit: AccessUnit): void;
}

const SPS_RANK = 1;
const PPS_RANK = 2;
const MAX_PARAMETER_SETS = 32;
const MAX_PARAMETER_SET_BYTES = 16 * 1024;
const LEAST_SET_BYTES = 3;
const CLOCK_RATE = 90_000;

/** Turns groups of NAL units into access units: parameter sets, key frames, time. Nothing comes out before a key frame. */
export class VideoTrack {
  readonly #format: NalFormat;
  readonly #sink: VideoTrackSink;
  #clock: FrameClock;
  readonly #announcedRate: number;
  #sets: readonly Buffer[];
  #held: Buffer[] = [];
  #config: VideoConfig | null = null;
  #broken = false;
  #sentAgain = new SentAgain();
  readonly #firstOrder = new FirstOrder();
  #rate = new FrameRate();
  #order = new FrameOrder();
  #keys = new KeyRhythm();
  readonly #fields: FieldPairs;
  readonly #continuation: Continuation<VideoTrack>;
  /** the parameter sets say that frames may come out of order */
  #mayReorder = false;

  /**
   * `sets`: from the SDP, may be empty; `announcedRate`: frames per second of the SDP, 0 = not said; `earlier`: of the connection
   * before, of which nothing comes any more once this one goes on from it; `clock`: absent = by arrival
   */
  constructor(
    format: NalFormat,
    sets: readonly Buffer[],
    announcedRate: number,
    sink: VideoTrackSink,
    earlier: VideoTrack | null = null,
    clock: FrameClock = new WallClock(CLOCK_RATE),
  ) {
    this.#clock = clock;
    const isSame = earlier !== null && earlier.#format === format && earlier.#config !== null;
    this.#continuation = new Continuation<VideoTrack>(isSame ? earlier : null, (from) => this.#goOn(from));
    this.#format = format;
    this.#sink = sink;
    this.#announcedRate = announcedRate;
    this.#sets = this.#ordered(sets);
    this.#fields = new FieldPairs(format, this.#sets);
    if (isSame) this.#keys = earlier.#keys.again();
  }

  push(group: NalGroup): void {
    for (const frame of this.#fields.add(group)) {
      const slices = this.#continuation.isKnown ? [] : this.#slicesOf(frame.nals);
      const frames = slices.length === 0 ? [frame] : this.#continuation.add(frame, slices);
      for (const one of frames) this.#take(one);
    }
  }

  /** Called now and then: see `Continuation`. */
  release(): void {
    for (const frame of this.#continuation.release(Date.now())) this.#take(frame);
    for (const frame of this.#firstOrder.release(Date.now())) this.#takeInOrder(frame);
  }

  get sentAgain(): SentAgain {
    return this.#sentAgain;
  }

  #goOn(earlier: VideoTrack): void {
    const config = earlier.#config;
    this.#firstOrder.skip();
    this.#clock = earlier.#clock;
    this.#sentAgain = earlier.#sentAgain;
    this.#sentAgain.resume();
    this.#rate = earlier.#rate;
    this.#order = earlier.#order;
    this.#keys = earlier.#keys;
    this.#mayReorder = earlier.#mayReorder;
    this.#sets = earlier.#sets;
    this.#config = config;
    this.#sink.goesOn?.();
    if (config) this.#sink.config(config);
  }

  #take(group: NalGroup): void {
    // Nothing is dated before the first key frame.
    const isShown = this.#config !== null || group.nals.some((nal) => this.#format.isKey(this.#format.typeOf(nal)));
    const frames = isShown && this.#slicesOf(group.nals).length > 0 ? this.#firstOrder.add(group) : [group];
    if (this.#firstOrder.isBackward) this.#clock.isBackward = true;
    for (const frame of frames) this.#takeInOrder(frame);
  }

  #takeInOrder(group: NalGroup): void {
    const { receivedMs } = group;
    const rtpTime = this.#continuation.timeOf(group.rtpTime);
    const format = this.#format;
    this.#broken ||= group.broken;
    const taken: Buffer[] = [];
    const slices: Buffer[] = [];
    let isKey = false;
    let canRecover = false;
    for (const nal of group.nals) {
      const type = format.typeOf(nal);
      if (format.isDelimiter(type)) continue;
      if (format.parameterSetRank(type) >= 0) this.#hold(nal);
      else {
        taken.push(nal);
        if (format.isSlice(type)) slices.push(nal);
        isKey ||= format.isKey(type);
        canRecover ||= isRecoveryPoint(nal, format);
      }
    }
    // Parameter sets in a packet of their own time belong to the frame that follows.
    if (slices.length === 0 || this.#sentAgain.isRepeated(rtpTime, slices)) return;
    canRecover ||= !isKey && isIntraPicture(slices, format, [...this.#held, ...this.#sets]);
    const key = this.#keys.begins(isKey, canRecover, receivedMs);
    if (key) this.#adopt();
    const config = this.#config;
    if (!config) return;
    const { pts, wallMs, jumped } = this.#clock.at(rtpTime, receivedMs);
    if (jumped) {
      this.#sentAgain.clear();
      this.#sink.jumped();
    }
    this.#continuation.dated(rtpTime, receivedMs, wallMs);
    this.#watchTime(pts);
    const broken = this.#broken;
    this.#broken = false;
    const nals = key ? [...config.parameterSets, ...taken] : taken;
    this.#sink.unit({ kind: "video", key, pts90k: pts, wallMs, nals, broken });
  }

  #slicesOf(nals: readonly Buffer[]): readonly Buffer[] {
    return nals.filter((nal) => this.#format.isSlice(this.#format.typeOf(nal)));
  }

  #hold(nal: Buffer): void {
    if (nal.length > MAX_PARAMETER_SET_BYTES || this.#held.length >= MAX_PARAMETER_SETS) return;
    // What was cut off or made up must not stand in place of what can be read.
    if (nal.length < LEAST_SET_BYTES || (this.#rank(nal) === SPS_RANK && parseSps(this.#format.codec, nal) === null))
      return;
    if (!this.#held.some((held) => held.equals(nal))) this.#held.push(Buffer.from(nal));
  }

  /**
   * Whether the sets that came stand in place of this one. A camera may repeat the SPS but not the PPS, or one of several PPS at a time:
   * what did not come remains as it was, as long as the sequence is the same.
   */
  #isReplaced(nal: Buffer, held: readonly Buffer[]): boolean {
    const isSameSequence = held.every(
      (one) => this.#rank(one) === PPS_RANK || this.#sets.some((known) => known.equals(one)),
    );
    const ofKind = held.filter((one) => this.#rank(one) === this.#rank(nal));
    if (this.#rank(nal) !== PPS_RANK || !isSameSequence) return ofKind.length > 0;
    return ofKind.some((one) => this.#pictureId(one) === this.#pictureId(nal));
  }

  /** Picture parameter sets by their numbers, so that their order does not depend on when they came. */
  #pictureOrder(a: Buffer, b: Buffer): number {
    return this.#rank(a) === PPS_RANK ? this.#pictureId(a) - this.#pictureId(b) : 0;
  }

  #pictureId(pps: Buffer): number {
    return new BitReader(unescapeNal(pps).subarray(this.#format.headerBytes)).ue();
  }

  /** At a key frame: takes over the parameter sets that were sent in band, and reports a difference. */
  #adopt(): void {
    const held = this.#held;
    this.#held = [];
    if (held.length > 0)
      this.#sets = this.#ordered([...held, ...this.#sets.filter((nal) => !this.#isReplaced(nal, held))]);
    const before = this.#config;
    if (before && before.info.isIntraRefresh !== this.#keys.isIntraRefresh)
      this.#announce(before.info, before.info.framesPerSecond);
    if (before && sameBuffers(before.parameterSets, this.#sets)) return;
    const sps = this.#sets.find((nal) => this.#rank(nal) === SPS_RANK);
    if (!sps) return;
    const parsed = parseSps(this.#format.codec, sps);
    if (!parsed) return;
    this.#rate.clear();
    this.#mayReorder = parsed.reorders ?? false;
    this.#announce(parsed, parsed.framesPerSecond || this.#announcedRate);
  }

  #announce(sequence: Omit<SequenceInfo, "reorders">, framesPerSecond: number): void {
    const { codecString, width, height } = sequence;
    const hasBFrames = this.#mayReorder || this.#order.isReordered;
    this.#clock.isReordered = hasBFrames;
    const { codec } = this.#format;
    const { isIntraRefresh } = this.#keys;
    const info: VideoInfo = { codec, codecString, width, height, framesPerSecond, hasBFrames, isIntraRefresh };
    this.#config = { info, parameterSets: this.#sets };
    this.#sink.config(this.#config);
  }

  /** Learns what the parameter sets did not say or said wrongly: the frame rate, and frames that come out of order. */
  #watchTime(pts: number): void {
    const hasChanged = this.#order.add(pts);
    const framesPerSecond = this.#rate.add(pts);
    const config = this.#config;
    if (!config) return;
    // Only the status uses it: nothing that decodes or writes depends on the rate.
    if (framesPerSecond !== null) this.#config = { ...config, info: { ...config.info, framesPerSecond } };
    const { info } = this.#config ?? config;
    if (hasChanged && !this.#mayReorder) this.#announce(info, info.framesPerSecond);
  }

  /** As last announced, with the frame rate measured since. */
  get config(): VideoConfig | null {
    return this.#config;
  }

  #rank(nal: Buffer): number {
    return this.#format.parameterSetRank(this.#format.typeOf(nal));
  }

  #ordered(sets: readonly Buffer[]): Buffer[] {
    return sets
      .filter((nal) => this.#rank(nal) >= 0)
      .slice(0, MAX_PARAMETER_SETS)
      .sort((a, b) => this.#rank(a) - this.#rank(b) || this.#pictureOrder(a, b));
  }
}

const sameBuffers = (a: readonly Buffer[], b: readonly Buffer[]): boolean =>
  a.length === b.length && a.every((buffer, i) => b[i]?.equals(buffer));
