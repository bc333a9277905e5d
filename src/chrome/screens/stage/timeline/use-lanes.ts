import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
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

/** Whether the timeline shows all cameras of the stage or the selected one, and the switch. */
export function useLaneChoice() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const lanes = useFacts(stores.timeline, (facts) => facts.lanes);
  return { lanes, toggle: () => timeline.setLanes(lanes === "all" ? "selected" : "all") };
}
