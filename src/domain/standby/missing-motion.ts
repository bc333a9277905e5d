/** What of a motion that another recorder saw is not known here. */
import { type Stretch, uncovered } from "../recordings/missing.ts";

/** Two recorders that watch the same pictures do not see motion begin and end in the same one: what is shorter is no motion of its own. */
export const MOTION_SEAM_MS = 1000;

/** All of it where nothing of it is known. What was entered is known: it can be told twice. */
export function missingMotion(motion: Stretch, held: readonly Stretch[]): Stretch[] {
  if (motion.endMs <= motion.startMs) return [];
  const known = held.filter(({ startMs, endMs }) => startMs < motion.endMs && endMs > motion.startMs);
  if (known.length === 0) return [motion];
  return uncovered(motion, known).filter(({ startMs, endMs }) => endMs - startMs >= MOTION_SEAM_MS);
}
