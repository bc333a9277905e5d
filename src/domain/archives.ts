/** Recorded stretches of one stream, and what a player does when nothing plays (document 1, section 4). */

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
