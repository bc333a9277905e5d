/** Who moves a camera by hand holds it for a time: a tour waits, and others do not pull at it. [ours] */

export interface PtzHold {
  readonly userId: string;
  readonly username: string;
  readonly rank: number;
  /** ms of the clock that `nowMs` is of */
  readonly untilMs: number;
}
export interface PtzMover {
  readonly userId: string;
  readonly username: string;
  readonly rank: number;
}

/** Administrators before everybody else who may move the camera. */
export const ptzRank = (mayConfigure: boolean): number => (mayConfigure ? 2 : 1);

/** A hold that is over is none. */
export const holdAt = (hold: PtzHold | null | undefined, nowMs: number): PtzHold | null =>
  hold && nowMs < hold.untilMs ? hold : null;

export const isHeldAgainst = (hold: PtzHold | null, { userId }: Pick<PtzMover, "userId">): boolean =>
  hold !== null && hold.userId !== userId;

/** Only who ranks higher takes a camera out of another's hand. */
export const mayTakeOver = (hold: PtzHold | null, who: PtzMover): boolean =>
  hold !== null && isHeldAgainst(hold, who) && who.rank > hold.rank;

/** The stop after this one; the first after the last, and the first of a tour that has not begun. */
export const nextStop = (at: number | null, count: number): number => (at === null ? 0 : (at + 1) % Math.max(1, count));

/** Time that is left, as minutes and seconds: 0:42. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
