import type { Disposer } from "#base/disposer.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";

/** One video frame or one run of audio at the moment of sending; an access unit of ingest fits as it is. */
export type MountUnit =
  | {
      readonly kind: "video";
      readonly key: boolean;
      /** a key frame's begin with the parameter sets; Motion JPEG's is the one whole file */
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
  /** the next units do not continue the time of those before; they begin with a key frame */
  jumped(): void;
  /** it has ended, or no longer fits the description */
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
  /** units since the last key frame, which comes first: a viewer over TCP begins with them */
  readonly begun: readonly MountUnit[];
  /** Subscribes to every unit from now on. */
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
  /** `isDated`: a report with its date goes before each unit; absent = one every 5 s */
  | { readonly ok: true; readonly mountPoint: MountPoint; readonly isDated?: boolean }
  | { readonly ok: false; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** What a server asks for one connection: whether a request is allowed, and what it plays. */
export interface RtspAccess {
  admit(request: RtspRequest): Admission | Promise<Admission>;
  /** Called once: the connection has ended. */
  closed(): void;
}
