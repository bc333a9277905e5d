/** An index that can be read, whatever was found: a damaged one is put aside, and the files bring it back (see `reconcile`). */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type IndexPlace, openIndex } from "./open-index.ts";
import type { RecordingIndex } from "./recording-index.ts";
import { INDEX_FILE } from "./sqlite-index.ts";

/** `onReplaced` hears under which name the damaged file lies now. A database elsewhere is its administrator's to mend. */
export async function openOrReplaceIndex(
  place: IndexPlace,
  nowMs: number,
  onReplaced: (aside: string) => void,
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
    onReplaced(aside);
    return openIndex(place);
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|corrupt/i.test(error.message);
}
