/**
 * Opens an index that can be read in any case: a damaged one is put aside and rebuilt from the files (see `reconcile`),
 * with the marks that could still be read.
 */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type IndexPlace, openIndex } from "../index/open-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import { hasRecordedFiles } from "./reconcile.ts";
import { putMarks, salvageMarks } from "./salvaged-marks.ts";
import { INDEX_FILE } from "../index/sqlite-index.ts";

export interface ReplacedIndex {
  /** name of the damaged file, in the same folder */
  readonly aside: string;
  /** number of marks taken over */
  readonly locks: number;
  readonly bookmarks: number;
  /** no mark and no motion event can be missing */
  readonly whole: boolean;
}

/** `onReplaced` is told about a replaced index. A database elsewhere is for its administrator to repair. */
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

/** Whether the index knows no stream although recordings exist: the former index is gone, and its marks with it. */
export async function isIndexLost(index: RecordingIndex, folders: readonly string[]): Promise<boolean> {
  if ((await index.usage()).length > 0) return false;
  // A folder that cannot be read must not prevent the recorder from starting.
  for (const folder of folders) if (await hasRecordedFiles(folder).catch(() => false)) return true;
  return false;
}

const NOTHING_TAKEN = { locks: 0, bookmarks: 0, whole: false };

/** Copies from the damaged file into the new one. Throws when nothing could be copied: recording continues without. */
async function takeOver(recordingsDir: string, aside: string): Promise<Omit<ReplacedIndex, "aside">> {
  const marks = await salvageMarks(join(recordingsDir, aside));
  await putMarks(join(recordingsDir, INDEX_FILE), marks);
  return { locks: marks.rows.lock.length, bookmarks: marks.rows.bookmark.length, whole: marks.whole };
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|corrupt/i.test(error.message);
}
