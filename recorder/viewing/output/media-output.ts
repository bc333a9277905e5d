import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import type { Failure } from "#domain/failures/failure.ts";
import {
  MEDIA_HEADER_BYTES,
  MediaFlag,
  type MediaHeader,
  MediaKind,
  type MediaKindCode,
  type MediaNotice,
  writeMediaHeader,
} from "#protocol/media-socket.ts";
import { type AudioConfig, sameVideo, type VideoConfig } from "#recorder/formats/codec-config.ts";
import { fragment } from "#recorder/formats/containers/fmp4.ts";
import { initSegment } from "#recorder/formats/containers/fmp4-init.ts";

/** One coded frame for a viewer. */
export interface OutputFrame {
  readonly config: VideoConfig;
  /** length-prefixed NAL units, or a JPEG */
  readonly data: Uint8Array;
  readonly key: boolean;
  readonly wallMs: number;
  readonly durationUs: number;
  /** MediaFlag bits; `key` is added */
  readonly flags: number;
}

export interface OutputAudio {
  readonly data: Uint8Array;
  readonly wallMs: number;
  readonly durationUs: number;
}

export type PlayState = Extract<MediaNotice, { type: "state" }>["state"];

/** Where a player's frames go: a media socket, or the one-frame mailbox of the HTTP form. */
export interface MediaOutput {
  /** Everything after this belongs to that play. */
  begin(generation: number): void;
  /** Audio is announced with the video's configuration; that is sent again if it is already out. */
  setAudio(audio: AudioConfig | null): void;
  picture(picture: OutputFrame): void;
  audio(audio: OutputAudio): void;
  /** a message without a frame: reverseEnd, end */
  mark(flags: number, wallMs: number): void;
  state(state: PlayState): void;
  /** `isAway`: it is recorded, where it cannot be reached now */
  gap(fromMs: number, toMs: number, isAway?: boolean): void;
  error(why: Failure, recoverable: boolean): void;
  /** bytes that wait to be sent */
  readonly waitingBytes: number;
}

/** The part of a websocket that an output needs. */
export interface MediaPort {
  send(data: string | Uint8Array): void;
  readonly waitingBytes: number;
}

const TICKS_PER_US = 90 / 1000;

/** Writes the media socket's messages (`#protocol/media-socket.ts`): fMP4 fragments of one frame each, or JPEG. */
export class SocketOutput implements MediaOutput {
  readonly #port: MediaPort;
  readonly #format: "fmp4" | "jpeg";
  readonly #onSent: (bytes: number) => void;
  readonly #prefetch: number;
  #generation = 0;
  #config: VideoConfig | null = null;
  #audio: AudioConfig | null = null;
  #sequence = 0;
  #ticks = 0;
  #state: PlayState | null = null;

  /**
   * `onSent` is called after each binary message with its number of bytes. `prefetch`: the number of the command that this
   * output answers; 0 = it is the play's.
   */
  constructor(port: MediaPort, format: "fmp4" | "jpeg", onSent: (bytes: number) => void, prefetch = 0) {
    this.#prefetch = prefetch;
    this.#port = port;
    this.#format = format;
    this.#onSent = onSent;
  }

  get waitingBytes(): number {
    return this.#port.waitingBytes;
  }

  begin(generation: number): void {
    this.#generation = generation;
    this.#config = null;
    this.#state = null;
  }

