/**
 * One video frame (or one run of audio) as it came from a camera: what the hub passes to writer, viewers and analysis.
 */
export interface AccessUnit {
  readonly kind: "video";
  /** decodable without another frame; its `nals` begin with the parameter sets */
  readonly key: boolean;
  /** 90 kHz, unwrapped, monotonic over the connection; starts anywhere */
  readonly pts90k: number;
  /** epoch ms of the recorder's clock at capture as well as it is known, with fraction */
  readonly wallMs: number;
  /** NAL units without start codes or lengths, without access unit delimiters */
  readonly nals: readonly Buffer[];
  /** packets were lost inside it or since the last one */
  readonly broken: boolean;
}

export interface AudioUnit {
  readonly kind: "audio";
  /** in units of the sample rate, unwrapped */
  readonly pts: number;
  readonly wallMs: number;
  readonly data: Buffer;
  /** samples per channel in `data` */
  readonly samples: number;
}
