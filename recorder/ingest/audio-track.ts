import type { AudioInfo } from "#recorder/formats/media-info.ts";
import type { AudioUnit } from "#recorder/formats/access-unit.ts";
import type { AudioFormat, AudioPiece } from "#recorder/rtp/audio-depacketizer.ts";
import { WallClock } from "./wall-clock.ts";

/** What a decoder or an MP4 file must know before the first audio samples. */
export interface AudioConfig {
  readonly info: AudioInfo;
  /** AudioSpecificConfig; empty for G.711 */
  readonly config: Buffer;
}

/** Audio has no key frames: following the clock once a second is enough. */
const ANCHOR_MS = 1000;

/** Gives audio units their place in time. */
export class AudioTrack {
  readonly config: AudioConfig;
  readonly #clock: WallClock;
  readonly #emit: (unit: AudioUnit) => void;
  #anchoredMs = 0;

  /**
   * `clockRate`: of the RTP timestamps; it is the sample rate, except for cameras that announce one and count in the
   * other
   */
  constructor(format: AudioFormat, clockRate: number, emit: (unit: AudioUnit) => void) {
    this.config = { info: format.info, config: format.config };
    this.#clock = new WallClock(clockRate);
    this.#emit = emit;
  }

  push(piece: AudioPiece, receivedMs: number): void {
    const anchor = receivedMs - this.#anchoredMs > ANCHOR_MS;
    if (anchor) this.#anchoredMs = receivedMs;
    const { pts, wallMs } = this.#clock.at(piece.rtpTime, receivedMs, anchor);
    this.#emit({ kind: "audio", pts, wallMs, data: piece.data, samples: piece.samples });
  }
}
