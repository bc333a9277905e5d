/** What `main` wants of disks and of the archive in a bucket, and what `media` says of them. */
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
