/** What lies on the disk of a recorder that was killed: read from its index and its files, while it records again. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";

export async function recordedRows(recordingsDir: string): Promise<readonly SegmentRow[]> {
  const index = await openSqliteIndex(recordingsDir);
  try {
    return await index.allSegments(0, 1_000_000);
  } finally {
    await index.close();
  }
}

/** How much the kill cost each stream at most, and what of before it is not whole. */
export async function lookAtDisk(
  recordingsDir: string,
  killedMs: number,
  streams: readonly string[],
): Promise<{ lostMs: number; faults: string[] }> {
  const faults: string[] = [];
  const rows = await recordedRows(recordingsDir);
  const ends = streams.map((id) => {
    const before = rows.filter(({ streamId, startMs }) => streamId === id && startMs < killedMs);
    if (before.length === 0) faults.push(`${id}: nothing recorded`);
    return Math.max(0, ...before.map(({ endMs }) => endMs));
  });
  for (const row of rows.filter(({ startMs, streamId }) => startMs < killedMs && streams.includes(streamId))) {
    const bytes = await stat(join(recordingsDir, row.file)).then(
      ({ size }) => size,
      () => -1,
    );
    if (!row.closed) faults.push(`${row.file}: still open after the restart`);
    else if (bytes !== row.bytes) faults.push(`${row.file}: ${bytes} bytes, row says ${row.bytes}`);
  }
  return { lostMs: killedMs - Math.min(...ends), faults };
}

/** The worst value of all streams: from the kill to the first picture that was recorded after it, by the pictures' own times. */
export async function backAfterMs(
  recordingsDir: string,
  killedMs: number,
  streams: readonly string[],
): Promise<number> {
  const rows = (await recordedRows(recordingsDir)).filter(({ startMs }) => startMs > killedMs);
  const firstMs = streams.map((id) =>
    Math.min(...rows.filter(({ streamId }) => streamId === id).map(({ startMs }) => startMs)),
  );
  return Math.max(...firstMs) - killedMs;
}
