/** Which dates frames can have: in order, not ahead of the recorder's clock, and corrected by steps that nobody sees. */
/** No frame is dated further ahead of the recorder's clock than this. */
const MAX_AHEAD_MS = 200;
/** Frames that are dated faster than they were taken, because they would be ahead, take this share of what is left. */
const SQUEEZED = 1 / 4;
/** The least distance of two frames: files of some kinds count milliseconds. */
const MIN_STEP_MS = 1;
/** ... with room for B frames between them */
const MIN_STEP_B_MS = 4;
/** Where even that would bring dates ahead by more than this, it is some ticks of the camera's clock. */
const MIN_STEP_AHEAD_MS = 225;
const MIN_STEP_TICKS = 2;
/** Dates that are wrong by no more than this stay. */
const TOLERATED_MS = 15;
/**
 * An error up to this is taken back in the dates alone, by so small a share of a frame's duration that the frames
 * of one fragment of a file (0.6 s) still come before those of the next; `pts` keeps the camera's own spacing.
 */
const SMALL_MS = 100;
const SMALL_CORRECTION = 0.02;
/**
 * One up to this, of a camera whose clock runs right, comes from frames that were late at the start: its spacing holds,
 * too, and the dates come faster.
 */
const START_MS = 500;
const START_CORRECTION = 0.08;
const RIGHT_SLOPE = 0.005;
/** A larger error is taken back in this time, but never by more than this share of a frame's duration. */
const CORRECTED_IN_MS = 2000;
const MAX_CORRECTION = 0.2;

/** The dates that were given. */
export class GivenDates {
  readonly #ticksPerMs: number;
  /** the latest of them */
  latestMs = 0;
  /** frames may come out of order */
  isReordered = false;

  constructor(ticksPerMs: number) {
    this.#ticksPerMs = ticksPerMs;
  }

  /** A date near `wallMs`: after all that were given, and not ahead of the clock. */
  next(wallMs: number, receivedMs: number): number {
    const aheadMs = this.latestMs - receivedMs;
    const roomMs = this.isReordered ? MIN_STEP_B_MS : MIN_STEP_MS;
    const leastMs = aheadMs < MIN_STEP_AHEAD_MS ? roomMs : MIN_STEP_TICKS / this.#ticksPerMs;
    const leftMs = MAX_AHEAD_MS - aheadMs;
    const mostMs = wallMs - receivedMs > MAX_AHEAD_MS ? leftMs * SQUEEZED : Number.POSITIVE_INFINITY;
    this.latestMs += Math.max(leastMs, Math.min(wallMs - this.latestMs, mostMs));
    return this.latestMs;
  }
}

/** By how much the next frame is dated other than the camera's spacing says, ms. */
export function correction(errorMs: number, stepMs: number, isRight: boolean): number {
  const sizeMs = Math.abs(errorMs);
  if (sizeMs <= TOLERATED_MS) return 0;
  const isAtStart = isRight && sizeMs <= START_MS;
  const share = sizeMs <= SMALL_MS ? SMALL_CORRECTION : isAtStart ? START_CORRECTION : MAX_CORRECTION;
  const mostMs = stepMs * share;
  return Math.sign(errorMs) * Math.min(mostMs, sizeMs * Math.min(1, stepMs / CORRECTED_IN_MS));
}

/** Whether an error of this size is taken back in the dates alone, so that `pts` keeps the camera's own spacing. */
export const isInDatesAlone = (errorMs: number, isRight: boolean): boolean =>
  Math.abs(errorMs) <= (isRight ? START_MS : SMALL_MS);

export const isRightSlope = (slope: number): boolean => Math.abs(slope - 1) <= RIGHT_SLOPE;
