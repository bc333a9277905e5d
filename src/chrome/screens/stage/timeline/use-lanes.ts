import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { RULER_PX } from "#domain/timeline/strip/grips.ts";
import { type LanePlan, planLanes } from "#domain/timeline/strip/lane-rows.ts";
import { laneStreams, type LaneStream } from "#state/timeline-lanes.ts";

/** The streams that the timeline shows now. */
export function useLanes(): readonly LaneStream[] {
  const { stores } = useProduct();
  const stage = useFacts(stores.stage, (facts) => facts.grid);
  const focusedTileId = useFacts(stores.stage, (facts) => facts.focusedTileId);
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const byId = useFacts(stores.servers, (facts) => facts.byId);
  const lanes = useFacts(stores.timeline, (facts) => facts.lanes);
  return laneStreams({ grid: stage, focusedTileId }, { byKey }, { byId }, lanes);
}

/** How many lanes the strip shows, with their places. */
export function useLanePlan(lanes: readonly LaneStream[]): LanePlan {
  const { stores } = useProduct();
  const isOne = useFacts(stores.timeline, (facts) => facts.lanes === "one");
  const roomPx = useFacts(stores.timeline, (facts) => (facts.rect?.height ?? 0) - RULER_PX);
  const scrollPx = useFacts(stores.timeline, (facts) => facts.laneScrollPx);
  return planLanes(isOne ? Math.min(1, lanes.length) : lanes.length, roomPx, scrollPx);
}
