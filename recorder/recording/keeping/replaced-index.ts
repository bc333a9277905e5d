/**
 * An index that can be read, whatever was found: a damaged one is put aside, and the files bring it back (see `reconcile`), with
 * the marks that could still be read.
 */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type IndexPlace, openIndex } from "../index/open-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import { hasRecordedFiles } from "./recovery.ts";
import { putMarks, salvageMarks } from "../index/salvaged-marks.ts";
import { INDEX_FILE } from "../index/sqlite-index.ts";

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
    const index = await openIndex(place);
    onReplaced({ aside, ...(await takeOver(place.recordingsDir, aside).catch(() => NOTHING_TAKEN)) });
    return index;
  }
}

/** Whether the index knows of no stream although recordings lie there: the one that did is gone, and its marks with it. */
export async function isIndexLost(index: RecordingIndex, recordingsDir: string): Promise<boolean> {
  // A folder that cannot be read keeps no recorder from starting.
  return (await index.usage()).length === 0 && (await hasRecordedFiles(recordingsDir).catch(() => false));
}

const NOTHING_TAKEN = { locks: 0, bookmarks: 0, whole: false };

/** From the damaged file into the new one. Throws when nothing could be: recording goes on without. */
async function takeOver(recordingsDir: string, aside: string): Promise<Omit<ReplacedIndex, "aside">> {
  const marks = await salvageMarks(join(recordingsDir, aside));
  await putMarks(join(recordingsDir, INDEX_FILE), marks);
  return { locks: marks.rows.lock.length, bookmarks: marks.rows.bookmark.length, whole: marks.whole };
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|corrupt/i.test(error.message);
}
