import type { AudioUnit } from "#recorder/formats/access-unit.ts";
import { type AudioConfig, sameAudio } from "#recorder/formats/codec-config.ts";
import type { Analysis, OpusFeed } from "../transcoding/analysis.ts";
import type { AudioKind, PeerTrack } from "./whep-tracks.ts";
import type { WhepOffer } from "./whep-offer.ts";

/** How a camera's audio is sent over WebRTC; null = it has none, or the viewer accepts none of it. */
export function audioKind(audio: AudioConfig | null, offer: WhepOffer): AudioKind | null {
  if (!audio || !offer.audio) return null;
  if (audio.codec !== "aac" && audio.sampleRate === 8000 && audio.channels === 1 && offer.audio[audio.codec])
    return audio.codec;
  return offer.audio.opus ? "opus" : null;
}

/** A jump of the audio's time by more seconds than this: its RTP time continues by the clock. */
const JUMP_S = 2;

/** Sends a camera's audio: G.711 as it is, everything else as Opus made by `analysis`. */
export class WhepAudio {
  readonly #track: PeerTrack;
  readonly #kind: AudioKind;
  readonly #analysis: Analysis;
  #opus: OpusFeed | null = null;
  #config: AudioConfig | null = null;
  #rtpTime = Math.floor(Math.random() * 2 ** 31);
  #offset: number | null = null;
  #sentAtMs = 0;

  constructor(track: PeerTrack, kind: AudioKind, analysis: Analysis) {
    this.#track = track;
    this.#kind = kind;
    this.#analysis = analysis;
  }

  live(unit: AudioUnit, config: AudioConfig): void {
    this.#take(unit.data, unit.pts, unit.wallMs, config);
  }

  recorded(data: Uint8Array, wallMs: number, config: AudioConfig): void {
    this.#take(data, Math.round((wallMs * config.sampleRate) / 1000), wallMs, config);
  }

  close(): void {
    this.#opus?.close();
    this.#opus = null;
  }

  #take(data: Uint8Array, pts: number, wallMs: number, config: AudioConfig): void {
    if (this.#kind !== "opus") {
      // The kind was agreed on in the answer: a camera that changes its codec is silent until the viewer connects
      // again.
      if (config.codec === this.#kind) this.#send(data, pts, 8000);
      return;
    }
    if (!this.#opus || this.#config !== config) {
      if (this.#config && sameAudio(this.#config, config) && this.#opus) this.#config = config;
      else this.#open(config);
    }
    this.#opus?.audio(data, pts, wallMs);
  }

  #open(config: AudioConfig): void {
    this.close();
    this.#config = config;
    const { codec, sampleRate, channels, description } = config;
    this.#opus = this.#analysis.openOpus({ codec, sampleRate, channels }, description, (packet, pts) =>
      this.#send(packet, pts, 48_000),
    );
  }

  #send(data: Uint8Array, pts: number, clock: number): void {
    const now = performance.now();
    const elapsed = this.#sentAtMs === 0 ? 0 : ((now - this.#sentAtMs) * clock) / 1000;
    let rtpTime = this.#offset === null ? Number.NaN : this.#offset + pts;
    const step = rtpTime - this.#rtpTime;
    if (!(step > 0 && step < elapsed + clock * JUMP_S)) rtpTime = this.#rtpTime + Math.max(160, Math.round(elapsed));
    this.#rtpTime = rtpTime;
    this.#offset = rtpTime - pts;
    this.#sentAtMs = now;
    this.#track.send(Buffer.from(data.buffer, data.byteOffset, data.byteLength), Math.round(rtpTime) % 2 ** 32);
  }
}
