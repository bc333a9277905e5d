/**
 * The calls between processes. `main` (HTTP, users, cameras) is the parent; `media` (cameras' streams, disk, viewers) and
 * `analysis` (codecs) are its children. Frames do not pass here: `media` serves them on local sockets.
 * Times are epoch ms of the recorder's clock, with fraction where frames are meant.
 */

import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
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
  readonly pictureAgeMs: number | null;
  /** the longest usual pause between two pictures of this camera */
  readonly pauseMs: number;
  /** since the archive grew, null = not in this life of the process */
  readonly archiveAgeMs: number | null;
}

export interface PlaySpec {
  /** 0 = live */
  readonly timeMs: number;
  readonly rate: number;
  readonly heightPx: number;
}

/** What a viewer may watch of a stream: live video of its camera, and its recordings. */
export interface ViewRights {
  readonly live: boolean;
  readonly playback: boolean;
  /** absent: privacy masks are painted over everything; true: the viewer may see without them and has asked for it */
  readonly isUnmasked?: true;
  /** absent: the whole picture; otherwise these views only, whatever `isUnmasked` says */
  readonly views?: readonly string[];
}

/** What an RTSP player may see of the stream that it asked for. */
export interface RtspSight {
  readonly isUnmasked: boolean;
  /** it is a relay of ours, which needs the date of each picture */
  readonly isDated?: boolean;
  /** as of a view's rights */
  readonly views?: readonly string[];
}

