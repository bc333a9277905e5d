/** When a timeline's clock follows the pictures that its players show. */
import type { TimelineState } from "./timeline-state.ts";

/** Pictures come in steps of a frame: only above this is the clock wrong. */
export const CORRECT_FROM_MS = 120;
/** Pictures may start late by so much: the timeline goes back to what is really shown. */
const CORRECT_BACK_MS = 120_000;
/** A picture farther ahead is one of before the seek (live, often), not a faster clock. */
const CORRECT_AHEAD_MS = 2_000;

/** A picture is there for so long at most: a slow camera's, at 2 a second. */
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
