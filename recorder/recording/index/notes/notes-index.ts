/** What an index knows beside files, as recorders of a group hand it to one another: a list is read, and what was taken is removed. */
import type { MotionEventRow, NewBookmark, NewLock } from "./note-rows.ts";

/** So many rows, without so many before them. */
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

export interface NotesIndex {
  /** ended motion of these streams, in a lasting order */
  endedMotion(streamIds: readonly string[], page: NotesPage): Promise<readonly MotionEventRow[]>;
  /** of these streams alone; resolves with how many there were */
  removeMotion(streamIds: readonly string[], ids: readonly number[]): Promise<number>;

  /** of these streams, in a lasting order */
  watchedStretches(streamIds: readonly string[], page: NotesPage): Promise<readonly WatchedStretch[]>;
  /** One of the same stream and start becomes as long as the longer one. */
  putWatched(stretch: WatchedStretch): Promise<void>;
  removeWatched(stretch: Omit<WatchedStretch, "stopMs">): Promise<boolean>;

  /** A mark that was made elsewhere is here once, however often it comes. `origin`: its name, which no other has. Null: it is here already */
  giveLock(lock: NewLock, origin: string): Promise<number | null>;
  giveBookmark(bookmark: NewBookmark, origin: string): Promise<number | null>;
  /** ids of those that were made elsewhere */
  givenMarks(kind: "lock" | "bookmark"): Promise<ReadonlySet<number>>;
}
