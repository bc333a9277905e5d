import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildRecorder, testEntries } from "../../../scripts/build-recorder.mjs";

const cache = join(import.meta.dirname, "../../../.cache");

/**
 * The folder of the recorder of these sources, with the cameras of the tests beside it. The gate has built one for all files; a file
 * that runs by itself builds its own.
 */
export async function builtRecorder(): Promise<{ readonly built: string; readonly remove: () => void }> {
  const shared = process.env.PROSCENIUM_TESTED_RECORDER;
  if (shared) return { built: shared, remove: () => {} };
  // Inside the repository, because the bundle searches for packages from its own location.
  mkdirSync(cache, { recursive: true });
  const built = mkdtempSync(join(cache, "tested-"));
  await buildRecorder(built, testEntries);
  return { built, remove: () => rmSync(built, { recursive: true, force: true }) };
}
