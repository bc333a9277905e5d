import { bytesOfBase64 } from "#base/base64.ts";
import type { MediaNotice } from "#protocol/media-socket.ts";

export interface DecoderSettings {
  /** as WebCodecs names it */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** avcC or hvcC; empty for in-band parameter sets */
  readonly description: Uint8Array<ArrayBuffer>;
}

/** One coded frame with what the media socket says of it. */
export interface EncodedFrame {
  readonly settings: DecoderSettings;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly key: boolean;
  /** decode, do not show */
  readonly pre: boolean;
  /** server ms of capture, with fraction */
  readonly wallMs: number;
  readonly durationMs: number;
}

/** A frame that waits for its moment; its holder closes it. */
export interface DecodedFrame {
  readonly image: VideoFrame | ImageBitmap;
  readonly wallMs: number;
  readonly durationMs: number;
}

/** The decoder settings for the frames that this notice of the recorder announces. */
export function settingsOf(config: Extract<MediaNotice, { type: "config" }>): DecoderSettings {
  const { codec, width, height } = config;
  try {
    return { codec, width, height, description: bytesOfBase64(config.description) };
  } catch {
    return { codec, width, height, description: new Uint8Array(0) }; // the decoder reports what is missing
  }
}
