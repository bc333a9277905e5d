/** Files that lie beside the recordings for some minutes (exports): no recording is removed because of them. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DiskSpace } from "./retention.ts";

/** The space of the recordings' disk as if the files in `passingDir` were already gone. */
export async function withoutPassing(space: DiskSpace, recordingsDir: string, passingDir: string): Promise<DiskSpace> {
  const [recordings, passing] = await Promise.all([stat(recordingsDir), stat(passingDir).catch(() => null)]);
  if (passing?.dev !== recordings.dev) return space;
  return { ...space, freeBytes: space.freeBytes + (await bytesIn(passingDir)) };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // It may have been removed since.
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => null))?.size ?? 0));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
