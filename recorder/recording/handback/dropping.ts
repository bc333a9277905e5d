/** Removes files that another recorder has taken over. */
import { unlink } from "node:fs/promises";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { pathOf } from "../segments/segment-places.ts";
import type { Volumes } from "../volumes/volumes.ts";

interface DroppingPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly cleaner: Pick<Cleaner, "apart">;
}

/** Files first, as the cleaner does it. What is on a volume that is away stays until that is asked for again. */
export function dropFiles({ index, volumes, cleaner }: DroppingPorts, ids: readonly number[]): Promise<void> {
  return cleaner.apart(async () => {
    for (const id of ids) {
      const row = await index.segment(id);
      const path = row?.closed ? pathOf(volumes.folders, row) : null;
      if (path === null) continue;
      await unlink(path).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      await index.removeSegments([id]);
    }
  });
}
