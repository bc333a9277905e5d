/** Which ranges may be exported. */
import { statfs } from "node:fs/promises";
import { errors, say } from "#domain/errors.ts";
import { EXPORT_MIN_MS } from "#domain/limits.ts";
import { refuse } from "#recorder/main/answer.ts";
import type { Services } from "#recorder/main/services.ts";

const HOUR_MS = 3_600_000;
/** of the free space that an export may take: the recordings need the rest */
const DISK_SHARE = 0.9;

/** Null when some of these streams has video there that may be exported; document 2, section 8 otherwise. */
export async function refusedRange(
  { index, settings, config }: Pick<Services, "index" | "settings" | "config">,
  streamIds: readonly string[],
  start: number,
  stop: number,
): Promise<ReturnType<typeof refuse> | null> {
  if (stop - start < EXPORT_MIN_MS) {
    return refuse("export/too-short", errors.export_too_short.text);
  }
  const { maxExportHours } = await settings.get();
  if (maxExportHours !== null && stop - start > maxExportHours * HOUR_MS) {
    return refuse("export/too-long", say("export_too_long", { hours: maxExportHours }));
  }
  let bytes = 0;
  let isAny = false;
  for (const id of streamIds)
    for (const segment of await index.segmentsBetween(id, start, stop)) {
      isAny = true;
      const lengthMs = Math.max(1, segment.endMs - segment.startMs);
      const insideMs = Math.min(stop, segment.endMs) - Math.max(start, segment.startMs);
      bytes += segment.bytes * Math.min(1, Math.max(0, insideMs / lengthMs));
    }
  if (!isAny) return refuse("archive/none", errors.export_no_archives.text);
  const { bavail, bsize } = await statfs(config.data);
  // A zip is put together from files that are there already.
  const needed = bytes * (streamIds.length > 1 ? 2 : 1);
  return needed <= bavail * bsize * DISK_SHARE ? null : refuse("export/disk", errors.export_no_room.text);
}
