/** What the media socket's binary messages carry: frames of video for a decoder, JPEGs, and sound. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { MediaFlag, type MediaHeader, MediaKind, type MediaNotice } from "#protocol/media-socket.ts";
import type { AudioIntake } from "../audio/audio-intake.ts";
import { type DecodedFrame, type DecoderSettings, type EncodedFrame, settingsOf } from "../decode/encoded-frame.ts";
import { FragmentDemuxer } from "../decode/fragment-demuxer.ts";
import { JpegFrames } from "../decode/jpeg-frames.ts";

interface SocketMediaTaker {
  /** in decoding order */
  readonly frame: (frame: EncodedFrame) => void;
  /** a decoded JPEG of this generation; the taker owns it */
  readonly jpeg: (frame: DecodedFrame, generation: number) => void;
  /** A fragment cannot be read: frames that need it cannot be decoded. */
  readonly lost: () => void;
  /** The stream cannot be read at all. */
  readonly failed: (why: Failure) => void;
}

export class SocketMedia {
  readonly #taker: SocketMediaTaker;
  readonly #audio: AudioIntake | null;
  readonly #demuxer = new FragmentDemuxer();
  readonly #jpegs: JpegFrames;
  #settings: DecoderSettings | null = null;

  constructor(taker: SocketMediaTaker, audio: AudioIntake | null) {
    this.#taker = taker;
    this.#audio = audio;
    this.#jpegs = new JpegFrames(taker.jpeg);
  }

  configure(notice: Extract<MediaNotice, { type: "config" }>): void {
    this.#settings = settingsOf(notice);
    if (notice.audio) this.#audio?.configure(notice.audio);
  }

  take(header: MediaHeader, payload: ArrayBuffer): void {
    switch (header.kind) {
      case MediaKind.init: {
        const trouble = this.#demuxer.init(payload);
        if (trouble !== null) this.#taker.failed(failure("media/init", { message: trouble }));
        return;
      }
      case MediaKind.video:
        return this.#video(header, payload);
      case MediaKind.audio:
        this.#audio?.push(header.wallMs, payload);
        return;
      case MediaKind.jpeg:
        return this.#jpegs.push(header, payload);
    }
  }

  #video(header: MediaHeader, payload: ArrayBuffer): void {
    const settings = this.#settings;
    if (!settings) return;
    const samples = this.#demuxer.fragment(payload);
    if (typeof samples === "string") return this.#taker.lost();
    for (const sample of samples) {
      if (sample.track !== "video") continue;
      const frame = {
        settings,
        data: sample.data,
        key: sample.key || (samples.length === 1 && (header.flags & MediaFlag.key) !== 0),
        pre: (header.flags & MediaFlag.pre) !== 0,
        wallMs: header.wallMs + sample.offsetMs,
        durationMs: samples.length === 1 && header.durationUs > 0 ? header.durationUs / 1000 : sample.durationMs,
      };
      this.#taker.frame(frame);
    }
  }

  close(): void {
    this.#demuxer.close();
  }
}
