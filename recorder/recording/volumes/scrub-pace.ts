/** How much time of a disk the checks take: little, and more only if a pass would not end in time otherwise. */

/** A file is followed by a rest of so many times what reading it took. */
const USUAL_RESTS = 19;
const LEAST_MS = 10;

/**
 * Rest after a file, ms. `tookMs`: what reading it took; `leftMs`, `leftFiles`: of the pass. Usually 5 % of the time is spent
 * reading, never more than half of it. No time that is left: half of it.
 */
export function restMs(of: { readonly tookMs: number; readonly leftMs: number; readonly leftFiles: number }): number {
  const shareMs = of.leftFiles > 0 ? of.leftMs / of.leftFiles : Number.POSITIVE_INFINITY;
  const wantedMs = Math.min(USUAL_RESTS * of.tookMs, shareMs - of.tookMs);
  return Math.max(LEAST_MS, of.tookMs, wantedMs);
}
