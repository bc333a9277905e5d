import { type AudioConfig, nalsOf, parameterSetsOf } from "#recorder/formats/codec-config.ts";
import { MediaFlag } from "#protocol/media-socket.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import type { MediaOutput, OutputAudio, OutputFrame, PlayState } from "../output/media-output.ts";
import type { RtpVideo } from "./rtp-video.ts";

/** Sends a recorded play over WebRTC: the player paces it, and frames before the wanted one are sent as a burst. */
export class RtpOutput implements MediaOutput {
  readonly #video: RtpVideo;
  readonly #rate: number;
  readonly #onState: (state: PlayState) => void;
  readonly #onAudio: (audio: OutputAudio) => void;
  readonly #onAudioConfig: (audio: AudioConfig | null) => void;
  readonly waitingBytes = 0;

  constructor(
    video: RtpVideo,
    rate: number,
    onState: (state: PlayState) => void,
    onAudio: (audio: OutputAudio) => void,
    onAudioConfig: (audio: AudioConfig | null) => void,
  ) {
    this.#onAudioConfig = onAudioConfig;
    this.#video = video;
    this.#rate = rate;
    this.#onState = onState;
    this.#onAudio = onAudio;
  }

  begin(): void {}

  setAudio(audio: AudioConfig | null): void {
    this.#onAudioConfig(audio);
  }

  picture({ config, data, key, wallMs, flags }: OutputFrame): void {
    const sample = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const nals = nalsOf(sample);
    const unit = annexB(key ? [...parameterSetsOf(config.codec, config.description), ...nals] : nals);
    const ticks = Math.round((wallMs * 90) / this.#rate);
    if ((flags & MediaFlag.pre) !== 0) this.#video.burst(unit, key, wallMs, ticks);
    else this.#video.timed(unit, key, wallMs, ticks);
    if ((flags & MediaFlag.pre) !== 0) this.#video.restart();
  }

  audio(audio: OutputAudio): void {
    this.#onAudio(audio);
  }

  mark(): void {}

  state(state: PlayState): void {
    this.#onState(state);
  }

  gap(): void {
    this.#video.restart();
    this.#onState("waiting");
  }

  error(): void {
    this.#onState("ended");
  }
}
