/** Notes in the index when motion was watched: only what was watched is known to stand still. */
import type { Disposer } from "#base/disposer.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import type { AnalysisWorkers } from "#recorder/viewing/transcoding/analysis-workers.ts";
import type { MotionWatch } from "#recorder/viewing/transcoding/motion-watch.ts";

const EVERY_MS = 10_000;
/** Analysis is behind by some pictures: what it may not have seen yet is not noted. */
const BEHIND_MS = 15_000;

interface Watching {
  readonly motion: Pick<MotionWatch, "takeWatched">;
  readonly analysis: Pick<AnalysisWorkers, "isWhole">;
  readonly recordings: Pick<Recordings, "noteWatched">;
}

/** Goes on until it is disposed of. */
export function noteWatchedMotion({ motion, analysis, recordings }: Watching): Disposer {
  const note = (): void => {
    const watched = motion.takeWatched();
    // While one of the processes is gone it is not known whose streams it had.
    if (analysis.isWhole) void recordings.noteWatched(watched, Date.now() - BEHIND_MS, 1.5 * EVERY_MS);
  };
  const timer = setInterval(note, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
