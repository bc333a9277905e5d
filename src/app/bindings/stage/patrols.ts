/**
 * Patrols on tiles: each begins with its player, its stop is said as it changes, and one that a hand has paused goes on
 * after a while without one. The looks in between are the stage's own (`PatrolTiles`).
 */
import { epochMs } from "#actions/epoch.ts";
import type { PatrolActions } from "#actions/stage/patrol-actions.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Stores } from "#chrome/product.ts";
import { patrolAt } from "#domain/stage/patrol.ts";
import { PATROL_RESUME_MS } from "#domain/limits/dewarp.ts";
import { type ClaimedCell, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { patrolRoute } from "#state/stage/patrol-tile.ts";
import type { PatrolFacts } from "#state/stage/player-store.ts";

type Deps = Pick<Stores, "stage" | "players" | "views" | "cameras">;

export function bindPatrols(stores: Deps, actions: Pick<PatrolActions, "resume">): Disposer {
  const { stage, players, views, cameras } = stores;
  const all = new Disposers();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;

  /** The patrol of a tile at this time, and how long it stays so; `resume`: the hand has been away for long. */
  const next = (cell: ClaimedCell, before: PatrolFacts | null, nowMs: number) => {
    const id = patrolIdOf(cell);
    const route = id === null ? null : patrolRoute({ cameras: cameras.get(), views: views.get() }, cell);
    if (id === null || !route) return { patrol: null, inMs: Number.POSITIVE_INFINITY, resume: false };
    const { stop, leftMs } = patrolAt(route, nowMs);
    if (before?.id !== id)
      return { patrol: { id, start: { atMs: nowMs, from: null }, heldAtMs: null, stop }, inMs: leftMs, resume: false };
    if (before.heldAtMs === null) {
      const patrol = before.stop === stop ? before : { ...before, stop };
      return { patrol, inMs: leftMs, resume: false };
    }
    const inMs = before.heldAtMs + PATROL_RESUME_MS - nowMs;
    return { patrol: before, inMs, resume: inMs <= 0 };
  };

  const look = (): void => {
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    const nowMs = epochMs();
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const cell of stage.get().grid.cells) {
      const player = players.get().byTile[cell.id];
      if (!player) continue;
      const { patrol, inMs, resume } = next(cell, player.patrol, nowMs);
      if (patrol !== player.patrol)
        players.change(({ byTile }) => {
          const changed = byTile[cell.id];
          if (changed) changed.patrol = patrol;
        });
      if (resume) actions.resume(cell.id);
      soonestMs = Math.min(soonestMs, resume ? 0 : inMs);
    }
    looking = false;
    if (Number.isFinite(soonestMs)) timer = setTimeout(look, Math.max(1, Math.ceil(soonestMs)));
  };

  for (const store of [stage, players, views, cameras] as const) all.add(store.subscribe(() => look()));
  all.add(() => clearTimeout(timer));
  look();
  return all.dispose;
}
