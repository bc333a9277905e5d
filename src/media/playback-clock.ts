/**
 * The clock of recorded video as plain data: at local instant `atMs` (performance.now) the video's time is `baseMs`.
 * From there it runs at `rate` (negative: backwards) unless it is held.
 */
export interface ClockState {
  /** server ms */
  readonly baseMs: number;
  /** performance.now() at which the clock stood at `baseMs` */
  readonly atMs: number;
  /** media ms per wall ms; never 0 (a pause is `held`) */
  readonly rate: number;
  readonly held: boolean;
}

export const clockAt = (baseMs: number, rate: number, held: boolean, nowMs: number): ClockState => ({
  baseMs,
  atMs: nowMs,
  rate,
  held,
});

/** Server ms that the clock shows at local instant `nowMs`. */
export const clockNow = (clock: ClockState, nowMs: number): number =>
  clock.held ? clock.baseMs : clock.baseMs + (nowMs - clock.atMs) * clock.rate;

/** Stops or starts the clock without a jump. */
export const clockHold = (clock: ClockState, held: boolean, nowMs: number): ClockState =>
  clock.held === held ? clock : { ...clock, baseMs: clockNow(clock, nowMs), atMs: nowMs, held };

/** How far `localMs` is behind the clock in the direction of play, media ms; negative = ahead. */
export const lagOf = (clockMs: number, localMs: number, rate: number): number => (clockMs - localMs) * Math.sign(rate);

/** Below this lag a tile counts as in step: half a frame at 25 fps. */
const IN_STEP_MS = 20;

/** How much faster than the clock a late tile plays, so that it catches up without a jump. */
export function chaseFactor(lagMs: number, rate: number): number {
  const speed = Math.max(1, Math.abs(rate));
  if (lagMs <= IN_STEP_MS * speed) return 1;
  if (lagMs <= 250 * speed) return 1.25;
  if (lagMs <= 1000 * speed) return 2;
  return 4;
}

/**
 * The next time of a tile that was at `localMs`, `dtMs` later: it runs at the clock's rate, or faster while it is late,
 * and never past the clock. A tile that is ahead (the clock was set back a little) waits.
 */
export function follow(localMs: number, clockMs: number, rate: number, dtMs: number): number {
  const lag = lagOf(clockMs, localMs, rate);
  if (lag <= 0) return localMs;
  const sign = Math.sign(rate);
  // within half a frame the tile takes the clock's own time, so that all tiles flip at the same instant
  if (lag - Math.abs(rate) * dtMs <= IN_STEP_MS * Math.max(1, Math.abs(rate))) return clockMs;
  return localMs + sign * Math.min(lag, Math.abs(rate) * dtMs * chaseFactor(lag, rate));
}
