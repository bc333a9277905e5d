/** What the last process left open on the disk. The files contain everything. */
import { isDiskFull } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { pathOf, type VolumeFolders } from "../segments/segment-places.ts";
import { scanAndCut } from "./cut-file.ts";
import type { OwnStreams } from "./own-streams.ts";

export interface RecoveryReport {
  /** segments that were open when the process died, now closed */
  readonly repaired: number;
  /** torn bytes after the last whole fragment that were cut off */
  readonly truncatedBytes: number;
  /** rows without anything to play */
  readonly dropped: number;
  /** files that had no row */
  readonly adopted: number;
  /** files that could not be read or repaired: the next start tries them again */
  readonly unreadable: number;
}

const PARALLEL = 8;

export const NOTHING_RECOVERED: RecoveryReport = {
  repaired: 0,
  truncatedBytes: 0,
  dropped: 0,
  adopted: 0,
  unreadable: 0,
};

/**
 * Closes what the last process left open: quick, and done before recording begins. Throws when the index accepts
 * nothing. `isMeant`: only these, of a volume that is there again. `own`: of several processes, what this one looks after.
 */
export async function recoverOpenSegments(
  folders: VolumeFolders,
  index: RecordingIndex,
  isMeant?: (row: SegmentRow) => boolean,
  own?: OwnStreams,
): Promise<RecoveryReport> {
  const open = await index.openSegments();
  const rows = open.filter((row) => (isMeant?.(row) ?? true) && (own?.has(row.streamId) ?? true));
  let [repaired, dropped, truncatedBytes, unreadable] = [0, 0, 0, 0];
  const work = async (): Promise<void> => {
    for (let row = rows.pop(); row; row = rows.pop()) {
      // One bad sector must not prevent the recording of all cameras. A full disk may have room in a moment.
      const path = pathOf(folders, row);
      // The file is looked after when its volume is back.
      if (path === null) continue;
      const cut = await repair(path, index, row).catch((error: unknown) => {
        if (isDiskFull(error)) throw error;
        return undefined;
      });
      if (cut === undefined) unreadable += 1;
      else if (cut === null) dropped += 1;
      else {
        repaired += 1;
        truncatedBytes += cut;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (!isMeant) await index.closeOpenEvents(own?.scope);
  return { repaired, truncatedBytes, dropped, adopted: 0, unreadable };
}

/** Closes an open row according to its file. null: the file held nothing, and the row is gone. */
async function repair(path: string, index: RecordingIndex, row: SegmentRow): Promise<number | null> {
  const scanned = await scanAndCut(path);
  if (!scanned) {
    await index.removeSegments([row.id]);
    return null;
  }
  const { segment, cutBytes } = scanned;
  await index.closeSegment({ id: row.id, ...segment });
  return cutBytes;
}
