/**
 * Reverse play stops at the first recorded frame: the master timeline at the first frame of all players that follow it,
 * an unlinked player at its own.
 */
import type { ArchiveLookup } from "#actions/recordings/archive-lookup.ts";
import { epochMs } from "#actions/epoch.ts";
import type { LinkActions } from "#actions/stage/link-actions.ts";
import { recordedBeginning } from "#actions/recordings/recorded-beginning.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import type { Disposer } from "#base/disposer.ts";
import type { Stores } from "#chrome/product.ts";
import { NO_VIDEO_POLL_MS } from "#domain/limits/player.ts";
import type { ClaimedCell } from "#domain/stage-grid/grid.ts";
import { isAtBeginning } from "#domain/timeline/beginning.ts";
import { cameraKey } from "#state/camera-store.ts";
import { timelineTime, type TimelineFacts } from "#state/timeline-store.ts";
import type { HttpClient } from "#transport/http.ts";

interface BeginningDeps {
  readonly stores: Pick<Stores, "stage" | "players" | "cameras" | "timeline" | "unlinked">;
  readonly http: Pick<HttpClient, "split">;
  readonly archives: Pick<ArchiveLookup, "at">;
  readonly timeline: Pick<TimelineActions, "stopAt">;
  readonly links: Pick<LinkActions, "stopAt">;
}

type Clock = Pick<TimelineFacts, "state" | "atMs" | "target">;
/** A timeline and the cells that follow it. */
interface Line {
  /** the unlinked player's tile; "" = the master timeline */
  readonly tileId: string;
  readonly clock: Clock;
  readonly cells: readonly ClaimedCell[];
}

/** Streams of one request: more would make an address that is too long for some servers in between. */
const STREAMS_AT_ONCE = 100;

/** Checks once a second, as players without video do, until disposed. */
export function bindBeginning(deps: BeginningDeps): Disposer {
  const { stores, http, archives } = deps;
  const asking = new Set<string>();

  const lines = (): readonly Line[] => {
    const { grid, fullTileId } = stores.stage.get();
    const { byTile } = stores.unlinked.get();
    const linked = grid.cells.filter(({ id }) => !byTile[id]);
    // Behind a player that fills the screen the other players stand still.
    const full = linked.filter(({ id }) => id === fullTileId);
    return [
      { tileId: "", clock: stores.timeline.get(), cells: full.length > 0 ? full : linked },
      ...grid.cells.flatMap((cell) => {
        const clock = byTile[cell.id];
        return clock ? [{ tileId: cell.id, clock, cells: [cell] }] : [];
      }),
    ];
  };
  /** Streams of the cells whose cameras may be played back. */
  const streamsOf = ({ camera }: ClaimedCell): readonly string[] => {
    const { actions, streams } = stores.cameras.get().byKey[cameraKey(camera)] ?? {};
    return actions?.playback && streams ? streams.map(({ id }) => id) : [];
  };
  const isThere = ({ clock, cells }: Line): boolean =>
    isAtBeginning(
      clock.state,
      cells.flatMap((cell) => {
        const player = stores.players.get().byTile[cell.id];
        return player && streamsOf(cell).length > 0 ? [player] : [];
      }),
    );

  const stop = async (line: Line): Promise<void> => {
    const { tileId, clock, cells } = line;
    const timeMs = timelineTime(clock, epochMs());
    const groups = http.split(cells.flatMap(streamsOf)).flatMap((own) => chunksOf(own, STREAMS_AT_ONCE));
    const found = await recordedBeginning(archives, groups, timeMs);
    const now = lines().find((each) => each.tileId === tileId);
    // A timeline that has moved elsewhere in the meantime, or has another camera in its tile, is not stopped.
    if (found.kind === "earlier" || now?.clock.target.epoch !== clock.target.epoch || !isThere(now)) return;
    const startMs = found.kind === "begins" ? found.startMs : timeMs;
    if (tileId === "") deps.timeline.stopAt(startMs);
    else deps.links.stopAt(tileId, startMs);
  };
  const look = (): void => {
    for (const line of lines()) {
      const { tileId } = line;
      if (asking.has(tileId) || !isThere(line)) continue;
      asking.add(tileId);
      // A server that is away may have earlier recordings: it is asked again.
      void stop(line)
        .catch(() => undefined)
        .finally(() => asking.delete(tileId));
    }
  };

  const timer = setInterval(look, NO_VIDEO_POLL_MS);
  return () => clearInterval(timer);
}

const chunksOf = (ids: readonly string[], length: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / length) }, (_, at) => ids.slice(at * length, (at + 1) * length));
