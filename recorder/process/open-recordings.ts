/** The index of recordings as it is found at the start; the journal tells when it was damaged or gone. */
import { stat } from "node:fs/promises";
import { failure } from "#domain/failures/failure.ts";
import { type IndexPlace, volumesOf } from "#recorder/recording/index/open-index.ts";
import { bringMovedIndex } from "#recorder/recording/keeping/moved-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { isIndexLost, openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/keeping/replaced-index.ts";
import type { Foundation } from "./foundation.ts";

/** At the start a disk that does not answer is not waited for. */
const ANSWER_MS = 3000;

/** Those of these folders that are there and answer. */
export async function reachable(folders: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    folders.map((folder) =>
      Promise.race([
        stat(folder).then(
          (found) => found.isDirectory(),
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWER_MS).unref()),
      ]),
    ),
  );
  return folders.filter((_, at) => answers[at]);
}

/** One folder has the index in it, a list of volumes has it beside the settings: it moves when the setting changes. */
export async function bringIndex(
  place: IndexPlace,
  folders: readonly string[],
  log: Pick<Foundation["log"], "info" | "error">,
  nowMs: number,
): Promise<void> {
  try {
    const from = await bringMovedIndex(place, folders, nowMs);
    if (from !== null) log.info({ from, to: place.recordingsDir }, "the index of recordings was moved");
  } catch (error) {
    log.error({ err: error }, "the index of recordings could not be moved, and is made anew from the files");
  }
}

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
  const folders = volumesOf(place).map(({ path }) => path);
  if (damaged.length === 0 && (await isIndexLost(index, await reachable(folders)))) {
    log.error("the index of recordings was missing or empty and is made anew from the files");
    await journal.event("Index Replaced", failure("event/index-missing"));
  }
  return index;
}
