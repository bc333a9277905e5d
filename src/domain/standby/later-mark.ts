/** A mark that two recorders keep may be changed at both: the change that was made later holds at both. */

interface MarkVersion {
  /** by the clock of the recorder where it was made */
  readonly changedMs: number;
  /** its text; null = it was removed */
  readonly text: string | null;
}

/** Whether `one` takes the place of `other`. Two of the same moment: a removal, then the greater text, so that both recorders choose the same. */
export function isLaterMark(one: MarkVersion, other: MarkVersion): boolean {
  if (one.changedMs !== other.changedMs) return one.changedMs > other.changedMs;
  if (one.text === null || other.text === null) return one.text === null && other.text !== null;
  return one.text > other.text;
}

/** When a change counts as made: always later than what it changes, whatever the clock says. */
export const changedAt = (nowMs: number, beforeMs: number): number => Math.max(nowMs, beforeMs + 1);
