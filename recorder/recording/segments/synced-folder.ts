/** Folders whose entries survive a power cut. */
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Also syncs the folders above it, so that a power cut does not lose the path to its files. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