  setAudio(audio: AudioConfig | null): void {
    if (audio === this.#audio) return;
    this.#audio = audio;
    if (this.#config) this.#announce(this.#config);
  }

  picture(picture: OutputFrame): void {
    const flags = picture.flags | (picture.key ? MediaFlag.key : 0);
    const { wallMs, durationUs } = picture;
    if (this.#format === "jpeg") {
      this.#binary(MediaKind.jpeg, flags, wallMs, durationUs, [picture.data]);
      return;
    }
    if (!this.#config || !sameVideo(this.#config, picture.config)) this.#configure(picture.config);
    const durationTicks = Math.max(1, Math.round(durationUs * TICKS_PER_US));
    this.#sequence += 1;
    const { buffers } = fragment({
      sequence: this.#sequence,
      wallMs,
      video: {
        baseTicks: this.#ticks,
        // Samples that are ready already: `bare` keeps them from getting lengths a second time.
        samples: [
          {
            nals: [picture.data],
            bytes: picture.data.length,
            durationTicks,
            compositionTicks: 0,
            key: picture.key,
          },
        ],
      },
      audio: null,
      bare: true,
    });
    // Decoding time only ever rises, whichever direction is played; the header has the true time.
    this.#ticks += durationTicks;
    this.#binary(MediaKind.video, flags, wallMs, durationUs, buffers);
  }

  audio({ data, wallMs, durationUs }: OutputAudio): void {
    if (this.#format === "fmp4" && this.#audio && this.#config)
      this.#binary(MediaKind.audio, MediaFlag.key, wallMs, durationUs, [data]);
  }

  mark(flags: number, wallMs: number): void {
    this.#binary(this.#format === "jpeg" ? MediaKind.jpeg : MediaKind.video, flags, wallMs, 0, []);
  }

  state(state: PlayState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#notice({ type: "state", generation: this.#generation, state });
  }

  gap(fromMs: number, toMs: number, isAway = false): void {
    const away = isAway ? { away: true } : {};
    this.#notice({ type: "gap", generation: this.#generation, from: fromMs, to: toMs, ...away });
  }

  error(why: Failure, recoverable: boolean): void {
    const generation = this.#generation;
    this.#notice({ type: "error", generation, ...writeFailure(why, englishText), recoverable });
  }

  #configure(config: VideoConfig): void {
    this.#config = config;
    this.#ticks = 0;
    this.#announce(config);
    this.#binary(MediaKind.init, 0, 0, 0, [initSegment({ video: config, audio: null })]);
  }

  #announce(config: VideoConfig): void {
    const audio = this.#audio;
    this.#notice({
      type: "config",
      generation: this.#generation,
      ...(this.#prefetch === 0 ? { mayPrefetch: true } : { prefetch: this.#prefetch }),
      codec: config.codecString,
      width: config.width,
      height: config.height,
      description: config.description.toString("base64"),
      ...(audio ? { audio: audioNotice(audio) } : {}),
    });
  }

  #notice(notice: MediaNotice): void {
    // What a viewer may want next is no state of what it plays.
    if (this.#prefetch !== 0 && notice.type !== "config") return;
    this.#port.send(JSON.stringify(notice));
  }

  #binary(
    kind: MediaKindCode,
    flags: number,
    wallMs: number,
    durationUs: number,
    payload: readonly Uint8Array[],
  ): void {
    let bytes = MEDIA_HEADER_BYTES;
    for (const part of payload) bytes += part.length;
    const message = Buffer.allocUnsafe(bytes);
    const [generation, prefetch] = [this.#generation, this.#prefetch];
    const header: MediaHeader = { kind, flags, generation, prefetch, durationUs, wallMs };
    writeMediaHeader(new DataView(message.buffer, message.byteOffset, MEDIA_HEADER_BYTES), header);
    let at = MEDIA_HEADER_BYTES;
    for (const part of payload) {
      message.set(part, at);
      at += part.length;
    }
    this.#port.send(message);
    this.#onSent(bytes);
  }
}

/** As WebCodecs names them; G.711 is "ulaw" and "alaw" there. */
function audioNotice(audio: AudioConfig): NonNullable<Extract<MediaNotice, { type: "config" }>["audio"]> {
  const { sampleRate, channels } = audio;
  if (audio.codec === "aac")
    return { codec: "mp4a.40.2", sampleRate, channels, description: audio.description.toString("base64") };
  return { codec: audio.codec === "pcmu" ? "ulaw" : "alaw", sampleRate, channels };
}
