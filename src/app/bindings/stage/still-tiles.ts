/**
 * Decides which live tiles are still until something happens: asks the recorder once what moves, and follows its
 * messages from then on.
 */
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Stores } from "#chrome/product.ts";
import { isStill, type SeenMotion, seenTogether } from "#domain/stage/stillness.ts";
import { reliefStep } from "#domain/stage/relief.ts";
import { cameraKey, type CameraFacts } from "#state/camera-store.ts";
import { stillIsWanted } from "#state/stage/still-stages.ts";
import { enlargedTile, fillingTileId } from "#state/stage/stage-geometry.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";

/** Motion that goes on overlaps this stretch. */
const ASKED_MS = 1000;
/** A quiet time has no event at its end: this often it is looked whether it has passed. */
const LOOK_EVERY_MS = 1000;

type Deps = Pick<StageBindingDeps, "recordings" | "events"> & {
  readonly stores: Pick<
    Stores,
    "stage" | "players" | "cameras" | "standing" | "timeline" | "unlinked" | "session" | "savedStages" | "preferences"
  >;
  readonly timeline: Pick<StageBindingDeps["timeline"], "nowMs">;
};

export function bindStillTiles(deps: Deps, setStill: (tileId: string, still: boolean) => void): Disposer {
  const { stores, recordings, events } = deps;
  const { stage, players, cameras, standing, timeline, savedStages, preferences } = stores;
  const all = new Disposers();
  const seen = new Map<string, SeenMotion>();
  const asked = new Set<string>();
  let over = false;
  let looking = false;

  const watchedStreams = (camera: CameraFacts | undefined): readonly string[] =>
    (camera?.streams ?? []).filter(({ isWatched }) => isWatched === true).map(({ id }) => id);

  const ask = async (streamIds: readonly string[]): Promise<void> => {
    for (const id of streamIds) asked.add(id);
    const nowMs = deps.timeline.nowMs();
    const range = { startMs: nowMs - ASKED_MS, stopMs: nowMs };
    const answer = await recordings.motionEvents(streamIds, range, streamIds.length * 2);
    if (over) return;
    // Without an answer nothing is known of them: they stay live, and are asked for at the next chance.
    if (!answer.ok) return void setTimeout(() => streamIds.forEach((id) => asked.delete(id)), LOOK_EVERY_MS);
    const moving = new Set(answer.value.filter(({ stop }) => stop === 0).map(({ streamId }) => streamId));
    // A message that came meanwhile is newer than this answer.
    for (const id of streamIds)
      if (!seen.has(id)) seen.set(id, { isMoving: moving.has(id), sinceMs: performance.now() });
  };

  const look = (): void => {
    if (looking || over) return;
    looking = true;
    const { unlinked, session } = stores;
    const facts = stage.get();
    const relieved = reliefStep({ level: standing.get().relief }).still;
    const isWanted = session.get().phase === "signed-in" && (relieved || stillIsWanted(stores));
    const attended = [facts.focusedTileId, facts.fullTileId, enlargedTile(facts)?.tileId, fillingTileId(facts)];
    const unknown = new Set<string>();
    for (const { id, camera } of facts.grid.cells) {
      const player = players.get().byTile[id];
      if (!player) continue;
      const streamIds = watchedStreams(cameras.get().byKey[cameraKey(camera)]);
      if (isWanted) for (const streamId of streamIds) if (!asked.has(streamId)) unknown.add(streamId);
      const target = (unlinked.get().byTile[id] ?? timeline.get()).target;
      const still = isStill(
        {
          isWanted,
          isWatched: streamIds.length > 0,
          isLive: target.timeMs === 0 && player.overlay === "none",
          isAttended: attended.includes(id) || player.zoom.scale > 1 || player.ptz || player.volume > 0,
          motion: seenTogether(streamIds.map((streamId) => seen.get(streamId))),
        },
        performance.now(),
      );
      if (still !== player.still) setStill(id, still);
    }
    looking = false;
    if (unknown.size > 0) void ask([...unknown]).then(look);
  };

  all.add(
    events.on("motion", (message) => {
      if (message === null) {
        // The socket was away: what has begun meanwhile was not heard.
        seen.clear();
        asked.clear();
      } else seen.set(message.id, { isMoving: message.type === "motion-started", sinceMs: performance.now() });
      look();
    }),
  );
  for (const store of [stage, players, cameras, standing, timeline, savedStages, preferences] as const)
    all.add(store.subscribe(() => look()));
  const timer = setInterval(look, LOOK_EVERY_MS);
  all.add(() => {
    over = true;
    clearInterval(timer);
  });
  return all.dispose;
}
