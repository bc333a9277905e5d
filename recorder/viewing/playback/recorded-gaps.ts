import { GAP_MS } from "#recorder/recording/index/recording-index.ts";
import type { RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";

/**
 * The gap around a time at which nothing is recorded, up to the next recording in the direction of play. On the other side it
 * begins at the time, or has no beginning (0) where nothing was recorded before. `isAway`: it is recorded, where it cannot be
 * reached now.
 */
export async function gapAround(
  reader: RecordingReader,
  streamId: string,
  timeMs: number,
  rate: number,
): Promise<{ readonly fromMs: number; readonly toMs: number; readonly isAway: boolean }> {
  const [before, after, isAway] = await Promise.all([
    reader.previousRecorded(streamId, timeMs),
    reader.nextRecorded(streamId, timeMs),
    reader.isAway(streamId, timeMs),
  ]);
  return rate < 0
    ? { fromMs: before ?? 0, toMs: after === null ? 0 : timeMs, isAway }
    : { fromMs: before === null ? 0 : timeMs, toMs: after ?? 0, isAway };
}

/** Key frames far apart: is it the camera's setting (false), or a gap in the recording? */
export async function hasGapBetween(
  reader: RecordingReader,
  streamId: string,
  earlyMs: number,
  lateMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  // Frames may follow the early one for long, and others may precede the late one that a stride leaves out.
  for (const atMs of [earlyMs + GAP_MS + 1000, (earlyMs + lateMs) / 2, lateMs - GAP_MS]) {
    const next = await reader.nextRecorded(streamId, atMs);
    if (signal.aborted) return false;
    if (next !== null && next - atMs >= GAP_MS - 1) return true;
  }
  return false;
}
