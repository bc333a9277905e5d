export interface DecoderSettings {
  /** as WebCodecs names it */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** avcC or hvcC; empty for in-band parameter sets */
  readonly description: Uint8Array<ArrayBuffer>;
}

/** One coded picture with what the media socket said of it. */
export interface EncodedPicture {
  readonly settings: DecoderSettings;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly key: boolean;
  /** decode, do not show */
  readonly pre: boolean;
  /** server ms of capture, with fraction */
  readonly wallMs: number;
  readonly durationMs: number;
}

/** A picture that waits for its moment; whoever holds it closes it. */
export interface DecodedPicture {
  readonly picture: VideoFrame | ImageBitmap;
  readonly wallMs: number;
  readonly durationMs: number;
}
