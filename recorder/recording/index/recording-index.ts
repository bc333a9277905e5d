/**
 * What is known about the files, as an interface, so that a large site can keep it in PostgreSQL. Times are epoch ms
 * with fraction. Expected trouble (locked, disk full) throws `IndexError`; callers retry or report.
 */
import type { BucketIndex } from "./bucket/bucket-index.ts";
import type { DigestIndex } from "./digest-index.ts";
import type { NewSegment, SegmentRow } from "./segment-row.ts";
import type { Bookmark, LockRow, MotionEventRow, NewBookmark, NewLock } from "./notes/note-rows.ts";
import type { NotesIndex } from "./notes/notes-index.ts";
import type { ThinningIndex } from "./thinning/thinning-index.ts";

export interface CleanableRow extends SegmentRow {
  /** in the bucket */
  readonly hasCopy: boolean;
}

/** A run of segments without a gap of GAP_MS or more. */
export interface ArchiveRun {
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** still being written */
  readonly active: boolean;
  /** true: on a volume that cannot be reached */
  readonly isAway?: true;
}

export interface StreamUsage {
  readonly streamId: string;
  /** "" when the stream came from a rebuild and no camera has claimed it since */
  readonly cameraId: string;
  readonly bytes: number;
  readonly recordedMs: number;
  readonly segments: number;
  /** 0 = nothing recorded */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Segments closer than this count as one archive. */
export const GAP_MS = 2000;

export interface SegmentProgress {
  readonly id: number;
  readonly endMs: number;
  readonly bytes: number;
  readonly frames: number;
}

/** Some streams, or all others. */
export type StreamScope = { readonly only: readonly string[] } | { readonly but: readonly string[] };

export interface EventCut {
  readonly count: number;
  readonly from: "oldest" | "newest";
  /** only those that start within the time: earlier ones that continue into it are left out, however many there are */
  readonly starting?: boolean;
}

/** `count` bins of `segmentMs` from `fromMs` on; the last one may reach beyond `toMs`. */
export interface EventBins {
  readonly fromMs: number;
  readonly toMs: number;
  readonly segmentMs: number;
  readonly count: number;
}

/** A file that another recorder has made, whose clock differs a little. */
export interface GivenFile {
  /** null = not known */
  readonly sha256: Uint8Array | null;
  /** how far it may overlap what adjoins it */
  readonly seamMs: number;
}

/** Where a clock was set back, of two segments of a stream the newer one holds the time: the older one is cut in the index. */
export interface SegmentIndex {
  /** remembers whose stream it is; called for every configured stream */
  claimStream(streamId: string, cameraId: string): Promise<void>;

  createSegment(row: { streamId: string; startMs: number; file: string; volume?: string }): Promise<number>;
  progressSegments(rows: readonly SegmentProgress[]): Promise<void>;
  /** `fragments`: blob of fragment-index.ts */
  closeSegment(row: SegmentProgress & { startMs: number; fragments: Uint8Array; sha256?: Uint8Array }): Promise<void>;
  insertClosed(row: NewSegment, fragments: Uint8Array, given?: GivenFile): Promise<number>;
  removeSegments(ids: readonly number[]): Promise<void>;

  openSegments(): Promise<readonly SegmentRow[]>;
  /** null: it was removed */
  segment(id: number): Promise<SegmentRow | null>;
  /**
   * the last one that starts at or before `timeMs`; `away`: none on these volumes, but for those with a copy in the bucket,
   * unless that is one of them
   */
  segmentAt(streamId: string, timeMs: number, away?: readonly string[]): Promise<SegmentRow | null>;
  /** the first one that starts after `timeMs` */
  segmentAfter(streamId: string, timeMs: number, away?: readonly string[]): Promise<SegmentRow | null>;
  /** those that touch [fromMs, toMs), in order */
  segmentsBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]>;
  /** those that start in [fromMs, toMs), including those that a newer one has emptied */
  filesBetween(streamId: string, fromMs: number, toMs: number): Promise<readonly SegmentRow[]>;
  /** null for an open segment */
  fragments(id: number): Promise<Uint8Array | null>;
  /** closed and unlocked ones of a volume, oldest first: what the cleaner may remove */
  oldestSegments(streamId: string, take: number, volume?: string): Promise<readonly CleanableRow[]>;
  /** iterates over all, by id */
  allSegments(afterId: number, take: number): Promise<readonly SegmentRow[]>;
}

interface MoveAsk {
  readonly volume: string;
  readonly streamId: string;
  readonly fromMs: number;
  readonly beforeMs: number;
  /** only files in which something moved, by the motion of these streams; null = all */
  readonly motionOf: readonly string[] | null;
  /** only what evidence locks touch */
  readonly isLocked: boolean;
}

