/** When a timeline's clock follows the pictures that its players show. */
import type { TimelineState } from "./timeline-state.ts";

/** Pictures come in steps of a frame: only above this is the clock wrong. */
export const CORRECT_FROM_MS = 120;
/** Pictures may start late by so much: the timeline goes back to what is really shown. */
const CORRECT_BACK_MS = 120_000;
/** A picture farther ahead is one of before the seek (live, often), not a faster clock. */
const CORRECT_AHEAD_MS = 2_000;

/** The longest time that one picture stands: that of a slow camera, at 2 a second. */
const PICTURE_MS = 500;

/**
 * Whether the picture `shownMs` (server ms), on the screen since `shownAtMs`, answers what the players were told at
 * `orderedAtMs` (both ms since 1970): to begin from `targetMs` (server ms). Players that are paused on the picture that they
 * show already do not show it once more.
 */
export const answersOrder = (
  paused: boolean,
  { targetMs, orderedAtMs }: { readonly targetMs: number; readonly orderedAtMs: number },
  shownMs: number,
  shownAtMs: number,
): boolean => shownAtMs >= orderedAtMs || (paused && shownMs <= targetMs && shownMs > targetMs - PICTURE_MS);

/**
 * Whether the clock takes the time of a picture. All server ms: `clockMs` is what the timeline says for the moment at which
 * the picture `shownMs` was shown, `targetMs` what the players were told to begin from. `stepped`: since then somebody has gone
 * on picture by picture, which leads over gaps of any length.
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
  // A step on or back of a paused picture is exact.
  if (Math.abs(off) <= (paused ? 1 : CORRECT_FROM_MS * scale)) return false;
  if (paused && stepped) return true;
  // Playing goes on from what was asked for: a picture from before that is still of the time before the seek.
  const sinceTarget = (shownMs - targetMs) * Math.sign(speed);
  if (!paused && sinceTarget < -(Math.abs(speed) > 1 ? CORRECT_AHEAD_MS : CORRECT_FROM_MS)) return false;
  // Ahead and behind count in the direction of play; a paused picture may be a step either way.
  const isAhead = paused || off * Math.sign(speed) > 0;
  return Math.abs(off) <= (isAhead ? CORRECT_AHEAD_MS : CORRECT_BACK_MS) * scale;
}

/** Pictures from before a seek end within this time. */
const AHEAD_STAYS_MS = 2_000;

/** Playing pictures that are too far ahead of the clock to be followed at once. */
export interface FramesAhead {
  /** the order that they are seen under */
  readonly epoch: number;
  /** how far they are ahead, ms in the direction of play */
  readonly byMs: number;
  /** ms since 1970 */
  readonly sinceMs: number;
}

/**
 * Watches pictures that `followsShown` does not follow as they are too far ahead; null = they are not. `before`: what it answered
 * last. A player that was late has taken the clock back, and then has gone on where the others are.
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

/** Whether they have stayed ahead long enough to show that the clock is wrong. */
export const staysAhead = (ahead: FramesAhead | null, atMs: number): boolean =>
  ahead !== null && atMs - ahead.sinceMs >= AHEAD_STAYS_MS;

/** A picture on the screen: its time, server ms, and since when it is there, ms since 1970. */
export interface ShownFrame {
  readonly timeMs: number;
  readonly atMs: number;
}

/** A step of a paused timeline's players: when it was taken, ms since 1970, and where the timeline stood, server ms. */
export interface TimelineStep {
  readonly atMs: number;
  readonly fromMs: number;
}

/** Pictures that are farther apart are not of one instant: between them is a gap, or many steps of cameras of unlike rates. */
const APART_MS = 2_000;
/** A player that steps over a gap reports nothing until the others have had this much time to advance by a picture. */
const OTHERS_WITHIN_MS = 1_000;
/** Nobody steps any more: what takes players back to one instant must not take back a step that is on its way. */
const STEPS_REST_MS = 300;

/**
 * What the timeline takes from the pictures that its paused players show after a step: the time of the one that has gone least
 * far, for where it is a picture on from there another may have gone over a gap. `apart`: it rests, and some show another
 * instant than that.
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
