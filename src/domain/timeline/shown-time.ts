/** When a timeline's clock follows the frames that its players show. */
import type { TimelineState } from "./timeline-state.ts";

/** Time moves in steps of a frame: only above this difference is the clock wrong. */
export const CORRECT_FROM_MS = 120;
/** Frames may start late by this much: the timeline goes back to the frame that is really shown. */
const CORRECT_BACK_MS = 120_000;
/** A frame farther ahead than this is one from before the seek (live, often), not a faster clock. */
const CORRECT_AHEAD_MS = 2_000;

/** A frame is shown for this long at most: a slow camera's, at 2 a second. */
const PICTURE_MS = 500;

/**
 * Whether the frame `shownMs` (server ms), on the screen since `shownAtMs`, answers the order that the players got at
 * `orderedAtMs` (both ms since 1970): to begin from `targetMs` (server ms). A paused player that already shows its
 * frame does not show it again.
 */
export const answersOrder = (
  paused: boolean,
  { targetMs, orderedAtMs }: { readonly targetMs: number; readonly orderedAtMs: number },
  shownMs: number,
  shownAtMs: number,
): boolean => shownAtMs >= orderedAtMs || (paused && shownMs <= targetMs && shownMs > targetMs - PICTURE_MS);

/**
 * Whether the clock takes the time of a frame. All server ms: `clockMs` is the timeline's time at the moment at which
 * the frame `shownMs` was shown, `targetMs` is where the players were ordered to begin. `stepped`: since then the user
 * has stepped frame by frame, which leads over gaps of any length.
 */
export function followsShown(
  { paused, speed }: Pick<TimelineState, "paused" | "speed">,
  targetMs: number,
  clockMs: number,
  shownMs: number,
  stepped = false,
): boolean {
  const scale = Math.max(1, Math.abs(speed));
  const off = shownMs - clockMs;
  // A step of one frame forward or back while paused is exact.
  if (Math.abs(off) <= (paused ? 1 : CORRECT_FROM_MS * scale)) return false;
  if (paused && stepped) return true;
  // Playing goes on from the requested time: a frame before it still belongs to the time before the seek.
  const sinceTarget = (shownMs - targetMs) * Math.sign(speed);
  if (!paused && sinceTarget < -(Math.abs(speed) > 1 ? CORRECT_AHEAD_MS : CORRECT_FROM_MS)) return false;
  // Ahead and behind count in the direction of play; a paused frame may be a step either way.
  const isAhead = paused || off * Math.sign(speed) > 0;
  return Math.abs(off) <= (isAhead ? CORRECT_AHEAD_MS : CORRECT_BACK_MS) * scale;
}

/** Frames from before a seek do not go on for this long. */
const AHEAD_STAYS_MS = 2_000;

/** Frames that play too far ahead of the clock to be followed at once. */
export interface FramesAhead {
  /** the order under which they are seen */
  readonly epoch: number;
  /** how far they are ahead, ms in the direction of play */
  readonly byMs: number;
  /** ms since 1970 */
  readonly sinceMs: number;
}

/**
 * Watches frames that `followsShown` does not follow because they are too far ahead; null = they are not. `before`: its
 * last result. A late player has taken the clock back, and has then gone on to where the others are.
 */
export function framesAhead(
  before: FramesAhead | null,
  { paused, speed }: Pick<TimelineState, "paused" | "speed">,
  epoch: number,
  clockMs: number,
  shown: ShownFrame,
): FramesAhead | null {
  const scale = Math.max(1, Math.abs(speed));
  const byMs = (shown.timeMs - clockMs) * Math.sign(speed);
  if (paused || byMs <= CORRECT_AHEAD_MS * scale || byMs > CORRECT_BACK_MS * scale) return null;
  const isSame = before?.epoch === epoch && Math.abs(byMs - before.byMs) <= CORRECT_AHEAD_MS * scale;
  return isSame ? before : { epoch, byMs, sinceMs: shown.atMs };
}

/** Whether they have stayed ahead for long enough to prove that the clock is wrong. */
export const staysAhead = (ahead: FramesAhead | null, atMs: number): boolean =>
  ahead !== null && atMs - ahead.sinceMs >= AHEAD_STAYS_MS;

/** A frame on the screen: its time, server ms, and since when it has been shown, ms since 1970. */
export interface ShownFrame {
  readonly timeMs: number;
  readonly atMs: number;
}

/** A step of a paused timeline's players: when it was taken, ms since 1970, and the timeline's time, server ms. */
export interface TimelineStep {
  readonly atMs: number;
  readonly fromMs: number;
}

/**
 * Frames that are farther apart do not show one instant: between them is a gap, or many steps of cameras with different
 * rates.
 */
const APART_MS = 2_000;
/** A player that steps over a gap reports nothing before the others have had this long to go a frame on. */
const OTHERS_WITHIN_MS = 1_000;
/**
 * Nobody steps any more after this time: the order that takes players back to one instant must not undo a step that is
 * on its way.
 */
const STEPS_REST_MS = 300;

/**
 * The time that the timeline takes from the frames of its paused players after a step: that of the player that has
 * moved least, because where one player has a next frame another may have skipped a gap. `apart`: the timeline rests,
 * and some players show another instant.
 */
export function shownAfterStep(
  shown: readonly ShownFrame[],
  { atMs, fromMs }: TimelineStep,
  nowMs: number,
): { readonly tells: ShownFrame | null; readonly apart: boolean } {
  const gone = shown.filter((picture) => picture.atMs >= atMs);
  let tells: ShownFrame | null = null;
  for (const picture of gone.length > 0 ? gone : shown)
    if (!tells || Math.abs(picture.timeMs - fromMs) < Math.abs(tells.timeMs - fromMs)) tells = picture;
  const waits = gone.length < shown.length && nowMs - atMs < OTHERS_WITHIN_MS;
  if (!tells || (waits && Math.abs(tells.timeMs - fromMs) > APART_MS)) return { tells: null, apart: false };
  const { timeMs } = tells;
  const rests = nowMs - atMs >= STEPS_REST_MS;
  return { tells, apart: rests && gone.some((picture) => Math.abs(picture.timeMs - timeMs) > APART_MS) };
}