/** What each volume holds. */
export interface VolumeIndex {
  /** names of the volumes that hold files, of former ones too; the bucket is none */
  volumesInUse(): Promise<readonly string[]>;
  /** of one volume, for each stream that has files there */
  usageOf(volume: string): Promise<readonly Omit<StreamUsage, "cameraId">[]>;
  /** the newest closed files of a volume */
  newestOf(volume: string, take: number): Promise<readonly SegmentRow[]>;
  /** closed files of a volume, locked ones too, by stream and time; of one stream, if it is named */
  filesOn(volume: string, take: number, streamId?: string): Promise<readonly SegmentRow[]>;
  /** closed files of a stream on a volume that start in [fromMs, beforeMs) and have ended then, if they are what is asked for */
  filesToMove(ask: MoveAsk, take: number): Promise<readonly SegmentRow[]>;
  /** its file is on another volume now; false: it is no longer on `from`, or gone */
  moveSegment(id: number, from: string, to: string): Promise<boolean>;
  /** A volume is called otherwise now. */
  renameVolume(from: string, to: string): Promise<void>;
  /** by what a volume is recognised; null = it was never seen */
  volumeTag(name: string): Promise<string | null>;
  setVolumeTag(name: string, tag: string): Promise<void>;
  /** The next volume of this name is another one. */
  forgetVolume(name: string): Promise<void>;
}

/** Runs and sums of what was recorded. */
export interface ArchiveIndex {
  /** runs that touch [fromMs, toMs), in order */
  archives(streamId: string, fromMs: number, toMs: number): Promise<readonly ArchiveRun[]>;
  /**
   * the newest `take` runs that start before `beforeMs`, newest first; with `afterMs`, only from files that end after
   * it. What lies on one of the `away` volumes, and has no copy in a bucket that is not one of them, is in runs of its own.
   */
  archivesBefore(
    streamId: string,
    beforeMs: number,
    take: number,
    afterMs?: number,
    away?: readonly string[],
  ): Promise<readonly ArchiveRun[]>;
  /**
   * segments (about one per recorded minute) per local day "YYYY-MM-DD" of an IANA zone; null = all streams; `range`: only
   * those that start in [fromMs, toMs)
   */
  archivesPerDay(
    streamIds: readonly string[] | null,
    timeZone: string,
    range?: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Map<string, number>>;
  usage(): Promise<readonly StreamUsage[]>;
  /**
   * recorded bytes and ms of each stream within [fromMs, toMs); a segment that reaches beyond it counts with its share
   */
  recordedBetween(
    fromMs: number,
    toMs: number,
  ): Promise<readonly { streamId: string; bytes: number; recordedMs: number }[]>;
}

export interface MotionIndex {
  /** an event of the same stream and start is replaced, so that start and stop may both be told */
  putEvent(event: { streamId: string; startMs: number; stopMs: number | null; score: number }): Promise<void>;
  /**
   * that touch [fromMs, toMs), in order; null = all streams. `cut`: this many from the named end, in the order from
   * there.
   */
  events(
    streamIds: readonly string[] | null,
    fromMs: number,
    toMs: number,
    cut?: EventCut,
  ): Promise<readonly MotionEventRow[]>;
  /** how many events touch each bin, for each of these streams that has any; a running event lasts until `nowMs` */
  countEvents(
    streamIds: readonly string[],
    bins: EventBins,
    nowMs: number,
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  /** ms of motion per stream within [fromMs, toMs); a running event lasts until `nowMs` */
  motionBetween(fromMs: number, toMs: number, nowMs: number): Promise<ReadonlyMap<string, number>>;
  /** ends events that an earlier process left open; absent = of all streams */
  closeOpenEvents(of?: StreamScope): Promise<void>;
  /** removes events older than the stream's first recording; returns their number */
  pruneEvents(): Promise<number>;
}

/** Evidence locks and bookmarks. */
export interface MarkIndex {
  addLock(lock: NewLock): Promise<number>;
  /** `changedMs`: when, so that others who keep it hear of it; absent: they keep it */
  removeLock(id: number, changedMs?: number): Promise<boolean>;
  locks(): Promise<readonly LockRow[]>;

  addBookmark(bookmark: NewBookmark): Promise<number>;
  removeBookmark(id: number, changedMs?: number): Promise<boolean>;
  /** false: it is gone */
  renameBookmark(id: number, text: string, changedMs: number): Promise<boolean>;
  /** those that touch [fromMs, toMs), in order */
  bookmarks(fromMs: number, toMs: number): Promise<readonly Bookmark[]>;
}

export interface RecordingIndex
  extends SegmentIndex,
    VolumeIndex,
    ArchiveIndex,
    MotionIndex,
    MarkIndex,
    NotesIndex,
    DigestIndex,
    BucketIndex,
    ThinningIndex {
  close(): Promise<void>;
}
