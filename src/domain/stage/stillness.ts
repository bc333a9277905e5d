/**
 * Still until something happens: a live tile in whose picture the recorder sees no motion shows a key frame every few
 * seconds. It is live while something moves, while somebody looks closely, and wherever the recorder cannot tell. [ours]
 */

/** Key frames of a still tile are no closer together than this. */
export const STILL_EVERY_MS = 4000;
/** A tile becomes still when nothing has moved for this long: what has just happened may go on. */
export const QUIET_AFTER_MS = 10_000;

/** What the recorder has said of a camera: motion goes on, or there has been none since then; ms of an even clock. */
export interface SeenMotion {
  readonly isMoving: boolean;
  readonly sinceMs: number;
}

/** A camera with several watched streams is quiet when all of them are; null while one is not known. */
export function seenTogether(motions: readonly (SeenMotion | undefined)[]): SeenMotion | null {
  const known = motions.filter((motion) => motion !== undefined);
  if (known.length === 0 || known.length < motions.length) return null;
  return {
    isMoving: known.some(({ isMoving }) => isMoving),
    sinceMs: Math.max(...known.map(({ sinceMs }) => sinceMs)),
  };
}

export interface StillTile {
  /** its stage, its kiosk or relief asks for it */
  readonly isWanted: boolean;
  /** the recorder looks for motion in this camera's picture */
  readonly isWatched: boolean;
  /** it plays live and has shown a picture */
  readonly isLive: boolean;
  /** somebody looks closely, or listens: selected, enlarged, zoomed into, steered, with sound */
  readonly isAttended: boolean;
  /** null: the recorder has not answered yet */
  readonly motion: SeenMotion | null;
}

export function isStill(tile: StillTile, nowMs: number): boolean {
  const { motion } = tile;
  if (!tile.isWanted || !tile.isWatched || !tile.isLive || tile.isAttended || motion === null) return false;
  return !motion.isMoving && nowMs - motion.sinceMs >= QUIET_AFTER_MS;
}
