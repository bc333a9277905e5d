import type { Disposer } from "#base/disposer.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";

/** One picture or one run of sound at the moment of its sending; what ingest makes of a camera's packets fits as it is. */
export type MountUnit =
  | {
      readonly kind: "video";
      readonly key: boolean;
      /** those of a key frame begin with the parameter sets; of Motion JPEG the one whole file */
      readonly nals: readonly Buffer[];
      /** not wrapped */
      readonly pts90k: number;
      /** epoch ms of its capture, with fraction */
      readonly wallMs: number;
    }
  | {
      readonly kind: "audio";
      readonly data: Buffer;
      /** in units of the sample rate, not wrapped */
      readonly pts: number;
      readonly wallMs: number;
    };

export interface MountListener {
  unit(unit: MountUnit): void;
  /** what comes next does not continue in time what came before; it begins with a key frame */
  jumped(): void;
  /** it is over, or became something that the description does not fit any more */
  ended(): void;
}

/** What one address of an RTSP server plays. */
export interface MountPoint {
  readonly video: {
    readonly codec: VideoInfo["codec"];
    /** VPS, SPS, PPS as far as the codec has them */
    readonly parameterSets: readonly Buffer[];
    /** 0 = not known */
    readonly framesPerSecond: number;
  };
  readonly audio: { readonly info: AudioInfo; readonly config: Buffer } | null;
  /** what came since the last key frame, it first: a viewer over TCP begins with it */
  readonly begun: readonly MountUnit[];
  /** Hears every unit from now on. */
  subscribe(listener: MountListener): Disposer;
}

export interface RtspRequest {
  readonly method: string;
  /** path and query of the address, without the part that names a track */
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  /** of the client */
  readonly address: string;
}

export type Admission =
  | { readonly ok: true; readonly mountPoint: MountPoint }
  | { readonly ok: false; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** What a server asks for one connection: whether a request may be, and what it plays. */
export interface RtspAccess {
  admit(request: RtspRequest): Admission | Promise<Admission>;
  /** Once: the connection has ended. */
  closed(): void;
}
