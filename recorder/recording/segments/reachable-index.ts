/** The segments of an index whose files can be reached now: whoever reads passes over the others at once. */
import type { SegmentIndex } from "../index/recording-index.ts";

export type ReachableIndex = Pick<SegmentIndex, "segment" | "segmentAt" | "segmentAfter" | "segmentsBetween">;

/** `away`: volumes that cannot be reached */
export const reachableIndex = (index: SegmentIndex, away: () => readonly string[]): ReachableIndex => ({
  segment: (id) => index.segment(id),
  segmentAt: (streamId, timeMs) => index.segmentAt(streamId, timeMs, away()),
  segmentAfter: (streamId, timeMs) => index.segmentAfter(streamId, timeMs, away()),
  segmentsBetween: async (streamId, fromMs, toMs) => {
    const volumes = away();
    const rows = await index.segmentsBetween(streamId, fromMs, toMs);
    return volumes.length === 0 ? rows : rows.filter(({ volume }) => !volumes.includes(volume));
  },
});
