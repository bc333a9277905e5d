/** Which ranges may be exported. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { statfs } from "node:fs/promises";
import { notReachable } from "#domain/recordings/not-reachable.ts";
import { EXPORT_MIN_MS } from "#domain/limits/timeline.ts";
import { type AwayParts, awayVolumes } from "../volumes/away-volumes.ts";
import type { ExportAsk } from "#recorder/site/exports/export-ask.ts";
import type { ExportJobs } from "#recorder/site/exports/export-jobs.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { BucketIndex } from "#recorder/recording/index/bucket/bucket-index.ts";
import type { SegmentIndex } from "#recorder/recording/index/recording-index.ts";

const HOUR_MS = 3_600_000;
/** share of the free space that an export may use: the recordings need the rest */
const DISK_SHARE = 0.9;
/** a page carries its video as base64, which takes 4 characters for 3 bytes */
const PAGE_SHARE = 4 / 3;

export interface AskedRange extends Pick<ExportAsk, "format" | "zip"> {
  readonly streamIds: readonly string[];
  readonly start: number;
  readonly stop: number;
}
interface CheckedRange {
  /** not later than now: a manifest must not vouch for a time that is still to come */
  readonly stop: number;
  /** disk space that the export uses while it is made */
  readonly needBytes: number;
}

export interface RangeParts {
  readonly index: Pick<SegmentIndex & BucketIndex, "segmentsBetween" | "outOfReach"> & AwayParts["index"];
  readonly media: AwayParts["media"];
  readonly settings: Pick<SettingsStore, "get">;
  readonly volumes: AwayParts["volumes"];
  readonly config: { readonly data: string };
  readonly exports: { readonly jobs: Pick<ExportJobs, "unwrittenBytes"> };
  readonly now: () => number;
}

/** Ok when at least one of these streams has video in the range that may be exported; otherwise the failures of document 2, section 8. */
export async function checkedRange(
  parts: RangeParts,
  { streamIds, start, stop: askedStop, format, zip }: AskedRange,
): Promise<Result<CheckedRange, Failure>> {
  const { index, settings, config, exports, now } = parts;
  const stop = Math.min(askedStop, Math.floor(now()));
  if (stop - start < EXPORT_MIN_MS) {
    return refuse("export/too-short");
  }
  const { maxExportHours } = await settings.get();
  if (maxExportHours !== null && stop - start > maxExportHours * HOUR_MS) {
    return refuse("export/too-long", { hours: maxExportHours });
  }
  let bytes = 0;
  let isAny = false;
  const unreached = new Set<string>();
  const away = await awayVolumes(parts);
  for (const id of streamIds) {
    const segments = await index.segmentsBetween(id, start, stop);
    const missing = segments.filter(({ volume }) => away.includes(volume));
    const out = missing.length === 0 ? null : await index.outOfReach(missing, away);
    for (const segment of segments) {
      if (out?.has(segment.id)) {
        unreached.add(segment.volume);
        continue;
      }
      isAny = true;
      const lengthMs = Math.max(1, segment.endMs - segment.startMs);
      const insideMs = Math.min(stop, segment.endMs) - Math.max(start, segment.startMs);
      bytes += segment.bytes * Math.min(1, Math.max(0, insideMs / lengthMs));
    }
  }
  if (!isAny) return refuse("archive/none", unreached.size > 0 ? { cause: notReachable([...unreached]) } : {});
  const fileBytes = bytes * (format === "dewarp" ? PAGE_SHARE : 1);
  // A zip is made from files that already exist, a page from its video; both need space at the same time.
  const needBytes = (format === "dewarp" ? bytes : 0) + fileBytes * (zip || streamIds.length > 1 ? 2 : 1);
  const { bavail, bsize } = await statfs(config.data);
  return needBytes + exports.jobs.unwrittenBytes <= bavail * bsize * DISK_SHARE
    ? ok({ stop, needBytes })
    : refuse("export/disk");
}
