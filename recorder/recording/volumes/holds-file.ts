/** Finds out where the file of a row is. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentRow } from "../index/segment-row.ts";
import { isMissing } from "#recorder/store/disk-full.ts";
import { isSecondCopy } from "./file-copy.ts";
import type { Volumes } from "./volumes.ts";

/** Whether the volume that the index names has the file. A volume that cannot be asked is taken to have it. */
export async function holdsFile(volumes: Volumes, { volume, file }: SegmentRow): Promise<boolean> {
  const folder = volumes.folders(volume);
  if (folder === null) return true;
  return stat(join(folder, file)).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
}

/** Whether a file is the rest of an interrupted move: a second copy of the file that the index names. */
export async function isLeftCopy(
  volumes: Volumes,
  { volume, file }: SegmentRow,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = volumes.folders(volume);
  return folder !== null && isSecondCopy(join(folder, file), path, signal);
}
