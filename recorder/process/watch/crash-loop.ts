/**
 * What the ends of a process say of it: how long the next one waits, whether it ends again and again, and when it is well
 * again. Ends are counted by the time that the process lived: pauses between its lives make nothing better.
 */

export interface CrashRules {
  /** ends within this much of its life count together; who lives so long without one is well again */
  readonly windowMs: number;
  /** a process that was started again is ready after this time, unless it ends again and again */
  readonly settledMs: number;
}

export const CRASH_RULES: CrashRules = { windowMs: 60_000, settledMs: 2000 };

export interface Ends {
  /** all its lives together, until the last end */
  readonly livedMs: number;
  /** by `livedMs`, oldest first: those within the window before the last one */
  readonly atMs: readonly number[];
  /** lives in a row, the last ones, that were too short to do any work */
  readonly idleLives: number;
  /** from the third life in a row without work, or the fourth end within the window, until it lives through one without an end */
  readonly isFailing: boolean;
}

export const NO_ENDS: Ends = { livedMs: 0, atMs: [], idleLives: 0, isFailing: false };

/** A process that lived longer than this has recorded or analysed something. */
const WORKED_MS = 5000;
/** This many ends within the window may have nothing to do with each other. */
const FREE_ENDS = 3;
const FIRST_IDLE_PAUSE_MS = 200;
const FIRST_LONG_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** One more end, after a life of this length. */
export function endAfter(before: Ends, lifeMs: number, { windowMs }: CrashRules): Ends {
  const isWell = lifeMs >= windowMs;
  const livedMs = before.livedMs + lifeMs;
  const atMs = [...before.atMs.filter((at) => at > livedMs - windowMs), livedMs];
  const idleLives = lifeMs <= Math.min(WORKED_MS, windowMs) ? before.idleLives + 1 : 0;
  const isFailing = idleLives >= FREE_ENDS || atMs.length > FREE_ENDS || (before.isFailing && !isWell);
  return { livedMs, atMs, idleLives, isFailing };
}

/**
 * A single end costs no pause, whatever its reason, because it costs recordings. Who ends without having worked comes
 * back a little later each time; who ends more than three times within the window takes long pauses, also when it worked.
 */
export function pauseAfter({ atMs, idleLives }: Ends): number {
  const tooMany = atMs.length - FREE_ENDS;
  if (tooMany > 0) return Math.min(FIRST_LONG_PAUSE_MS * 2 ** (tooMany - 1), LONGEST_PAUSE_MS);
  return idleLives <= 1 ? 0 : FIRST_IDLE_PAUSE_MS * 2 ** (idleLives - 2);
}

/** Whether a process that has lived for `lifeMs` since the last of these ends does its work for certain. */
export const isWellAfter = (ends: Ends, lifeMs: number, { windowMs, settledMs }: CrashRules): boolean =>
  ends.atMs.length === 0 || lifeMs >= (ends.isFailing ? windowMs : Math.min(settledMs, windowMs));
