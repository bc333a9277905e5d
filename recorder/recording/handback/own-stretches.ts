/** What is recorded here of a time, to the fragment: a file may have holes, and its row says only where it begins and ends. */
import { copyFile, link, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { joined, SEAM_MS, type Stretch } from "#domain/recordings/missing.ts";
import { decodeFragments, encodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { nameBefore } from "../keeping/thinned-name.ts";
import { PART } from "../segments/part-file.ts";
import { makeFolder, syncFolder } from "../segments/synced-folder.ts";

/**
 * Null: a file of this time is being written, and what it will hold is not known. `openFragments`: of a file that this process writes, so
 * far; null = another one does.
 */
export async function ownStretches(
  index: Pick<RecordingIndex, "segmentsBetween" | "fragments">,
  openFragments: (id: number) => readonly FragmentEntry[] | null,
  streamId: string,
  { startMs, endMs }: Stretch,
): Promise<Stretch[] | null> {
  const held: Stretch[] = [];
  for (const row of await index.segmentsBetween(streamId, startMs - SEAM_MS, endMs + SEAM_MS)) {
    if (!row.closed) {
      // A hole in it can be filled when its row can be split.
      const [written, more] = joined(shownStretches(openFragments(row.id) ?? []));
      if (!written || more || written.endMs < endMs - SEAM_MS) return null;
      held.push(written);
      continue;
    }
    // What was thinned out is not to come back.
    const fragments = nameBefore(row.file) === null ? await fragmentsOf(index, row) : null;
    if (fragments) held.push(...shownStretches(fragments));
    else held.push({ startMs: row.startMs, endMs: row.endMs });
  }
  return joined(held);
}

/** Behind a hole nothing can be seen before the next key picture. */
function shownStretches(fragments: readonly FragmentEntry[]): Stretch[] {
  const stretches: Stretch[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const { wallMs, durationMs, keyBytes } of fragments) {
    if (keyBytes === 0 && wallMs > endMs + SEAM_MS) continue;
    endMs = wallMs + durationMs;
    stretches.push({ startMs: wallMs, endMs });
  }
  return stretches;
}

/**
 * A file that goes on behind `piece` gets a second row, and a second name, for what comes then: a row is one stretch, and gives way to the
 * piece with all that follows.
 */
export async function splitBehind(
  index: Pick<RecordingIndex, "segmentsBetween" | "fragments" | "fileFacts" | "insertClosed">,
  streamId: string,
  piece: Stretch,
  place: {
    readonly path: (row: Pick<SegmentRow, "volume" | "file">) => string | null;
    readonly name: () => Promise<string>;
  },
): Promise<void> {
  for (const row of await index.segmentsBetween(streamId, piece.startMs, piece.endMs)) {
    if (!(row.startMs < piece.startMs && row.endMs > piece.endMs + SEAM_MS)) continue;
    const fragments = (await fragmentsOf(index, row)) ?? [];
    const from = fragments.findIndex(({ wallMs, keyBytes }) => keyBytes > 0 && wallMs >= piece.endMs - SEAM_MS);
    const own = from < 0 ? [] : fragments.slice(from);
    const file = await place.name();
    const [before, path] = [place.path(row), place.path({ volume: row.volume, file })];
    const [first] = own;
    if (!first || before === null || path === null) continue;
    await nameAgain(before, path);
    const frames = own.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    const { volume, endMs, bytes } = row;
    const given = { sha256: (await index.fileFacts(row.id))?.sha256 ?? null, seamMs: SEAM_MS };
    const rest = { streamId, startMs: first.wallMs, endMs, volume, file, bytes, frames };
    await index.insertClosed(rest, encodeFragments(first.wallMs, own), given);
  }
}

/** The same file under another name: what is there of that name is replaced. Not every file system has links. */
export async function nameAgain(file: string, other: string): Promise<void> {
  const part = other + PART;
  await makeFolder(dirname(other));
  // It may be a name of the file itself.
  await rm(part, { force: true });
  await link(file, part).catch(() => copyFile(file, part));
  await rename(part, other);
  await syncFolder(dirname(other));
}

async function fragmentsOf(
  index: Pick<RecordingIndex, "fragments">,
  { id, startMs }: SegmentRow,
): Promise<FragmentEntry[] | null> {
  const blob = await index.fragments(id);
  return blob && decodeFragments(startMs, blob);
}
