import type { AudioInfo } from "#recorder/formats/media-info.ts";
import type { AudioUnit } from "#recorder/formats/access-unit.ts";
import type { AudioFormat, AudioPiece } from "#recorder/rtp/payloads/audio-depacketizer.ts";
import type { ReportedClock } from "./reported-clock.ts";
import { SampleCount } from "./sample-count.ts";
import { WallClock } from "./wall-clock.ts";

/** What a decoder or an MP4 file must know before the first audio samples. */
export interface AudioConfig {
  readonly info: AudioInfo;
  /** AudioSpecificConfig; empty for G.711 */
  readonly config: Buffer;
}

/** Frames follow one another without gaps until the clock says otherwise by more than this. */
const SLACK_MS = 100;

/**
 * Gives audio units their place in time. Each is as long as its samples are, and the next one follows it; samples that
 * are missing leave a gap, and a camera whose samples come too fast is held back by shorter steps.
 */
export class AudioTrack {
  readonly config: AudioConfig;
  readonly #count: SampleCount;
  readonly #clock: WallClock;
  readonly #reported: ReportedClock | null;
  readonly #samplesPerMs: number;
  readonly #emit: (unit: AudioUnit) => void;
  /** the newest unit, and the wall time of sample 0 */
  #last: { readonly pts: number; readonly samples: number; readonly originMs: number } | null = null;

  /**
   * `clockRate`: of the RTP timestamps; it is the sample rate, except for cameras that announce one and count in the
   * other; `reported`: the sender's dates, null = by arrival
   */
  constructor(
    format: AudioFormat,
    clockRate: number,
    emit: (unit: AudioUnit) => void,
    reported: ReportedClock | null = null,
  ) {
    const { sampleRate } = format.info;
    this.config = { info: format.info, config: format.config };
    this.#count = new SampleCount(clockRate / sampleRate, sampleRate);
    this.#clock = new WallClock(sampleRate);
    this.#reported = reported;
    this.#samplesPerMs = sampleRate / 1000;
    this.#emit = emit;
  }

  /** `receivedMs`: epoch ms of our clock. */
  push({ rtpTime, samples, data }: AudioPiece, receivedMs: number): void {
    const { wallMs, jumped } = this.#reported
      ? this.#reported.at(rtpTime, receivedMs)
      : this.#clock.at(this.#count.at(rtpTime, samples, receivedMs), receivedMs);
    const last = this.#last;
    const nextPts = last ? last.pts + last.samples : 0;
    const originMs = !last || jumped ? wallMs - nextPts / this.#samplesPerMs : last.originMs;
    const errorMs = wallMs - originMs - nextPts / this.#samplesPerMs;
    let pts = nextPts;
    if (errorMs > SLACK_MS) pts += Math.round(errorMs * this.#samplesPerMs);
    else if (last && errorMs < -SLACK_MS) pts = last.pts + Math.max(1, last.samples >> 1);
    this.#last = { pts, samples, originMs };
    this.#emit({ kind: "audio", pts, wallMs: originMs + pts / this.#samplesPerMs, data, samples });
  }
}
