/** How long copies are kept: for the days of the archive, or longer where an override of a stream promises more. Pure. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import type { ObjectsAsk } from "../index/bucket/bucket-index.ts";

type Policy = Pick<RetentionPolicy, "maxAgeMs" | "streams">;

/** Copies that ended before this time are too old, server ms; 0 = none is. */
export function oldestKeptMs({ keepDays }: Pick<BucketSpec, "keepDays">, { maxAgeMs }: Policy, nowMs: number): number {
  const mostMs = Math.min(
    keepDays === null ? Number.POSITIVE_INFINITY : keepDays * DAY_MS,
    maxAgeMs ?? Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(mostMs) ? Math.max(0, nowMs - mostMs) : 0;
}

/** The objects that are not kept any longer. The limit of the licence goes before any override. */
export function tooOld(spec: Pick<BucketSpec, "keepDays">, policy: Policy, nowMs: number): readonly ObjectsAsk[] {
  const beforeMs = oldestKeptMs(spec, policy, nowMs);
  if (beforeMs <= 0) return [];
  const oldestMs = policy.maxAgeMs === null ? 0 : nowMs - policy.maxAgeMs;
  const promised = policy.streams.flatMap(({ streamId, minimumMs }) => {
    const ownMs = minimumMs === null ? beforeMs : Math.max(oldestMs, nowMs - minimumMs);
    return ownMs < beforeMs ? [{ beforeMs: ownMs, of: [streamId] }] : [];
  });
  return [{ beforeMs, notOf: promised.flatMap(({ of }) => of) }, ...promised];
}
