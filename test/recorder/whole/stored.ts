/** What a recorder has stored, looked at beside it: for scripts/scale/day.mjs. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type IndexPlace, openIndex } from "#recorder/recording/index/open-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { compare } from "../recording/kill9.ts";

const MOST_ROWS = 1_000_000;

/** The rows of the index of a recorder that runs. */
export async function storedRows(place: IndexPlace): Promise<readonly SegmentRow[]> {
  const index = await openIndex(place);
  try {
    return await index.allSegments(0, MOST_ROWS);
  } finally {
    await index.close();
  }
}

/** Of a recorder that has ended: index against files in both directions, each file whole, and as its SHA-256 says. */
export async function storedFaults(place: IndexPlace): Promise<{ files: number; faults: string[] }> {
  const recordings = await Recordings.open({ ...place, onDiskState() {}, onLog() {} });
  try {
    await recordings.reconciled;
    const faults = await compare(recordings, place.recordingsDir);
    // To open is to put right, and to say so.
    const { repaired, truncatedBytes } = recordings.recovered;
    if (repaired > 0) faults.push(`${repaired} files were left open, with ${truncatedBytes} torn bytes`);
    const { adopted = 0, dropped = 0 } = (await recordings.index.comparison()) ?? {};
    if (adopted > 0) faults.push(`${adopted} files had no row`);
    if (dropped > 0) faults.push(`${dropped} rows had no file`);
    const files = await recordings.index.filesToCheck(0, MOST_ROWS);
    for (const { file, sha256 } of files) {
      if (sha256 === null) continue;
      const bytes = await readFile(join(place.recordingsDir, file));
      if (!createHash("sha256").update(bytes).digest().equals(sha256)) faults.push(`${file}: another SHA-256`);
    }
    return { files: files.length, faults };
  } finally {
    await recordings.close();
  }
}
