/** Patrols of a fisheye's views: their changes on the server, and what a user does to one that runs on a tile. */
import { ok, type Result } from "#base/result.ts";
import { lookOf, stateOfLook } from "#domain/dewarp/look.ts";
import { patrolAt, patrolLook } from "#domain/stage/patrol.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { requiredName } from "#domain/required-name.ts";
import { type CameraRef, cellById, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { byName } from "#domain/stage/stage-cycle.ts";
import { patrol as patrolWire } from "#protocol/rest/patrol.ts";
import { type DewarpSources, tileDewarp } from "#state/stage/dewarp-tile.ts";
import { patrolRoute } from "#state/stage/patrol-tile.ts";
import type { PatrolFacts } from "#state/stage/player-store.ts";
import type { Patrol, PatrolStopFacts } from "#state/stage/view-store.ts";
import { answeredWith } from "../answered.ts";
import { epochMs } from "../epoch.ts";
import { patrolOf } from "./patrol-of.ts";
import type { StageActions } from "./stage-actions.ts";
import type { ViewActionDeps } from "./view-actions.ts";

interface PatrolDraft {
  readonly name: string;
  readonly stops: readonly PatrolStopFacts[];
  readonly glideS: number;
  readonly shared: boolean;
}

export interface PatrolActions {
  /** Failures: patrol/name-required, patrol/too-short, the server's. */
  readonly create: (camera: CameraRef, draft: PatrolDraft) => Promise<Result<Patrol, Failure>>;
  readonly change: (id: string, draft: PatrolDraft) => Promise<Result<Patrol, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  /** A tile of the same camera runs a patrol, from what it shows now. */
  readonly run: (tileId: string, id: string) => void;
  /** A hand is on the tile: its patrol waits at what it shows. */
  readonly hold: (tileId: string) => void;
  /** The patrol goes on: the tile comes back to where the others are. */
  readonly resume: (tileId: string) => void;
  readonly toggle: (tileId: string) => void;
}

type PatrolActionDeps = Omit<ViewActionDeps, "actions"> & {
  readonly actions: Pick<StageActions, "showView" | "keepDewarpMode">;
};

const FEWEST_STOPS = 2;

export function createPatrolActions(deps: PatrolActionDeps): PatrolActions {
  const { http, views, stage, players, cameras, actions } = deps;
  const sources = (): DewarpSources => ({
    grid: stage.get().grid,
    cameras: cameras.get(),
    players: players.get(),
    views: views.get(),
    dewarpMax: deps.preferences.get().dewarpMax,
  });
  const setPatrol = (tileId: string, patrol: PatrolFacts): void =>
    players.change(({ byTile }) => {
      const player = byTile[tileId];
      if (player) player.patrol = patrol;
    });
  const patrolOn = (tileId: string): PatrolFacts | null => players.get().byTile[tileId]?.patrol ?? null;
  const save = async (path: string, method: "POST" | "PATCH", draft: PatrolDraft, camera?: CameraRef) => {
    const name = requiredName(draft.name, "patrol");
    if (!name.ok) return name;
    if (draft.stops.length < FEWEST_STOPS) return refuse("patrol/too-short");
    const stops = draft.stops.map(({ viewId, dwellS }) => ({ view: { id: viewId }, dwellS }));
    const body = { ...(camera && { camera }), name: name.value, stops, glideS: draft.glideS, shared: draft.shared };
    const answer = answeredWith(await http.json({ method, path, body }, patrolWire), patrolOf);
    if (answer.ok)
      views.change((facts) => {
        const others = facts.patrols.filter(({ id }) => id !== answer.value.id) as Patrol[];
        facts.patrols = [...others, answer.value].sort(byName) as typeof facts.patrols;
      });
    return answer;
  };
  const resume = (tileId: string): void => {
    const patrol = patrolOn(tileId);
    const tile = tileDewarp(sources(), tileId);
    if (!patrol || patrol.heldAtMs === null) return;
    setPatrol(tileId, { ...patrol, heldAtMs: null, start: { atMs: epochMs(), from: tile && lookOf(tile) } });
    players.change(({ byTile }) => {
      const player = byTile[tileId];
      if (player) player.dewarp = null;
    });
  };
  const hold = (tileId: string): void => {
    const patrol = patrolOn(tileId);
    if (!patrol) return;
    const nowMs = epochMs();
    if (patrol.heldAtMs !== null) return setPatrol(tileId, { ...patrol, heldAtMs: nowMs });
    const cell = cellById(stage.get().grid, tileId);
    const route = cell && patrolRoute(sources(), cell);
    const tile = tileDewarp(sources(), tileId);
    // A round picture has no look to stop at.
    if (!cell || !route || !tile) return;
    const shown = patrolLook(tile.config.orientation, route, patrol.start, nowMs);
    if (!shown) return;
    players.change(({ byTile }) => {
      const player = byTile[tileId];
      if (!player) return;
      player.dewarp = stateOfLook(shown.look, tile.config);
      player.patrol = { ...patrol, heldAtMs: nowMs, stop: shown.stop };
    });
    if (cell.dewarpMode !== shown.look.mode) actions.keepDewarpMode(tileId, shown.look.mode);
  };
  return {
    create: (camera, draft) => save("/service/patrols", "POST", draft, camera),
    change: (id, draft) => save(`/service/patrols/${encodeURIComponent(id)}`, "PATCH", draft),
    async remove(id) {
      const path = `/service/patrols/${encodeURIComponent(id)}`;
      const answer = answeredWith(await http.done({ method: "DELETE", path }), () => null);
      if (!answer.ok) return answer;
      views.change((facts) => {
        facts.patrols = facts.patrols.filter((each) => each.id !== id);
      });
      return ok(null);
    },
    run(tileId, id) {
      const before = tileDewarp(sources(), tileId);
      actions.showView(tileId, id);
      const cell = cellById(stage.get().grid, tileId);
      const route = cell && patrolIdOf(cell) === id ? patrolRoute(sources(), cell) : null;
      if (!route) return;
      const atMs = epochMs();
      const { stop } = patrolAt(route, atMs);
      setPatrol(tileId, { id, start: { atMs, from: before && lookOf(before) }, heldAtMs: null, stop });
      players.change(({ byTile }) => {
        const player = byTile[tileId];
        if (player) player.dewarp = null;
      });
    },
    hold,
    resume,
    toggle: (tileId) => (patrolOn(tileId)?.heldAtMs === null ? hold(tileId) : resume(tileId)),
  };
}
