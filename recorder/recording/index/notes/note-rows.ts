/** Motion and marks, as an index has them. Times are epoch ms with fraction. */

export interface MotionEventRow {
  readonly id: number;
  readonly streamId: string;
  readonly startMs: number;
  /** null while it lasts */
  readonly stopMs: number | null;
  readonly score: number;
}

/** Evidence: segments that touch [fromMs, toMs) are never cleaned. `streamId` null = all streams. */
export interface LockRow {
  readonly id: number;
  readonly streamId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly note: string;
  readonly createdMs: number;
  /** user id; "" = not known */
  readonly createdBy: string;
  /** that user's name then; "" = not known */
  readonly author: string;
  /** when its text was given to it */
  readonly changedMs: number;
}

export interface Bookmark {
  readonly id: number;
  readonly streamId: string | null;
  readonly timeMs: number;
  /** the same as `timeMs` for an instant */
  readonly stopMs: number;
  readonly text: string;
  readonly createdMs: number;
  /** user id; "" = not known */
  readonly createdBy: string;
  /** that user's name then; "" = not known */
  readonly author: string;
  /** when its text was given to it */
  readonly changedMs: number;
}

type Made = { readonly createdBy?: string; readonly author?: string; readonly changedMs?: number };
export type NewLock = Omit<LockRow, "id" | keyof Made> & Made;
export type NewBookmark = Omit<Bookmark, "id" | "stopMs" | keyof Made> & Made & { readonly stopMs?: number };
