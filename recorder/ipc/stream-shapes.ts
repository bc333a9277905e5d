/** What `main` wants of each stream, and what `media` says of it. */
import type { PrivacyMask, ShownPart } from "#domain/cameras/privacy-mask.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";

/** What the recorder shall do with one stream. `media` makes its streams equal to the last list. */
export interface StreamSpec {
  readonly id: string;
  readonly cameraId: string;
  /** rtsp(s) without credentials */
  readonly url: string;
  /** it is another recorder's, which dates its pictures; absent = a camera's */
  readonly isDated?: boolean;
  readonly username: string;
  readonly password: string;
  readonly transport: "tcp" | "udp";
  /** where the camera may be; absent = anywhere (demo cameras live on this machine) */
  readonly network?: AddressPolicy;
  /** false: not connected at all (disabled, degraded) */
  readonly active: boolean;
  /** what goes to disk; `proxy` records nothing, `motion` only around motion, `adaptive` key frames while nothing moves */
  readonly record: "continuous" | "motion" | "adaptive" | "proxy";
  readonly motion: MotionSpec | null;
  /** painted over whatever leaves the server, unless a viewer may see without them and asks for that */
  readonly masks: readonly PrivacyMask[];
  /** what each shared view shows of it, for viewers who see the camera by views only; absent: nothing */
  readonly shownByView?: Readonly<Record<string, readonly ShownPart[]>>;
}

export interface MotionSpec {
  readonly objectSize: number;
  readonly keyFramesOnly: boolean;
  /** PNG of the mask, white = watched; null = everything */
  readonly mask: Uint8Array | null;
}

export type StreamState = "idle" | "starting" | "stopping" | "restarting" | "running";

export interface StreamStatus {
  readonly streamId: string;
  readonly state: StreamState;
  readonly retryCount: number;
  /** 0 = never */
  readonly lastArchiveWrittenMs: number;
  /** why it does not run, for the administrator; null while it does */
  readonly trouble: Failure | null;
  /** null until the first picture has been parsed */
  readonly video: VideoInfo | null;
  readonly audio: AudioInfo | null;
  /** averages of the last 60 s */
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
  readonly packetsLost: number;
  readonly packetsReceived: number;
  /** of the newest picture when this was said, null before the first one; by a clock that nobody sets */
  readonly frameAgeMs: number | null;
  /** the longest usual pause between two pictures of this camera */
  readonly pauseMs: number;
  /** since the archive grew, null = not in this life of the process */
  readonly archiveAgeMs: number | null;
}
