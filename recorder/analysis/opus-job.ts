import { AudioDecoder, AudioEncoder } from "#recorder/codec/av-audio.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";

/** WebRTC's Opus always counts in 48 kHz. */
const OPUS_RATE = 48_000;
/** A jump of the source's time by more than this is not smoothed: the packets take the new time. */
const JUMP_MS = 200;

/** Encodes a camera's AAC (or G.711) to Opus packets of 20 ms for WebRTC. */
export class OpusJob {
  readonly #decoder: AudioDecoder;
  readonly #encoder = new AudioEncoder({ codec: "opus", sampleRate: OPUS_RATE, channels: 2, bitsPerSecond: 64_000 });
  readonly #onPacket: (data: Buffer, pts: number, wallMs: number) => void;
  /** wall time at pts 0 of the encoder */
  #originMs: number | null = null;
  #fedMs = 0;

  constructor(audio: AudioInfo, description: Buffer, onPacket: (data: Buffer, pts: number, wallMs: number) => void) {
    this.#decoder = new AudioDecoder({ ...audio, description });
    this.#onPacket = onPacket;
  }

  audio(data: Buffer, pts: number, wallMs: number): void {
    this.#decoder.decode(data, pts, (frame) => {
      if (this.#originMs === null || Math.abs(this.#originMs + this.#fedMs - wallMs) > JUMP_MS)
        this.#originMs = wallMs - this.#fedMs;
      this.#fedMs += (frame.nbSamples * 1000) / frame.sampleRate;
      this.#encoder.encode(frame, (packet) =>
        this.#onPacket(packet.data, packet.pts, (this.#originMs ?? wallMs) + (packet.pts * 1000) / OPUS_RATE),
      );
    });
  }

  close(): void {
    this.#decoder.close();
    this.#encoder.close();
  }
}
