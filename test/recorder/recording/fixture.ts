import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordedItem, RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import { Recordings, type RecordingsOptions } from "#recorder/recording/recordings.ts";

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "recordings-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function openRecordings(recordingsDir: string, more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
  return Recordings.open({ recordingsDir, onDiskState() {}, onLog() {}, ...more });
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function videosOf(items: readonly RecordedItem[]): RecordedVideo[] {
  return items.filter((item): item is RecordedVideo => item.kind === "video");
}
