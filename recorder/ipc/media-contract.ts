/**
 * The calls between processes. `main` (HTTP, users, cameras) is the parent; `media` (cameras' streams, disk, viewers) and
 * `analysis` (codecs) are its children. Frames do not pass here: `media` serves them on local sockets.
 * Times are epoch ms of the recorder's clock, with fraction where frames are meant.
 */

import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { StreamSpec, StreamStatus } from "./stream-shapes.ts";
import type { FilledSome, FillOrder } from "./standby-contract.ts";
import type { ByRelay, LowBandwidthOutlook, PlaySpec, RelayPlace, ViewRights } from "./viewing-shapes.ts";
import type {
  BucketReport,
  ForgottenSome,
  RetentionPolicy,
  StorageState,
  ThinningReport,
  VolumeReport,
} from "./storage-shapes.ts";

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
      /** `waitMs`, `isSynced`: as `SessionSpec` of low-bandwidth-session.ts has them */
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
    /** begins to read all recordings again, and to compare them with their digests */
    "recordings.check": { ask: null; answer: null };
    /** where copies go from now on; null = nowhere */
    "bucket.set": { ask: { bucket: BucketSpec | null }; answer: null };
    /** begins to take what is in the bucket into the index; nothing where no bucket is set */
    "bucket.restore": { ask: null; answer: null };
    /** No bucket is set any more, and the index knows nothing of what lies there. */
    "bucket.forget": { ask: null; answer: null };
    /** by what rule old recordings are thinned out; null = none is */
    "thinning.set": { ask: { thinning: ThinningSpec | null }; answer: null };
    /** takes in what another recorder has recorded for this one; answers after some seconds how far it is */
    "recordings.fill": { ask: FillOrder; answer: FilledSome };
    /** another recorder has these files */
    "recordings.drop": { ask: { files: readonly number[] }; answer: null };
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
