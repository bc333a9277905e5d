/** What a new play request changes of the one before it. Pure; a play with `timeMs` 0 is live. */
import type { SourcePlay } from "#protocol/stage-worker.ts";

/** Live goes on, and only the choice between key frames and every frame is another one. */
export function changesKeysOnly(before: SourcePlay, play: SourcePlay): boolean {
  const isSamePlay =
    before.timeMs === 0 && play.timeMs === 0 && before.paused === play.paused && before.heightPx === play.heightPx;
  return isSamePlay && (before.keysEveryMs ?? 0) !== (play.keysEveryMs ?? 0);
}

/** The same recorded frames serve both, by the same clock. A draft does not: the exact frame replaces it. */
export const playsSameFrames = (before: SourcePlay, play: SourcePlay): boolean =>
  before.timeMs !== 0 &&
  play.timeMs !== 0 &&
  before.clock?.id === play.clock?.id &&
  before.heightPx === play.heightPx &&
  isDraft(before) === isDraft(play);

/** A pause that is asked for once more: the clock is not set anew, and the frame that steps reached stays right. */
const repeatsPause = (before: SourcePlay, play: SourcePlay): boolean =>
  before.paused && play.paused && before.clock?.epoch === play.clock?.epoch && isDraft(before) === isDraft(play);

/**
 * Where a play request begins that leaves the clock unchanged: at the clock's time. A pause needs no correction, as
 * steps leave the clock unchanged; a repeat of the same pause starts at the frame that the steps reached.
 */
export function joinMs(
  before: SourcePlay,
  play: SourcePlay,
  now: { readonly clockMs: number; readonly shownWallMs: number },
): number {
  const steppedMs = repeatsPause(before, play) ? now.shownWallMs : 0;
  return steppedMs || (play.paused ? play.timeMs : now.clockMs);
}

const isDraft = ({ draft }: SourcePlay): boolean => (draft ?? null) !== null;
