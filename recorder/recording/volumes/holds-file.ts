import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentRow } from "../index/recording-index.ts";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { Volumes } from "./volumes.ts";

/** Whether the volume that the index names has the file; one that cannot be asked is believed to. */
export async function holdsFile(volumes: Volumes, { volume, file }: SegmentRow): Promise<boolean> {
  const folder = volumes.folders(volume);
  if (folder === null) return true;
  return stat(join(folder, file)).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
}
