/**
 * The steps of a low-power display before its frame rate becomes critical: first smaller streams, then fewer presents
 * per second. It steps back by trials that grow rarer when they fail. [ours]
 */

export interface ReliefStep {
  /** share of the page's decode budget that streams may use */
  readonly budgetShare: number;
  /** presents per second at most; 0 = no cap */
  readonly presentCapHz: number;
  /**
   * tiles in which nothing moves are still until something happens, and where the decode budget is not enough for the
   * smallest streams, the least important tiles show key pictures alone
   */
  readonly still: boolean;
  /** patrols glide from view to view, instead of stepping */
  readonly glides: boolean;
}
export const RELIEF_STEPS: readonly ReliefStep[] = [
  { budgetShare: 1, presentCapHz: 0, still: false, glides: true },
  { budgetShare: 0.5, presentCapHz: 0, still: false, glides: false },
  { budgetShare: 0.25, presentCapHz: 15, still: true, glides: false },
  { budgetShare: 0.1, presentCapHz: 10, still: true, glides: false },
];

export interface Relief {
  /** index into RELIEF_STEPS */
  readonly level: number;
  /** since when the wall has been too slow, or well; null: it is not */
  readonly slowSinceMs: number | null;
  readonly wellSinceMs: number | null;
  /** how long the wall must be well before the next trial */
  readonly trialAfterMs: number;
  /** when the last trial began; null: none has failed or run yet */
  readonly trialAtMs: number | null;
}

/** Out of 60: below this a wall is slow, from this value on it is well. The alert of document 1 comes at 8. */
const SLOW_RATE = 40;
const WELL_RATE = 54;
/** The assumed rate of sources when a present cap decides how many frames can be shown at most. */
const SOURCE_HZ = 30;
const SLOW_FOR_MS = 2000;
const FIRST_TRIAL_AFTER_MS = 30_000;
/** A wall that starts is not a slow wall: after a tile's first frame nothing is concluded for this long. */
const SETTLE_MS = 2500;
const LAST_TRIAL_AFTER_MS = 480_000;
/** When a wall is slow again this soon after a trial, the next trial waits twice as long. */
const TRIAL_FAILED_WITHIN_MS = 15_000;

export const noRelief: Relief = {
  level: 0,
  slowSinceMs: null,
  wellSinceMs: null,
  trialAfterMs: FIRST_TRIAL_AFTER_MS,
  trialAtMs: null,
};

export const reliefStep = (relief: Pick<Relief, "level">): ReliefStep =>
  RELIEF_STEPS[relief.level] ?? { budgetShare: 1, presentCapHz: 0, still: false, glides: true };

/**
 * Takes the wall's rate (0 to 60: share of due frames that were shown) at `nowMs` of any clock that runs evenly.
 * `firstPictureMs`: when a tile last showed its first frame.
 */
export function sampleRelief(
  relief: Relief,
  rate: number,
  nowMs: number,
  firstPictureMs = Number.NEGATIVE_INFINITY,
): Relief {
  if (nowMs - firstPictureMs < SETTLE_MS) return { ...relief, slowSinceMs: null };
  const { presentCapHz } = reliefStep(relief);
  const expected = presentCapHz > 0 ? Math.min(1, presentCapHz / SOURCE_HZ) : 1;
  const slowSinceMs = rate < SLOW_RATE * expected ? (relief.slowSinceMs ?? nowMs) : null;
  const wellSinceMs = rate >= WELL_RATE * expected ? (relief.wellSinceMs ?? nowMs) : null;
  const now = { ...relief, slowSinceMs, wellSinceMs };
  if (slowSinceMs !== null && nowMs - slowSinceMs >= SLOW_FOR_MS && relief.level < RELIEF_STEPS.length - 1) {
    const failed = relief.trialAtMs !== null && nowMs - relief.trialAtMs <= TRIAL_FAILED_WITHIN_MS;
    const trialAfterMs = failed ? Math.min(LAST_TRIAL_AFTER_MS, relief.trialAfterMs * 2) : relief.trialAfterMs;
    return { level: relief.level + 1, slowSinceMs: nowMs, wellSinceMs: null, trialAfterMs, trialAtMs: null };
  }
  if (relief.level > 0 && wellSinceMs !== null && nowMs - wellSinceMs >= relief.trialAfterMs)
    return { ...now, level: relief.level - 1, wellSinceMs: nowMs, trialAtMs: nowMs };
  return now;
}