/** What `media` serves to `main`. */
export interface MediaContract {
  calls: {
    /** `elsewhere`: the streams that other `media` processes have, and which; absent = there is only this one */
    "streams.set": {
      ask: { streams: readonly StreamSpec[]; elsewhere?: ReadonlyMap<string, number> };
      answer: null;
    };
    "stream.restart": { ask: { streamId: string }; answer: null };
    /** opens a stream once, returns what it carries, closes it */
    "stream.probe": {
      ask: { url: string; username: string; password: string; transport: "tcp" | "udp"; network?: AddressPolicy };
      answer: { video: VideoInfo; audio: AudioInfo | null };
    };
    /** failure codes: whep/bad-offer, whep/codec, stream/unknown, stream/not-running, archive/none */
    "whep.open": {
      ask: { sessionId: string; streamId: string; offer: string; play: PlaySpec; rights: ViewRights } & ByRelay;
      answer: { answer: string; relay?: RelayPlace };
    };
    "whep.close": { ask: { sessionId: string }; answer: null };
    "low-bandwidth.open": {
      /** `waitMs`, `isSynced`: as `SessionSpec` of `live` has them */
      ask: {
        sessionId: string;
        streamId: string;
        format: "fmp4" | "jpeg";
        play: PlaySpec;
        rights: ViewRights;
        waitMs: number;
        isSynced: boolean;
        /** one name for all sessions of a browser, because they share a line */
        viewer?: string;
      } & ByRelay;
      answer: LowBandwidthOutlook;
    };
    "low-bandwidth.state": { ask: { sessionId: string }; answer: LowBandwidthOutlook };
    /** the JPEG form over HTTP: the next picture */
    "low-bandwidth.frame": { ask: { sessionId: string }; answer: { jpeg: Uint8Array; wallMs: number } };
    "low-bandwidth.close": { ask: { sessionId: string }; answer: null };
    /** replaces the rights that a WebRTC or low-bandwidth session's commands are checked against */
    "session.rights": { ask: { sessionId: string; rights: ViewRights }; answer: null };
    /** ends the connection of a player that reads the proxy */
    "rtsp.close": { ask: { sessionId: string }; answer: null };
    /** JPEG of a stream at a time (0 = now). failure: stream/unknown, stream/not-running, stream/no-picture, archive/none */
    snapshot: {
      ask: {
        streamId: string;
        timeMs: number;
        width: number;
        height: number;
        isUnmasked?: true;
        /** as of a view's rights */
        views?: readonly string[];
        watermark?: string;
      };
      answer: { jpeg: Uint8Array; wallMs: number };
    };
    /**
     * the cleaner's policy from now on; cleaning starts with the first call (a full disk is handled before that too)
     */
    "retention.set": { ask: { policy: RetentionPolicy }; answer: null };
    /** the list of volumes is another one from now on; never of a recorder with one folder */
    "volumes.set": { ask: { volumes: readonly VolumeSpec[] }; answer: null };
    /** takes so many rows of a volume that cannot be reached out of the index; never of the one folder */
    "volumes.forget": { ask: { name: string; take: number }; answer: ForgottenSome };
    /** where copies go from now on; null = nowhere */
    /** begins to read all recordings again, and to compare them with their digests */
    "recordings.check": { ask: null; answer: null };
    "bucket.set": { ask: { bucket: BucketSpec | null }; answer: null };
    /** begins to take what is in the bucket into the index; nothing where no bucket is set */
    "bucket.restore": { ask: null; answer: null };
    /** No bucket is set any more, and the index knows nothing of what lies there. */
    "bucket.forget": { ask: null; answer: null };
    /** by what rule old recordings are thinned out; null = none is */
    "thinning.set": { ask: { thinning: ThinningSpec | null }; answer: null };
    /** the process continues; files and index are complete when this resolves */
    flush: { ask: null; answer: null };
  };
  events: {
    "stream.status": StreamStatus;
    /** `why`: null where the viewer left */
    "session.closed": { sessionId: string; kind: "whep" | "low-bandwidth" | "rtsp"; why: Failure | null };
    /** a command made a playback of a session that was live */
    "session.playback": { sessionId: string; timeMs: number };
    /** where the RTSP proxy listens; port 0: nowhere, `reason` says why */
    "rtsp.listening": { port: number; reason: string };
    "motion.started": { streamId: string; startMs: number };
    "motion.stopped": { streamId: string; startMs: number; stopMs: number };
    "disk.state": { state: StorageState; reason: string };
    /** of a list of volumes: every few seconds, and when something is news */
    volumes: { volumes: readonly VolumeReport[] };
    /** every few seconds while a bucket is set, and when something is news */
    bucket: BucketReport;
    /** while a rule of thinning out is set, when something is news */
    thinning: ThinningReport;
    /** so many were found damaged that were not known to be: the index has which */
    "recordings.damaged": { count: number };
    /** a check that somebody has asked for is over: so many files were read, so many are damaged */
    "recordings.checked": { files: number; damaged: number };
    /** so many were, and are whole again by their copies in the bucket */
    "recordings.repaired": { count: number };
    log: { level: "debug" | "info" | "warn" | "error"; text: string; detail?: Record<string, unknown> };
  };
}

/**
 * What a folder can take. `gone`: it was deleted, or its disk was taken away. `stuck`: a write does not return.
 */
export type StorageState = "ok" | "full" | "unwritable" | "gone" | "stuck";

/** One of several volumes, as the process sees it that writes there. */
export interface VolumeReport {
  readonly name: string;
  readonly state: StorageState;
  /** for the administrator; "" when ok */
  readonly reason: string;
  /** as it was seen last; null = never */
  readonly space: {
    readonly capacityBytes: number;
    readonly freeBytes: number;
    readonly unavailableBytes: number;
  } | null;
  /** of its disk: volumes may share one; null = never seen */
  readonly device: number | null;
  /** written there of late */
  readonly bytesPerSecond: number;
  /** written there now */
  readonly streams: number;
  /** null: it is not drained */
  readonly drain: MoveReport | null;
  /** null: it hands nothing on; `empty`: nothing is due */
  readonly onward: MoveReport | null;
}

/** The archive in a bucket, as the process sees it that copies there. */
export interface BucketReport {
  /** `resting`: copies are sent at other hours */
  readonly state: "ok" | "away" | "resting";
  /** of `away`, in English */
  readonly reason: string;
  /** due, and not there yet; `oldestMs` 0 = none; `isMore`: it is more than that */
  readonly backlog: {
    readonly files: number;
    readonly bytes: number;
    readonly oldestMs: number;
    readonly isMore: boolean;
  };
  readonly bytesPerSecond: number;
  /** null: nobody has asked for it */
  readonly restore: {
    readonly isRunning: boolean;
    readonly objects: number;
    readonly files: number;
    readonly reason: string;
  } | null;
  /** index and bucket, when they were compared last; null = not yet */
  readonly compared: {
    readonly atMs: number;
    readonly there: number;
    readonly unknown: number;
    readonly missing: number;
  } | null;
}

