/** Reports what the players show to the timelines' clocks. */
import { epochMs } from "#actions/epoch.ts";
import type { LinkActions } from "#actions/stage/link-actions.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import type { Stores } from "#chrome/product.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { shownAfterStep, type ShownFrame } from "#domain/timeline/shown-time.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import type { PlayerFacts } from "#state/stage/player-store.ts";
import type { TimelineFacts } from "#state/timeline-store.ts";

interface NoteShownDeps {
  readonly stores: Pick<Stores, "timeline" | "stage" | "unlinked" | "players">;
  readonly timeline: Pick<TimelineActions, "noteShown" | "lastStep" | "gather">;
  readonly links: Pick<LinkActions, "noteShown">;
}

/** A frame that has been shown for longer than this is not playing: its tile waits in a gap. */
const PLAYING_WITHIN_MS = 700;

/**
 * The newest frame of the linked players that play gives the real time; after a step it is the frame of the player that
 * has moved least. An unlinked player reports its own.
 */
export function noteShown({ stores, timeline, links }: NoteShownDeps, sources: readonly SourceFacts[]): void {
  const { state } = stores.timeline.get();
  const { grid } = stores.stage.get();
  const { byTile } = stores.unlinked.get();
  const players = stores.players.get().byTile;
  const linked: ShownFrame[] = [];
  for (const source of sources) {
    const tileId = source.sourceId.slice(0, Math.max(0, source.sourceId.lastIndexOf("/")));
    if (!cellById(grid, tileId)) continue;
    const own = byTile[tileId];
    const shown = shownNow(source, own?.state ?? state, players[tileId]);
    if (!shown) continue;
    if (own) links.noteShown(tileId, shown.timeMs, shown.atMs);
    else linked.push(shown);
  }
  const step = state.paused ? timeline.lastStep() : null;
  const { tells, apart } = step
    ? shownAfterStep(linked, step, epochMs())
    : { tells: farthest(linked, state.speed), apart: false };
  if (tells) timeline.noteShown(tells.timeMs, tells.atMs);
  if (apart) timeline.gather();
}

const farthest = (shown: readonly ShownFrame[], speed: number): ShownFrame | null =>
  shown.reduce<ShownFrame | null>(
    (best, each) => (best && (each.timeMs - best.timeMs) * Math.sign(speed) <= 0 ? best : each),
    null,
  );

/** The time of a source; null: live, or nothing plays. */
function shownNow(
  source: SourceFacts,
  state: TimelineFacts["state"],
  player: Pick<PlayerFacts, "overlay"> | undefined,
): ShownFrame | null {
  if (state.mode === "live" || source.wallMs === 0 || source.lastShownAtMs === 0) return null;
  // A paused tile in a gap or in trouble shows an earlier frame: it must not outvote the tiles that have theirs.
  if (state.paused) return player?.overlay === "play" ? { timeMs: source.wallMs, atMs: source.lastShownAtMs } : null;
  const nowMs = epochMs();
  if (nowMs - source.lastShownAtMs > PLAYING_WITHIN_MS) return null;
  return { timeMs: source.wallMs + (nowMs - source.lastShownAtMs) * state.speed, atMs: nowMs };
}
