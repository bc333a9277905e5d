/** Estimates what each of several volumes will hold if recording goes on at the rate of the last day. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { estimateTiers } from "#domain/recordings/tiers.ts";
import { isAllMoved, VOLUME_ROLES, type VolumeSpec } from "#domain/recordings/volume.ts";
import type { VolumeUse } from "#protocol/rest/server/server.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";

/** A stream that has recorded for less says nothing about a day. */
const LEAST_MS = 600_000;

/** Estimates are kept for this long: to sum up a day of a large site takes a while, and SQLite holds up this process meanwhile. */
const RENEWED_MS = 300_000;

interface Site {
  readonly thresholdPercent: number;
  readonly licensedMs: number;
  /** null: there is no archive in a bucket */
  readonly bucket: Pick<BucketSpec, "what" | "cameras" | "afterDays"> | null;
}
interface TierParts {
  readonly index: Pick<RecordingIndex, "recordedBetween" | "usage">;
  readonly now: () => number;
}

/** Returns a function that adds estimates to volumes. */
export function tierEstimates({ index, now }: TierParts) {
  let known = { atMs: Number.NEGATIVE_INFINITY, bytesPerDay: 0 };
  return async (volumes: readonly VolumeUse[], specs: readonly VolumeSpec[], site: Site): Promise<VolumeUse[]> => {
    const nowMs = now();
    if (Math.abs(nowMs - known.atMs) >= RENEWED_MS || known.bytesPerDay === 0)
      known = { atMs: nowMs, bytesPerDay: await bytesPerDay(index, nowMs) };
    return withEstimates(volumes, specs, site, known.bytesPerDay);
  };
}

function withEstimates(
  volumes: readonly VolumeUse[],
  specs: readonly VolumeSpec[],
  { thresholdPercent, licensedMs, bucket }: Site,
  perDay: number,
): VolumeUse[] {
  const tiers = volumes.map((one) => {
    const spec = specs.find(({ name }) => name === one.name);
    return {
      name: one.name,
      role: spec === undefined ? null : (VOLUME_ROLES.find((role) => role === one.role) ?? null),
      weight: one.weight,
      reserveBytes: one.reserve,
      capacityBytes: one.capacity,
      freeBytes: one.free,
      recordedBytes: one.archivesSize,
      bytesPerSecond: one.bytesPerSecond,
      moveAfterDays: one.moveAfterDays ?? null,
      isPartMoved: !isAllMoved(spec?.moveOnly),
    };
  });
  const isAllCopied = bucket !== null && bucket.what === "all" && bucket.cameras === null;
  const estimates = estimateTiers(tiers, {
    bytesPerDay: perDay,
    thresholdPercent,
    copiedAfterDays: isAllCopied ? bucket.afterDays : null,
    licensedMs,
  });
  return volumes.map((one) => {
    const estimate = estimates.get(one.name);
    return estimate ? { ...one, estimate } : one;
  });
}

/** The rate of the last day, or of the time since the first recording where that is shorter; 0 = not known. */
async function bytesPerDay(index: TierParts["index"], now: number): Promise<number> {
  const begun = (await index.usage()).filter(({ segments }) => segments > 0);
  const sinceMs = now - Math.max(now - DAY_MS, Math.min(...begun.map(({ firstMs }) => firstMs)));
  if (!(sinceMs >= LEAST_MS)) return 0;
  const rows = await index.recordedBetween(now - sinceMs, now);
  return (rows.reduce((sum, { bytes }) => sum + bytes, 0) / sinceMs) * DAY_MS;
}
