/**
 * An index that can be read, whatever was found: a damaged one is put aside, and the files bring it back (see `reconcile`), with
 * the marks that could still be read.
 */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type IndexPlace, openIndex } from "./open-index.ts";
import type { RecordingIndex } from "./recording-index.ts";
import { putMarks, salvageMarks } from "./salvaged-marks.ts";
import { INDEX_FILE } from "./sqlite-index.ts";

export interface ReplacedIndex {
  /** name of the damaged file, in the same folder */
  readonly aside: string;
  /** how many were taken over */
  readonly locks: number;
  readonly bookmarks: number;
  /** none of these, and no motion event, can be missing */
  readonly whole: boolean;
}

/** `onReplaced` hears what became of a damaged one. A database elsewhere is its administrator's to mend. */
export async function openOrReplaceIndex(
  place: IndexPlace,
  nowMs: number,
  onReplaced: (replaced: ReplacedIndex) => void,
): Promise<RecordingIndex> {
  try {
    return await openIndex(place);
  } catch (error) {
    if ((place.databaseUrl ?? "") !== "" || !isDamaged(error)) throw error;
    const aside = `${INDEX_FILE}.damaged-${nowMs}`;
    const move = (tail: string): Promise<void> =>
      rename(join(place.recordingsDir, INDEX_FILE + tail), join(place.recordingsDir, aside + tail));
    await move("");
    for (const tail of ["-wal", "-shm"]) await move(tail).catch(() => undefined);
    const marks = await salvageMarks(join(place.recordingsDir, aside)).catch(() => null);
    const index = await openIndex(place);
    if (marks) await putMarks(join(place.recordingsDir, INDEX_FILE), marks);
    const [locks, bookmarks] = [marks?.rows.lock.length ?? 0, marks?.rows.bookmark.length ?? 0];
    onReplaced({ aside, locks, bookmarks, whole: marks?.whole ?? false });
    return index;
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|corrupt/i.test(error.message);
}
