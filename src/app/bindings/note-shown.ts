/** What the players show, back to the timelines' clocks. */
import { epochMs } from "#actions/epoch.ts";
import type { LinkActions } from "#actions/link-actions.ts";
import type { TimelineActions } from "#actions/timeline-actions.ts";
import type { Stores } from "#chrome/product.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import type { PlayerFacts } from "#state/player-store.ts";
import type { TimelineFacts } from "#state/timeline-store.ts";

export interface NoteShownDeps {
  readonly stores: Pick<Stores, "timeline" | "stage" | "unlinked" | "players">;
  readonly timeline: Pick<TimelineActions, "noteShown">;
  readonly links: Pick<LinkActions, "noteShown">;
}

/** A picture older than this is not playing: its tile waits in a gap. */
const PLAYING_WITHIN_MS = 700;

/** The newest picture of any linked player that plays tells where time really stands; an unlinked one tells its own. */
export function noteShown({ stores, timeline, links }: NoteShownDeps, sources: readonly SourceFacts[]): void {
  const { state } = stores.timeline.get();
  const { grid } = stores.stage.get();
  const { byTile } = stores.unlinked.get();
  const players = stores.players.get().byTile;
  const forward = state.speed > 0;
  let best: Shown | null = null;
  for (const source of sources) {
    const tileId = source.sourceId.slice(0, Math.max(0, source.sourceId.lastIndexOf("/")));
    if (!cellById(grid, tileId)) continue;
    const own = byTile[tileId];
    const shown = shownNow(source, own?.state ?? state, players[tileId]);
    if (!shown) continue;
    if (own) links.noteShown(tileId, shown.timeMs, shown.atMs);
    else if (!best || (forward ? shown.timeMs > best.timeMs : shown.timeMs < best.timeMs)) best = shown;
  }
  if (best) timeline.noteShown(best.timeMs, best.atMs);
}

interface Shown {
  /** server ms at the instant `atMs` (ms since 1970) */
  readonly timeMs: number;
  readonly atMs: number;
}

/** Where a source's time stands; null: live, or nothing that plays. */
function shownNow(
  source: SourceFacts,
  state: TimelineFacts["state"],
  player: Pick<PlayerFacts, "overlay"> | undefined,
): Shown | null {
  if (state.mode === "live" || source.wallMs === 0 || source.lastShownAtMs === 0) return null;
  // What a paused tile in a gap or in trouble shows is of before: it must not outvote those that have their picture.
  if (state.paused) return player?.overlay === "play" ? { timeMs: source.wallMs, atMs: source.lastShownAtMs } : null;
  const nowMs = epochMs();
  if (nowMs - source.lastShownAtMs > PLAYING_WITHIN_MS) return null;
  return { timeMs: source.wallMs + (nowMs - source.lastShownAtMs) * state.speed, atMs: nowMs };
}
