/**
 * Audio of a low-bandwidth source. The stage's thread demuxes and decodes the fragments and sends the samples to the
 * main thread, which alone has an AudioContext. It decodes only while the listener asks for audio: it says so with
 * `true` or `false` over the port.
 */
import { bytesOfBase64 } from "#base/base64.ts";
import type { AudioBlock } from "#protocol/stage-worker.ts";

interface AudioSettings {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** base64 AudioSpecificConfig */
  readonly description?: string | undefined;
}

export class AudioIntake {
  readonly #port: MessagePort;
  #settings: AudioSettings | null = null;
  #decoder: AudioDecoder | null = null;
  #wanted = false;
  #playable = true;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = (event: MessageEvent<unknown>) => {
      this.#wanted = event.data === true;
      if (!this.#wanted) this.#closeDecoder();
    };
  }

  configure(settings: AudioSettings): void {
    this.#settings = settings;
    this.#closeDecoder();
  }

  /** A new start. Audio is played only forward at normal speed. */
  reset(playable: boolean): void {
    this.#playable = playable;
    this.#closeDecoder();
  }

  /** One coded frame as the codec has it (an AAC access unit, G.711 bytes). */
  push(wallMs: number, payload: ArrayBuffer): void {
    const settings = this.#settings;
    if (!this.#wanted || !this.#playable || !settings || typeof AudioDecoder === "undefined") return;
    const decoder = this.#ensure(settings);
    if (decoder?.state !== "configured") return;
    try {
      // the wall time travels as the timestamp, µs
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: Math.round(wallMs * 1000), data: payload }));
    } catch {
      this.#closeDecoder(); // the next block starts a new decoder
    }
  }

  close(): void {
    this.#closeDecoder();
    this.#port.close();
  }

  #ensure(settings: AudioSettings): AudioDecoder | null {
    if (this.#decoder?.state === "configured") return this.#decoder;
    const decoder = new AudioDecoder({ output: (data) => this.#output(data), error: () => undefined });
    try {
      decoder.configure({
        codec: settings.codec,
        sampleRate: settings.sampleRate,
        numberOfChannels: settings.channels,
        ...(settings.description ? { description: bytesOfBase64(settings.description) } : {}),
      });
    } catch {
      return null; // this browser does not know the codec: no audio, the video goes on
    }
    this.#decoder = decoder;
    return decoder;
  }

  #output(data: AudioData): void {
    const channels: Float32Array<ArrayBuffer>[] = [];
    for (let index = 0; index < data.numberOfChannels; index++) {
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: index, format: "f32-planar" });
      channels.push(samples);
    }
    const block: AudioBlock = { wallMs: data.timestamp / 1000, sampleRate: data.sampleRate, channels };
    data.close();
    this.#port.postMessage(
      block,
      channels.map((samples) => samples.buffer),
    );
  }

  #closeDecoder(): void {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = null;
  }
}
