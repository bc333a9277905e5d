/** Which tiles are dewarped, and how: one answer for the canvas, the pointer and the toolbar. */
import { stateOfLook } from "#domain/dewarp/look.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { type DewarpState, type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { cellById, type ClaimedCell, type StageGrid } from "#domain/stage-grid/grid.ts";
import { cameraKey, type CameraStoreFacts } from "../camera-store.ts";
import type { PlayerStoreFacts } from "./player-store.ts";
import { patrolRoute } from "./patrol-tile.ts";
import type { ViewStoreFacts } from "./view-store.ts";

export interface DewarpSources {
  readonly grid: StageGrid;
  readonly cameras: CameraStoreFacts;
  readonly players: PlayerStoreFacts;
  readonly views: ViewStoreFacts;
  /** most dewarped cameras at a time, each with any number of views */
  readonly dewarpMax: number;
}

/**
 * The cells whose picture is dewarped: cells of cameras beyond the limit (a stage of another device) show the round
 * picture.
 */
export function dewarpedTiles(sources: Pick<DewarpSources, "grid" | "cameras" | "dewarpMax">): readonly string[] {
  const counted = dewarpedCameras(sources);
  return dewarpableCells(sources)
    .filter(({ camera }) => counted.has(cameraKey(camera)))
    .map(({ id }) => id);
}

/** The cameras of these cells, as many as are allowed: all views of a camera are made of one decoded picture. */
export function dewarpedCameras(sources: Pick<DewarpSources, "grid" | "cameras" | "dewarpMax">): ReadonlySet<string> {
  const keys = new Set(dewarpableCells(sources).map(({ camera }) => cameraKey(camera)));
  return new Set([...keys].slice(0, sources.dewarpMax));
}

const dewarpableCells = ({ grid, cameras }: Pick<DewarpSources, "grid" | "cameras">): readonly ClaimedCell[] =>
  grid.cells.filter(
    (cell) => cell.dewarpMode !== 0 && (cameras.byKey[cameraKey(cell.camera)]?.dewarp ?? null) !== null,
  );

/**
 * The perspective view of a fisheye's tile. While the tile shows the round picture: the view that it would have. null =
 * no fisheye.
 */
export const perspectiveOf = (sources: DewarpSources, tileId: string): TileDewarp | null =>
  dewarpAs(sources, cellById(sources.grid, tileId), 1);

function dewarpAs(sources: DewarpSources, cell: ClaimedCell | null, mode: 1 | 2): TileDewarp | null {
  const key = cell ? cameraKey(cell.camera) : "";
  const config = sources.cameras.byKey[key]?.dewarp;
  if (!cell || !config) return null;
  const { byTile, lenses } = sources.players;
  const at = runningLook(sources, cell);
  const state = byTile[cell.id]?.dewarp ?? (at ? stateOfLook(at, config) : beginning(sources, cell));
  return tileDewarpOf(mode, config, state, lenses[key] ?? null);
}

/** The look at which the patrol of a tile stands, or to which it is on its way; null: none runs. */
function runningLook({ cameras, players, views }: DewarpSources, cell: ClaimedCell): FisheyeLook | null {
  const patrol = players.byTile[cell.id]?.patrol;
  if (!patrol || patrol.heldAtMs !== null) return null;
  return patrolRoute({ cameras, views }, cell)?.stops[patrol.stop]?.look ?? null;
}

/**
 * Where a cell's view begins and Home leads to: its named view, the first of its patrol, the one that it was split into,
 * or the one that the account begins with; null = the stream's own.
 */
export function beginning(
  { cameras, views }: Pick<DewarpSources, "cameras" | "views">,
  { camera, view }: Pick<ClaimedCell, "camera" | "view">,
): DewarpState | null {
  const key = cameraKey(camera);
  const config = cameras.byKey[key]?.dewarp;
  if (!config) return null;
  if (view && "look" in view) return stateOfLook(view.look, config);
  if (view && "patrol" in view) {
    const first = patrolRoute({ cameras, views }, { camera, view })?.stops[0]?.look;
    return first ? stateOfLook(first, config) : null;
  }
  const named = view
    ? views.list.find(({ id }) => id === view.id)
    : views.list.find((each) => each.home && cameraKey(each.camera) === key);
  return named ? stateOfLook(named.look, config) : null;
}

/**
 * The tiles whose views are drawn on a tile's round picture: tiles that show the same camera in perspective. While
 * there is none, the tile itself with the view that it would have.
 */
export function viewsOnRound(sources: DewarpSources, tileId: string): readonly string[] {
  const cell = cellById(sources.grid, tileId);
  if (!cell) return [];
  const key = cameraKey(cell.camera);
  const dewarped = dewarpedTiles(sources);
  const others = sources.grid.cells.filter(
    (each) => each.dewarpMode === 1 && cameraKey(each.camera) === key && dewarped.includes(each.id),
  );
  return others.length > 0 ? others.map(({ id }) => id) : [tileId];
}

/** How a tile is dewarped, null = not. */
export function tileDewarp(sources: DewarpSources, tileId: string): TileDewarp | null {
  const cell = cellById(sources.grid, tileId);
  if (!cell || cell.dewarpMode === 0 || !dewarpedTiles(sources).includes(tileId)) return null;
  return dewarpAs(sources, cell, runningLook(sources, cell)?.mode ?? cell.dewarpMode);
}

/** The looks of the patrol that a tile runs; empty: none. */
export function patrolLooks(sources: DewarpSources, tileId: string): readonly TileDewarp[] {
  const cell = cellById(sources.grid, tileId);
  const tile = tileDewarp(sources, tileId);
  const route = cell && patrolRoute(sources, cell);
  return tile && route ? route.stops.map(({ look }) => ({ ...tile, ...look })) : [];
}
