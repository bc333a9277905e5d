import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CleanedVolume } from "#recorder/recording/keeping/cleaner.ts";
import type { DiskSpace } from "#recorder/recording/keeping/retention.ts";
import type { RecordedItem, RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import { Recordings, type RecordingsOptions } from "#recorder/recording/recordings.ts";

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "recordings-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function openRecordings(recordingsDir: string, more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
  return Recordings.open({ recordingsDir, onDiskState() {}, onLog() {}, ...more });
}

/** As a cleaner sees the one folder. */
export const oneFolder = (path: string, space: () => Promise<DiskSpace>): CleanedVolume => ({
  name: "",
  path,
  reserveBytes: 0,
  space,
  check: () => Promise.resolve(),
});

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function videosOf(items: readonly RecordedItem[]): RecordedVideo[] {
  return items.filter((item): item is RecordedVideo => item.kind === "video");
}
