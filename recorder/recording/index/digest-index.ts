/** What the index knows of the files' SHA-256, of damaged ones, and of how far looking at them has come. */
import type { Damage } from "#domain/recordings/damage.ts";
import type { SegmentRow } from "./segment-row.ts";

export interface DigestedFile extends SegmentRow {
  /** null = not known: written before digests were kept, or put right after a crash */
  readonly sha256: Uint8Array | null;
  /** what was found the last time */
  readonly damage: Damage | null;
}

interface DamagedFile extends SegmentRow {
  readonly damage: Damage;
  readonly foundMs: number;
}

interface DamagedStretch {
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** How far the scrub is. Times are epoch ms of the recorder's clock. */
export interface ScrubState {
  /** files up to this id were looked at in this pass */
  readonly afterId: number;
  readonly beganMs: number;
  readonly checked: number;
  /** end of the last whole pass; null = there was none */
  readonly endedMs: number | null;
  /** somebody has asked for it, and waits */
  readonly isHurried?: true;
}

/** Index and disks, when they were compared last. */
export interface DiskComparison {
  readonly atMs: number;
  /** on the disks that could be reached */
  readonly files: number;
  /** that the index did not know, and has taken in */
  readonly adopted: number;
  /** rows whose files were gone */
  readonly dropped: number;
  /** that could not be read */
  readonly unreadable: number;
}

/** SHA-256 of closed files, and what the scrub has found of them. */
export interface DigestIndex {
  /** closed files by id */
  filesToCheck(afterId: number, take: number): Promise<readonly DigestedFile[]>;
  /** closed files of these streams that touch the time, by id */
  offered(
    streamIds: readonly string[],
    afterId: number,
    take: number,
    time: { readonly fromMs: number; readonly toMs: number },
  ): Promise<readonly (SegmentRow & { readonly sha256: Uint8Array | null })[]>;
  /** of the last file; 0 = there is none */
  lastFileId(): Promise<number>;
  /** about how many files have an id above this, open ones too: counting millions would hold up who records */
  filesAfter(afterId: number): Promise<number>;
  /** of a file whose digest is not known; another one is never replaced */
  setDigest(id: number, sha256: Uint8Array): Promise<void>;
  /** Packs the fragment list of a file of before, a tenth as long then. */
  packFragments(file: Pick<SegmentRow, "id" | "startMs">): Promise<void>;
  /** null: it is whole. When it was found first is kept. */
  setDamage(id: number, damage: Damage | null, foundMs: number): Promise<void>;
  /** the newest `take`, and how many there are */
  damaged(take: number): Promise<{ readonly count: number; readonly files: readonly DamagedFile[] }>;
  /** stretches of damaged files without a copy that touch [fromMs, toMs), in order */
  damagedBetween(streamIds: readonly string[], fromMs: number, toMs: number): Promise<readonly DamagedStretch[]>;
  /** null: there was no scrub yet */
  scrubState(): Promise<ScrubState | null>;
  setScrubState(state: ScrubState): Promise<void>;
  /** null: not yet */
  comparison(): Promise<DiskComparison | null>;
  setComparison(comparison: DiskComparison): Promise<void>;
}
