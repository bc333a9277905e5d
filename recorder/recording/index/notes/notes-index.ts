/** What an index knows beside files, as recorders of a group hand it to one another: a list is read, and what was taken is removed. */
import type { Bookmark, MotionEventRow, NewBookmark, NewLock } from "./note-rows.ts";

/** `take` rows after the first `skip`. */
export interface NotesPage {
  readonly take: number;
  readonly skip: number;
}

/** When what moves in a stream was watched. */
interface WatchedStretch {
  readonly streamId: string;
  readonly startMs: number;
  readonly stopMs: number;
}

export type MarkKind = "lock" | "bookmark";

/** One that was made in this index. */
export interface OwnMark {
  readonly id: number;
  readonly createdMs: number;
}

export interface MarkName {
  /** what all recorders call it */
  readonly name: string;
  /** what this index calls it, if it was made here */
  readonly own: OwnMark | null;
}

/** How a mark is now. */
interface MarkState {
  readonly streamId: string;
  /** when it was made, changed or removed, by the clock of the recorder where that was done */
  readonly changedMs: number;
  /** null = it was removed */
  readonly mark: (Omit<Bookmark, "id" | "streamId" | "timeMs" | "changedMs"> & { readonly startMs: number }) | null;
}

export interface ChangedMark extends MarkState {
  /** of one that was made here: by its number, without this recorder's name */
  readonly name: string;
  readonly isOwn: boolean;
  /** when it became so in this index; what becomes so later has a later time */
  readonly notedMs: number;
}

/** Marks of single streams that another recorder keeps, too. */
export interface SharedMarksIndex {
  /** what has become so since, in that order; what was removed is remembered for 90 days */
  changedMarks(kind: MarkKind, fromMs: number): Promise<readonly ChangedMark[]>;
  /** What another recorder tells. The later change holds. Resolves with the id of a mark that is other now, or gone; null: nothing is. */
  takeInMark(kind: MarkKind, name: MarkName, state: MarkState): Promise<number | null>;
}

export interface NotesIndex extends SharedMarksIndex {
  /** ended motion of these streams, in a lasting order */
  endedMotion(streamIds: readonly string[], page: NotesPage): Promise<readonly MotionEventRow[]>;
  /** of these streams alone; resolves with how many there were */
  removeMotion(streamIds: readonly string[], ids: readonly number[]): Promise<number>;

  /** of these streams, in a lasting order */
  watchedStretches(streamIds: readonly string[], page: NotesPage): Promise<readonly WatchedStretch[]>;
  /** One of the same stream and start becomes as long as the longer one. */
  putWatched(stretch: WatchedStretch): Promise<void>;
  removeWatched(stretch: Omit<WatchedStretch, "stopMs">): Promise<boolean>;

  /** A mark that was made elsewhere is here once, however often it comes. `origin`: its name, which no other has. Null: it is, or was, here already */
  giveLock(lock: NewLock, origin: string): Promise<number | null>;
  giveBookmark(bookmark: NewBookmark, origin: string): Promise<number | null>;
}
