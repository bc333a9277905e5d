/** What thinning out asks of the index: which files may be thinned, what takes their place, and when motion was watched. */
import type { NewSegment, SegmentRow } from "../segment-row.ts";

export interface ThinAsk {
  readonly streamId: string;
  /** they start then or later */
  readonly fromMs: number;
  /** and have ended then */
  readonly beforeMs: number;
}

/** A file that takes the place of a longer one. */
export interface ThinnedPiece {
  readonly row: NewSegment;
  readonly fragments: Uint8Array;
  readonly sha256: Uint8Array;
}

export interface IndexedSpan {
  readonly startMs: number;
  readonly stopMs: number;
}

export interface ThinningIndex {
  /** Closed, whole files of a stream, in order: none that is locked or damaged, or that the bucket has. */
  filesToThin(ask: ThinAsk, take: number): Promise<readonly SegmentRow[]>;
  /** of these, as a sum over the first some thousands; `isMore`: there may be others */
  sumToThin(ask: ThinAsk): Promise<{
    readonly files: number;
    readonly bytes: number;
    readonly recordedMs: number;
    readonly isMore: boolean;
  }>;
  /**
   * The pieces are the recording from now on. False, and nothing is done: it is another one meanwhile, or may not be thinned
   * any more.
   */
  replaceSegment(row: SegmentRow, pieces: readonly ThinnedPiece[]): Promise<boolean>;

  /** Motion in any of these streams that touches [fromMs, toMs), however long it lasts; what has not ended lasts until then. */
  motionIn(streamIds: readonly string[], fromMs: number, toMs: number): Promise<readonly IndexedSpan[]>;
  /** What moves in these streams is being watched, and was since the last call if that is less than `withinMs` ago. */
  noteWatched(streamIds: readonly string[], nowMs: number, withinMs: number): Promise<void>;
  /** when what moves in any of these streams was watched, within [fromMs, toMs) */
  watched(streamIds: readonly string[], fromMs: number, toMs: number): Promise<readonly IndexedSpan[]>;
}
