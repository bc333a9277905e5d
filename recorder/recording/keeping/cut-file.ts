import { type FileHandle, open, unlink } from "node:fs/promises";
import { encodeFragments } from "../index/fragment-index.ts";
import { scanSegment, type SegmentScan } from "../segments/segment-scan.ts";

interface CutFile {
  /** as the index keeps it */
  readonly segment: ReturnType<typeof summary>;
  /** torn bytes after the last whole fragment */
  readonly cutBytes: number;
}

/** Truncates a file to its last whole fragment; removes it and returns null when not even one is whole. */
export async function scanAndCut(path: string): Promise<CutFile | null> {
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
    return { segment: summary(scan), cutBytes };
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
