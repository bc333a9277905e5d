/** Which streams a bookmark of this moment belongs to, and which moment that is. */
import { cellById } from "#domain/stage-grid/grid.ts";
import { recordedMs } from "#domain/timeline/timeline-state.ts";
import type { CameraStore, CameraStoreFacts } from "./camera-store.ts";
import type { ServerStore, ServerStoreFacts } from "./server-store.ts";
import { frontTileId } from "./stage/stage-geometry.ts";
import type { StageFacts, StageStore } from "./stage/stage-store.ts";
import type { UnlinkedFacts, UnlinkedStore } from "./stage/unlinked-store.ts";
import { laneStreams } from "./timeline-lanes.ts";
import { type TimelineFacts, type TimelineStore, timelineTime } from "./timeline-store.ts";

export interface MarkedPlace {
  readonly streamIds: string[];
  /** of the cameras, as the streams */
  readonly names: string[];
  /** server ms */
  readonly timeMs: number;
}

interface MarkedFacts {
  readonly stage: StageFacts;
  readonly timeline: TimelineFacts;
  readonly unlinked: UnlinkedFacts;
  readonly cameras: CameraStoreFacts;
  readonly servers: ServerStoreFacts;
}

interface MarkedStores {
  readonly stage: StageStore;
  readonly timeline: TimelineStore;
  readonly unlinked: UnlinkedStore;
  readonly cameras: CameraStore;
  readonly servers: ServerStore;
}

/** As they are now. */
export const markedFacts = ({ stage, timeline, unlinked, cameras, servers }: MarkedStores): MarkedFacts => ({
  stage: stage.get(),
  timeline: timeline.get(),
  unlinked: unlinked.get(),
  cameras: cameras.get(),
  servers: servers.get(),
});

/**
 * That of a tile: the one that is asked for, stands alone in front, or has the keyboard, with its own time when it is
 * unlinked. Without such a tile what the timeline shows.
 */
export function markedPlace(facts: MarkedFacts, atMs: number, asked: string | null = null): MarkedPlace {
  const { stage, timeline, unlinked, cameras, servers } = facts;
  const tileId = asked ?? frontTileId(stage) ?? stage.focusedTileId;
  const cell = tileId === null ? null : cellById(stage.grid, tileId);
  const lanes = cell
    ? laneStreams({ grid: stage.grid, focusedTileId: cell.id }, cameras, servers, "selected")
    : laneStreams(stage, cameras, servers, timeline.lanes);
  const own = cell ? unlinked.byTile[cell.id] : undefined;
  return {
    streamIds: lanes.map(({ streamId }) => streamId),
    names: lanes.map(({ name }) => name),
    timeMs: recordedMs(timelineTime(own ?? timeline, atMs)),
  };
}
