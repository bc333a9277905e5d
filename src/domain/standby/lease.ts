/** When a recorder counts as away, and when another one may stand in for it. */

/** A recorder that says nothing keeps its lease this long, by the clock of the database alone. */
export const LEASE_MS = 5000;
/** A lease is renewed, and expired ones are looked for, this often. */
export const RENEW_MS = 1000;
export const LOOK_MS = 500;
/** A question that takes longer says nothing about others: they may have waited as long, and have not asked since. */
const SLOW_MS = 2000;
/** What has been away from the database, or the database itself: every owner has renewed its lease by then, if it can. */
const STEADY_MS = LEASE_MS + RENEW_MS;

interface Look {
  readonly beganMs: number;
  /** null: it failed */
  readonly endedMs: number | null;
}

/** Since when the database has answered each look in time; null = it has not. */
export const steadySince = (before: number | null, { beganMs, endedMs }: Look): number | null =>
  endedMs === null || endedMs - beganMs > SLOW_MS ? null : (before ?? beganMs);

/**
 * A lease says nothing when its owner could not renew it because the database was away: for the one that looks, or for all. `upMs`: since
 * the database was started.
 */
export const mayTakeOver = (sinceMs: number | null, nowMs: number, upMs: number): boolean =>
  sinceMs !== null && nowMs - sinceMs >= STEADY_MS && upMs >= STEADY_MS;

interface OwnStream {
  /** false: nothing is recorded of it now */
  readonly isWanted: boolean;
  readonly isRunning: boolean;
  /** true: every second is recorded */
  readonly isContinuous: boolean;
  /** since its recordings grew; null = they have not */
  readonly archiveAgeMs: number | null;
}

/** A camera that its owner cannot reach is not waited for longer. */
const GIVE_UP_MS = 60_000;
/** Fragments last up to a second, and are told of a second later. */
const FRESH_MS = 3000;

/** Whether an owner that is back records everything again, so that nobody has to stand in for it. `backMs`: for how long it is back. */
export const recordsAgain = (streams: readonly OwnStream[], backMs: number): boolean =>
  backMs >= GIVE_UP_MS ||
  streams.every(
    ({ isWanted, isRunning, isContinuous, archiveAgeMs }) =>
      !isWanted || (isRunning && (!isContinuous || (archiveAgeMs !== null && archiveAgeMs <= FRESH_MS))),
  );
