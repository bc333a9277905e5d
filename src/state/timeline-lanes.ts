/** Which cameras have lanes: those on the stage that this session may play back. */
import { cellById, inReadingOrder } from "#domain/stage-grid/grid.ts";
import { shownName } from "./camera-names.ts";
import { type CameraFacts, cameraKey, type CameraStoreFacts } from "./camera-store.ts";
import type { ServerStoreFacts } from "./server-store.ts";
import type { StageFacts } from "./stage/stage-store.ts";
import type { LaneChoice } from "./timeline-store.ts";

export interface LaneStream {
  readonly camera: string;
  /** the primary stream, by which the lane is known */
  readonly streamId: string;
  /**
   * All streams of the camera, the primary one first: another one may have been primary before, or is recorded too, and
   * a player shows what any of them has.
   */
  readonly streams: readonly string[];
  readonly name: string;
}

/** In the stage's reading order, each camera once; `selected`: only the focused tile's, all when none is focused. */
export function laneStreams(
  stage: Pick<StageFacts, "grid" | "focusedTileId">,
  { byKey }: Pick<CameraStoreFacts, "byKey">,
  servers: Pick<ServerStoreFacts, "byId">,
  lanes: LaneChoice,
): readonly LaneStream[] {
  const focused =
    lanes === "selected" && stage.focusedTileId !== null ? cellById(stage.grid, stage.focusedTileId) : null;
  const cells = focused ? [focused] : inReadingOrder(stage.grid);
  const found = new Map<string, LaneStream>();
  for (const cell of cells) {
    const key = cameraKey(cell.camera);
    const camera = byKey[key];
    const streamId = camera?.primaryStreamId ?? camera?.streams[0]?.id;
    if (!camera || streamId === undefined || !camera.actions.playback) continue;
    const streams = [...new Set([streamId, ...camera.streams.map(({ id }) => id)])];
    found.set(key, { camera: key, streamId, streams, name: shownName(key, byKey, servers.byId) ?? key });
  }
  return [...found.values()];
}

/** The streams that stills of a camera come from: its smallest one, then its primary one, which may have more. */
export function stillStreams(camera: Pick<CameraFacts, "streams" | "primaryStreamId">): readonly string[] {
  const sized = camera.streams.filter(({ widthPx, heightPx }) => widthPx !== null && heightPx !== null);
  const [smallest] = sized.toSorted(
    (a, b) => (a.widthPx ?? 0) * (a.heightPx ?? 0) - (b.widthPx ?? 0) * (b.heightPx ?? 0),
  );
  const primary = camera.primaryStreamId ?? camera.streams[0]?.id;
  return [...new Set([smallest?.id, primary])].filter((id) => id !== undefined);
}
