/** What the index knows of the bucket: its objects, which recordings they hold copies of, and the upload that is under way. */
import type { NewSegment, SegmentRow } from "../segment-row.ts";

export interface BucketObject {
  readonly id: number;
  readonly key: string;
  /** "" where the bucket keeps no versions */
  readonly version: string;
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** of the object */
  readonly bytes: number;
  /** as it stands at its beginning: JSON of `ObjectHead` */
  readonly head: string;
  /** nobody can delete it: a legal hold is on */
  readonly isHeld: boolean;
}

/** Where the copy of a file lies in the body of its object. */
export interface CopyPlace {
  readonly object: BucketObject;
  readonly offset: number;
  readonly bytes: number;
  /** null = not known */
  readonly sha256: Uint8Array | null;
}

/** The upload that is under way: `plan` is the uploader's own. */
export interface KeptUpload {
  readonly key: string;
  /** "" = in one piece */
  readonly uploadId: string;
  readonly plan: string;
}

export interface NewObject extends Omit<BucketObject, "id"> {
  /** how many files it holds */
  readonly files: number;
  /** A legal hold was on when it was taken in: of an index that is lost, or of somebody else. */
  readonly isFoundHeld?: boolean;
}

export interface CopyAsk {
  readonly streamId: string;
  /** they start then or later */
  readonly fromMs: number;
  /** and have ended then */
  readonly beforeMs: number;
  /** only files in which something moved, by the motion of these streams; null = all */
  readonly motionOf: readonly string[] | null;
}

interface Sum {
  readonly files: number;
  readonly bytes: number;
  /** 0 = none */
  readonly oldestMs: number;
}

export interface ObjectsAsk {
  readonly beforeMs: number;
  /** of these streams only, or of all but these; absent: of all */
  readonly of?: readonly string[];
  readonly notOf?: readonly string[];
}

/** What is to be uploaded, and the upload that is under way. */
export interface UploadIndex {
  /** Closed files of a stream without a copy, in order. */
  filesToCopy(ask: CopyAsk, take: number): Promise<readonly SegmentRow[]>;
  /** the same of what is locked as evidence, whatever its age */
  lockedToCopy(take: number): Promise<readonly SegmentRow[]>;
  /** of `filesToCopy`, as a sum over the first some thousands; `isMore`: there may be others */
  sumToCopy(ask: CopyAsk): Promise<Sum & { readonly isMore: boolean }>;

  /** null: the file is gone, or is not closed */
  fileFacts(segment: number): Promise<{ readonly fragments: Uint8Array; readonly sha256: Uint8Array | null } | null>;

  keptUpload(): Promise<KeptUpload | null>;
  /** null: none is under way */
  setUpload(upload: KeptUpload | null): Promise<void>;
}

export interface BucketIndex extends UploadIndex {
  /** The upload is over: its files have copies now. Those that were removed meanwhile have none. */
  addObject(object: NewObject, copies: readonly { readonly segment: number; readonly offset: number }[]): Promise<void>;
  /** Takes in an object that the index does not know; files that it knows get a copy. Returns how many were new. */
  adoptObject(object: NewObject, files: readonly AdoptedFile[]): Promise<number>;

  /** of these files of volumes that are `away`, those that cannot be read from copies either: their ids */
  outOfReach(files: readonly SegmentRow[], away: readonly string[]): Promise<ReadonlySet<number>>;
  /** null: there is no copy of it */
  copyOf(segment: number): Promise<CopyPlace | null>;
  /** The files are gone from their volumes: what has a copy lies in the bucket only from now on, the rest goes. */
  filesGone(segments: readonly number[]): Promise<void>;

  /** objects by key */
  objectsAfter(key: string, take: number): Promise<readonly BucketObject[]>;
  /** those that end before this and hold nothing that is locked, the oldest first */
  objectsBefore(ask: ObjectsAsk, take: number, except: readonly number[]): Promise<readonly BucketObject[]>;
  /** those that hold no recording any more */
  emptyObjects(take: number, except: readonly number[]): Promise<readonly BucketObject[]>;
  /** those that evidence locks touch and that are not held, and those that are held for none */
  objectsToHold(isHeld: boolean, take: number): Promise<readonly BucketObject[]>;
  setHeld(id: number, isHeld: boolean): Promise<void>;
  /** What was found held is held by the locks of this index from now on, and by nothing else. Returns how many that are. */
  ownFoundHolds(): Promise<number>;
  /** It is not in the bucket any more: nor is what lay there only in the index. Returns how many recordings that were. */
  dropObject(id: number): Promise<number>;
  /** The index knows nothing of the bucket any more. */
  forgetBucket(): Promise<void>;

  bucketSums(): Promise<{
    readonly objects: number;
    readonly held: number;
    /** found held when they were taken in */
    readonly found: number;
    /** bytes of the objects */
    readonly stored: Sum;
    /** of these, what is nowhere else */
    readonly only: Omit<Sum, "oldestMs">;
  }>;
}

export interface AdoptedFile {
  readonly row: NewSegment;
  readonly fragments: Uint8Array;
  readonly sha256: Uint8Array;
  readonly offset: number;
}
