/** The segments of an index whose files can be read now, or their copies: whoever reads passes over the others at once. */
import type { BucketIndex } from "#recorder/recording/index/bucket/bucket-index.ts";
import type { SegmentIndex } from "#recorder/recording/index/recording-index.ts";

export type ReachableIndex = Pick<SegmentIndex, "segment" | "segmentAt" | "segmentAfter" | "segmentsBetween">;

/** `away`: volumes that cannot be reached, the bucket is one of them */
export const reachableIndex = (
  index: SegmentIndex & Pick<BucketIndex, "outOfReach">,
  away: () => readonly string[],
): ReachableIndex => ({
  segment: (id) => index.segment(id),
  segmentAt: (streamId, timeMs) => index.segmentAt(streamId, timeMs, away()),
  segmentAfter: (streamId, timeMs) => index.segmentAfter(streamId, timeMs, away()),
  segmentsBetween: async (streamId, fromMs, toMs) => {
    const volumes = away();
    const rows = await index.segmentsBetween(streamId, fromMs, toMs);
    const missing = rows.filter(({ volume }) => volumes.includes(volume));
    if (missing.length === 0) return rows;
    const out = await index.outOfReach(missing, volumes);
    return rows.filter(({ id }) => !out.has(id));
  },
});
