/** How fast an export goes, measured between two shares of its work. */

/** Before this much has been done, a guess would jump about. */
const MEASURED_FROM_MS = 1_000;
const MEASURED_FROM_SHARE = 0.01;

export interface ExportPace {
  /** seconds of video per second */
  readonly speed: number;
  readonly leftMs: number;
}
export interface ShareAt {
  /** 0..1 */
  readonly share: number;
  /** of any clock that goes on evenly */
  readonly atMs: number;
}

/** `videoMs`: the length of all its video together. null: not measured yet, or it stands still. */
export function exportPace(videoMs: number, first: ShareAt, now: ShareAt): ExportPace | null {
  const tookMs = now.atMs - first.atMs;
  const done = now.share - first.share;
  if (tookMs < MEASURED_FROM_MS || done < MEASURED_FROM_SHARE) return null;
  return { speed: (videoMs * done) / tookMs, leftMs: ((1 - now.share) * tookMs) / done };
}
