/** Recorded stretches of one stream, and what a player does when nothing plays (document 1, section 4). */
import { NO_VIDEO_POLL_MS, RESUME_BEFORE_START_MS } from "./limits.ts";

/** Server ms; `active`: still being written, so its end runs on. */
export interface Archive {
  readonly start: number;
  readonly end: number;
  readonly active: boolean;
}

/** [ours] archives of one minute follow each other with a frame's gap: less than this is no gap */
export const ARCHIVE_JOIN_MS = 1_000;

/** Archives in any order as runs without gaps, by start; an active one reaches to now. */
export function mergeRuns(archives: readonly Archive[], nowMs: number, joinMs: number = ARCHIVE_JOIN_MS): Archive[] {
  const runs: Archive[] = [];
  const ended = archives.map((archive) =>
    archive.active ? { ...archive, end: Math.max(archive.end, nowMs) } : archive,
  );
  for (const archive of ended.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)) {
    const last = runs.at(-1);
    if (last && archive.start <= last.end + joinMs)
      runs[runs.length - 1] = {
        start: last.start,
        end: Math.max(last.end, archive.end),
        active: last.active || archive.active,
      };
    else runs.push(archive);
  }
  return runs;
}

/** Merges what just came into what is known. */
export const addArchives = (known: readonly Archive[], came: readonly Archive[], nowMs: number): Archive[] =>
  mergeRuns([...known.map((run) => ({ ...run, active: false })), ...came], nowMs);

export type NothingPlays =
  /** video should be there: the error is shown */
  | { readonly kind: "error" }
  /** a countdown to `resumeAtMs`, 1.5 s before the later archive starts */
  | { readonly kind: "countdown"; readonly startMs: number; readonly resumeAtMs: number }
  /** 'no video', asked again every second */
  | { readonly kind: "no-video"; readonly pollMs: number };

/** What to do when a player failed at a time. Playing in reverse looks for an earlier archive and resumes at its end. */
export function whenNothingPlays(runs: readonly Archive[], timeMs: number, speed = 1): NothingPlays {
  if (runs.some((run) => run.start <= timeMs && timeMs < run.end)) return { kind: "error" };
  if (speed < 0) {
    const before = runs.filter((run) => run.end <= timeMs).at(-1);
    return before ? { kind: "countdown", startMs: before.end, resumeAtMs: before.end } : nothing;
  }
  const after = runs.find((run) => run.start > timeMs);
  if (!after) return nothing;
  return {
    kind: "countdown",
    startMs: after.start,
    resumeAtMs: Math.max(timeMs, after.start - RESUME_BEFORE_START_MS),
  };
}
const nothing: NothingPlays = { kind: "no-video", pollMs: NO_VIDEO_POLL_MS };

/** Real ms until a time is reached at a speed; 0 when it is there or behind. */
export const waitMs = (resumeAtMs: number, timeMs: number, speed: number): number =>
  speed === 0 ? Number.POSITIVE_INFINITY : Math.max(0, (resumeAtMs - timeMs) / speed);
