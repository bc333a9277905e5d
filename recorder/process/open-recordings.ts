/** Recordings as they are found at the start: their folders, which this server takes for itself, and their index. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { failure } from "#domain/failures/failure.ts";
import { type IndexPlace, volumesOf } from "#recorder/recording/index/open-index.ts";
import { bringMovedIndex } from "#recorder/recording/keeping/moved-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { type ReplaceableIndex, replaceableIndex } from "#recorder/recording/index/replaceable-index.ts";
import { isIndexLost, openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/keeping/replaced-index.ts";
import { makeRecordingsPrivate } from "#recorder/store/private-files.ts";
import { lockFolder, lockVolume } from "#recorder/store/server-lock.ts";
import type { Closers, Foundation } from "./foundation.ts";

/** At the start a disk that does not answer is not waited for. */
const ANSWER_MS = 3000;

/** Those of these folders that are there and answer. */
async function reachable(folders: readonly string[]): Promise<string[]> {
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
async function bringIndex(
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

interface TakenRecordings extends ReplaceableIndex {
  readonly place: IndexPlace;
  /** what gives a folder free again, by its path; volumes that are added later are locked too */
  readonly locks: Map<string, () => void>;
}

/** Locks the folders of the recordings, makes them private and opens their index. */
export async function takeRecordings(base: Foundation, closers: Closers): Promise<TakenRecordings> {
  const { config, log, now } = base;
  const place = { recordingsDir: config.recordings, databaseUrl: config.database.url, volumes: config.volumes };
  const folders = await reachable(volumesOf(place).map(({ path }) => path));
  // Two servers with data folders of their own may name the same recordings.
  const lock = config.volumes.length > 0 ? lockVolume : lockFolder;
  const locks = new Map<string, () => void>();
  closers.push(() => {
    for (const release of locks.values()) release();
  });
  for (const folder of folders) if (resolve(folder) !== resolve(config.data)) locks.set(folder, lock(folder, now()));
  await bringIndex(place, [config.data, ...folders], log, now());
  const { index, replace } = replaceableIndex(await openRecordings(base, place));
  let isOver = false;
  for (const folder of folders) void makeRecordingsPrivate(folder, () => isOver);
  closers.push(() => (isOver = true));
  closers.push(() => index.close());
  return { place, index, replace, locks };
}

/** The journal tells when the index was damaged or gone. `main` opens it, and not `media`, because `main` is there first. */
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
