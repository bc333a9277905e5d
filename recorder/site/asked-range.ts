/** The time that a question is about: every list of recordings, events and marks reads it alike. */
export interface AskedTimes {
  readonly start?: number | undefined;
  readonly stop?: number | undefined;
}

/** An end that the question leaves open: absent, or 0. */
export const endOr = (timeMs: number | undefined, openMs: number): number =>
  timeMs === undefined || timeMs === 0 ? openMs : timeMs;

/** Without a start the range begins at the beginning of time. `openMs`: where it ends when no stop is given. */
export const askedRange = ({ start = 0, stop }: AskedTimes, openMs: number): { startMs: number; stopMs: number } => ({
  startMs: start,
  stopMs: endOr(stop, openMs),
});
