import { EXPORT_MIN_MS } from "#domain/limits.ts";
import { refuse } from "#recorder/main/answer.ts";
import type { Services } from "#recorder/main/services.ts";

const HOUR_MS = 3_600_000;

/** Null when some of these streams has video there that may be exported; document 2, section 8 otherwise. */
export async function refusedRange(
  { index, settings }: Pick<Services, "index" | "settings">,
  streamIds: readonly string[],
  start: number,
  stop: number,
): Promise<ReturnType<typeof refuse> | null> {
  if (stop - start < EXPORT_MIN_MS) {
    return refuse(
      "export/too-short",
      "Invalid time selection. Start time must be at least 10 seconds less than end time.",
    );
  }
  const { maxExportHours } = await settings.get();
  if (maxExportHours !== null && stop - start > maxExportHours * HOUR_MS) {
    return refuse("export/too-long", `At most ${maxExportHours} hours can be exported at once.`);
  }
  for (const id of streamIds) if ((await index.archives(id, start, stop)).length > 0) return null;
  return refuse("archive/none", "no archives in region");
}
