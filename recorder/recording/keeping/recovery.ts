/** Makes index and disk agree again. The files contain everything; the index can always be rebuilt from them. */
import { type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull } from "#recorder/store/disk-full.ts";
import { encodeFragments } from "../index/fragment-index.ts";
import type { RecordingIndex, SegmentRow } from "../index/recording-index.ts";
import { decodeStreamId } from "../segments/segment-file.ts";
import { scanSegment, type SegmentScan } from "../segments/segment-scan.ts";

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
 * nothing.
 */
export async function recoverOpenSegments(recordingsDir: string, index: RecordingIndex): Promise<RecoveryReport> {
  const rows = [...(await index.openSegments())];
  let [repaired, dropped, truncatedBytes, unreadable] = [0, 0, 0, 0];
  const work = async (): Promise<void> => {
    for (let row = rows.pop(); row; row = rows.pop()) {
      // One bad sector must not prevent the recording of all cameras. A full disk may have room in a moment.
      const cut = await repair(recordingsDir, index, row).catch((error: unknown) => {
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
  await index.closeOpenEvents();
  return { repaired, truncatedBytes, dropped, adopted: 0, unreadable };
}

/**
 * Compares all folders with the index: adopts files without row, drops closed rows without file. Leaves alone what
 * began after `beforeMs`. May run during recording; stops when aborted.
 */
export async function reconcile(
  recordingsDir: string,
  index: RecordingIndex,
  beforeMs: number,
  signal?: AbortSignal,
): Promise<RecoveryReport> {
  let [adopted, dropped, truncatedBytes, unreadable] = [0, 0, 0, 0];
  const folders = new Set<string>();
  for await (const { streamId, folder, hourMs } of hourFolders(recordingsDir)) {
    if (signal?.aborted) break;
    folders.add(folder);
    const files = (await list(join(recordingsDir, folder))).filter((name) => name.endsWith(".mp4"));
    const rows = await index.filesBetween(streamId, hourMs - 3_600_000, hourMs + 7_200_000);
    const known = new Set(rows.map((row) => row.file));
    for (const name of files) {
      const file = `${folder}/${name}`;
      const startMs = Number.parseInt(name, 10);
      if (known.has(file) || !(startMs < beforeMs)) continue;
      const cut = await adopt(recordingsDir, index, streamId, file).catch(() => undefined);
      if (cut === undefined) unreadable += 1;
      if (cut === null || cut === undefined) continue;
      adopted += 1;
      truncatedBytes += cut;
    }
    const present = new Set(files.map((name) => `${folder}/${name}`));
    const lost = rows.filter(
      (row) => row.closed && row.startMs < beforeMs && row.file.startsWith(`${folder}/`) && !present.has(row.file),
    );
    await index.removeSegments(lost.map((row) => row.id));
    dropped += lost.length;
  }
  for (let after = 0; ; ) {
    if (signal?.aborted) break;
    const rows = await index.allSegments(after, 1000);
    const newest = rows.at(-1);
    if (!newest) break;
    after = newest.id;
    const lost = rows.filter((row) => row.closed && row.startMs < beforeMs && !folders.has(folderOf(row.file)));
    await index.removeSegments(lost.map((row) => row.id));
    dropped += lost.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { repaired: 0, truncatedBytes, dropped, adopted, unreadable };
}

/** Whether any video file exists there. */
export async function hasRecordedFiles(recordingsDir: string): Promise<boolean> {
  for await (const { folder } of hourFolders(recordingsDir))
    if ((await list(join(recordingsDir, folder))).some((name) => name.endsWith(".mp4"))) return true;
  return false;
}

/** Closes an open row according to its file. null: the file held nothing, and the row is gone. */
async function repair(recordingsDir: string, index: RecordingIndex, row: SegmentRow): Promise<number | null> {
  const scanned = await scanAndCut(join(recordingsDir, row.file));
  if (!scanned) {
    await index.removeSegments([row.id]);
    return null;
  }
  const { scan, cutBytes } = scanned;
  await index.closeSegment({ id: row.id, ...summary(scan) });
  return cutBytes;
}

async function adopt(
  recordingsDir: string,
  index: RecordingIndex,
  streamId: string,
  file: string,
): Promise<number | null> {
  const scanned = await scanAndCut(join(recordingsDir, file));
  if (!scanned) return null;
  const { fragments, ...row } = summary(scanned.scan);
  await index.insertClosed({ streamId, file, ...row }, fragments);
  return scanned.cutBytes;
}

/** Truncates a file to its last whole fragment; removes it and returns null when not even one is whole. */
async function scanAndCut(path: string): Promise<{ scan: SegmentScan; cutBytes: number } | null> {
  let file: FileHandle;
  try {
    file = await open(path, "r+");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    const scan = await scanSegment(file);
    if (scan.fragments.length === 0) {
      await unlink(path);
      return null;
    }
    const cutBytes = scan.fileBytes - scan.goodBytes;
    if (cutBytes > 0) {
      await file.truncate(scan.goodBytes);
      await file.datasync();
    }
    return { scan, cutBytes };
  } finally {
    await file.close();
  }
}

function summary(scan: SegmentScan) {
  const first = scan.fragments[0];
  const startMs = first?.wallMs ?? 0;
  let endMs = startMs;
  let frames = 0;
  for (const entry of scan.fragments) {
    endMs = Math.max(endMs, entry.wallMs + entry.durationMs);
    frames += entry.videoSamples;
  }
  return { startMs, endMs, bytes: scan.goodBytes, frames, fragments: encodeFragments(startMs, scan.fragments) };
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