/** How far thinning out is, since its rule was set or the process was started. */
export interface ThinningReport {
  /** `idle`: nothing is due */
  readonly state: "idle" | "thinning";
  readonly files: number;
  readonly freedBytes: number;
  /** files that could not be thinned out; they are tried again */
  readonly stuck: number;
  /** of the last of these, in English */
  readonly reason: string;
}

export interface ForgottenSome {
  /** 0: nothing is left that can be */
  readonly removed: number;
  /** the volume can be read: nothing of it is forgotten */
  readonly isThere: boolean;
}

/** How far a volume is whose recordings go to the others. */
export interface MoveReport {
  /**
   * `waiting`: some files cannot be moved now; `no-room`: the others have none; `away`: it cannot be read; `empty`: it holds
   * nothing more
   */
  readonly state: "moving" | "waiting" | "no-room" | "away" | "empty";
  /** since this began, or since the process was started */
  readonly movedBytes: number;
  /** of `waiting` */
  readonly reason: string;
}

/** The policy of the cleaner in `media`. */
export interface RetentionPolicy {
  /** false: nothing is cleaned except on a full disk (degraded licence) */
  readonly cleaning: boolean;
  /** share of the disk, in percent, above which the oldest recordings are removed; default 85 */
  readonly thresholdPercent: number;
  /** the recordings of a volume never take more than this; null = only the disk limits */
  readonly maxBytes: number | null;
  /**
   * how much the licence allows to keep: older recordings are removed, whatever an override promises; null = no limit
   */
  readonly maxAgeMs: number | null;
  /** minimumMs: what an override promises, null = automatic. Streams not named belong to deleted cameras. */
  readonly streams: readonly { readonly streamId: string; readonly minimumMs: number | null }[];
}

export type LowBandwidthState = "pending" | "ready" | "failed";
export interface LowBandwidthOutlook {
  readonly state: LowBandwidthState;
  /** why it failed */
  readonly failure: Failure | null;
  /** the relay that serves it; absent = a process of the recorder */
  readonly relay?: RelayPlace;
}

/** A relay may serve what is opened, but for those that the viewer cannot reach; absent = none may. `media` does not look at it. */
export interface ByRelay {
  readonly avoid?: readonly string[];
}
/** The relay that serves a session. `socket`: address of its media socket; "" = it has none. */
export interface RelayPlace {
  readonly id: string;
  readonly socket: string;
}

/** What `main` serves to `media`. */
export interface MainContract {
  calls: {
    /**
     * Whether an RTSP player may watch a stream. failure: session/required, session/wrong, session/locked, access/denied,
     * stream/unknown, live/too-many
     */
    "rtsp.admit": { ask: RtspAsk; answer: RtspSight };
    /** One process writes the index: this is for those `media` processes that do not. */
    "index.write": { ask: IndexWrite; answer: IndexAnswer };
  };
  events: Record<string, never>;
}

/** A call of a method of the index. */
export interface IndexWrite {
  readonly name: string;
  readonly args: readonly unknown[];
}

export type IndexAnswer =
  | { readonly done: unknown }
  /** as the database said it; `code`: "" = it has none */
  | { readonly failed: { readonly message: string; readonly code: string } };

/** The credentials of an RTSP player. */
export interface RtspAsk {
  /** of its connection: `rtsp.close` and `session.closed` name it */
  readonly sessionId: string;
  readonly streamId: string;
  /** of its address, the query without the question mark */
  readonly path: string;
  readonly query: string;
  /** value of the Authorization header, null without one */
  readonly authorization: string | null;
  /** of the client */
  readonly address: string;
}
