/** The index of recordings as it is found at the start; the journal tells when it was damaged or gone. */
import { failure } from "#domain/failures/failure.ts";
import type { IndexPlace } from "#recorder/recording/index/open-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { isIndexLost, openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/keeping/replaced-index.ts";
import type { Foundation } from "./foundation.ts";

/** Here and not in `media`: this is who opens it first. */
export async function openRecordings(
  { log, journal, now }: Pick<Foundation, "log" | "journal" | "now">,
  place: IndexPlace,
): Promise<RecordingIndex> {
  const damaged: ReplacedIndex[] = [];
  const index = await openOrReplaceIndex(place, now(), (replaced) => {
    damaged.push(replaced);
    log.error(replaced, "the index of recordings was damaged and is made anew from the files");
  });
  for (const { aside: file, locks, bookmarks, whole } of damaged) {
    const code = whole ? "event/index-replaced" : "event/index-replaced-partly";
    await journal.event("Index Replaced", failure(code, { file, locks, bookmarks }));
  }
  if (damaged.length === 0 && (await isIndexLost(index, place.recordingsDir))) {
    log.error("the index of recordings was missing or empty and is made anew from the files");
    await journal.event("Index Replaced", failure("event/index-missing"));
  }
  return index;
}
