/** Makes index and disk agree again. The files contain everything; the index can always be rebuilt from them. */
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { PART } from "../segments/part-file.ts";
import { decodeStreamId } from "../segments/segment-path.ts";
import type { CleanedVolume } from "./cleaner.ts";
import { scanAndCut } from "./cut-file.ts";
import type { RecoveryReport } from "./recovery.ts";
import { nameBefore, restOfThinning } from "./thinned-name.ts";

interface ReconciledVolume extends Pick<CleanedVolume, "name" | "path" | "check"> {
  /** whether the volume that the index names has the file, or cannot be asked */
  readonly isElsewhere?: (row: SegmentRow) => Promise<boolean>;
  /** whether a file here is only a second copy of a file that the index names elsewhere */
  readonly isLeftCopy?: (row: SegmentRow, path: string) => Promise<boolean>;
}

/**
 * Compares all folders of a volume with the index: adopts files without row, drops closed rows without file. Leaves alone what
 * began after `beforeMs`. May run during recording; stops when aborted, and throws when the volume goes.
 */
export async function reconcile(
  {
    name: volume,
    path: recordingsDir,
    check,
    isElsewhere = () => Promise.resolve(false),
    isLeftCopy = () => Promise.resolve(false),
  }: ReconciledVolume,
  index: RecordingIndex,
  beforeMs: number,
  signal?: AbortSignal,
): Promise<RecoveryReport & { readonly files: number }> {
  let found = 0;
  let [adopted, dropped, truncatedBytes, unreadable] = [0, 0, 0, 0];
  const folders = new Set<string>();
  for await (const { streamId, folder, hourMs } of hourFolders(recordingsDir)) {
    if (signal?.aborted) break;
    folders.add(folder);
    const names = await list(join(recordingsDir, folder));
    // Files that were not thinned out come first: see `restOfThinning`.
    const files = names
      .filter((name) => name.endsWith(".mp4"))
      .toSorted((one, other) => Number(nameBefore(one) !== null) - Number(nameBefore(other) !== null));
    found += files.length;
    for (const name of names) if (name.endsWith(PART)) await unlink(join(recordingsDir, folder, name));
    const rows = await index.filesBetween(streamId, hourMs - 3_600_000, hourMs + 7_200_000);
    const known = new Map(rows.map((row) => [row.file, row]));
    const present = new Set(files.map((name) => `${folder}/${name}`));
    const taken = new Set(rows.flatMap((row) => (row.volume === volume && row.closed ? [row.file] : [])));
    for (const name of files) {
      const file = `${folder}/${name}`;
      const startMs = Number.parseInt(name, 10);
      const row = known.get(file);
      if (row?.volume === volume || !(startMs < beforeMs)) continue;
      if (row) {
        // Somebody has moved the file here. If it is still where the index says, this is another file of the same name and is left alone.
        if (row.closed && !(await isElsewhere(row))) await index.moveSegment(row.id, row.volume, volume);
        else if (row.closed && (await isLeftCopy(row, join(recordingsDir, file))))
          await unlink(join(recordingsDir, file));
        continue;
      }
      const rest = restOfThinning(file, present, taken);
      if (rest === "left") await unlink(join(recordingsDir, file));
      if (rest !== null) continue;
      const cut = await adopt(recordingsDir, index, { volume, streamId, file }).catch(() => undefined);
      if (cut === undefined) unreadable += 1;
      if (cut === null || cut === undefined) continue;
      taken.add(file);
      adopted += 1;
      truncatedBytes += cut;
    }
    const isLost = (row: SegmentRow): boolean =>
      row.volume === volume &&
      row.closed &&
      row.startMs < beforeMs &&
      row.file.startsWith(`${folder}/`) &&
      !present.has(row.file);
    const lost = rows.filter(isLost);
    if (lost.length > 0) await check();
    await index.filesGone(lost.map((row) => row.id));
    dropped += lost.length;
  }
  for (let after = 0; ; ) {
    if (signal?.aborted) break;
    const rows = await index.allSegments(after, 1000);
    const newest = rows.at(-1);
    if (!newest) break;
    after = newest.id;
    const lost = rows.filter(
      (row) => row.volume === volume && row.closed && row.startMs < beforeMs && !folders.has(folderOf(row.file)),
    );
    if (lost.length > 0) await check();
    await index.filesGone(lost.map((row) => row.id));
    dropped += lost.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { repaired: 0, truncatedBytes, dropped, adopted, unreadable, files: found };
}

/** Whether any video file exists there. */
export async function hasRecordedFiles(recordingsDir: string): Promise<boolean> {
  for await (const { folder } of hourFolders(recordingsDir))
    if ((await list(join(recordingsDir, folder))).some((name) => name.endsWith(".mp4"))) return true;
  return false;
}

async function adopt(
  recordingsDir: string,
  index: RecordingIndex,
  of: { readonly volume: string; readonly streamId: string; readonly file: string },
): Promise<number | null> {
  const scanned = await scanAndCut(join(recordingsDir, of.file));
  if (!scanned) return null;
  const { fragments, ...row } = scanned.segment;
  await index.insertClosed({ ...of, ...row }, fragments);
  return scanned.cutBytes;
}

async function* hourFolders(
  recordingsDir: string,
): AsyncGenerator<{ streamId: string; folder: string; hourMs: number }, void> {
  for (const stream of await list(recordingsDir)) {
    const streamId = decodeStreamId(stream);
    if (streamId === null) continue;
    for (const day of await list(join(recordingsDir, stream))) {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) continue;
      for (const hour of await list(join(recordingsDir, stream, day))) {
        if (!/^\d{2}$/.test(hour)) continue;
        yield { streamId, folder: `${stream}/${day}/${hour}`, hourMs: Date.parse(`${day}T${hour}:00:00Z`) };
      }
    }
  }
}

/** Sorted names; empty for anything but a folder. */
async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}
