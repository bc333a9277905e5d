/** Which tiles are dewarped, and how: one answer for the canvas, the pointer and the toolbar. */
import { type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-view.ts";
import { cellById, type StageGrid } from "#domain/stage-grid/grid.ts";
import { cameraKey, type CameraStoreFacts } from "../camera-store.ts";
import type { PlayerStoreFacts } from "./player-store.ts";

export interface DewarpSources {
  readonly grid: StageGrid;
  readonly cameras: CameraStoreFacts;
  readonly players: PlayerStoreFacts;
  /** most dewarped players at a time */
  readonly dewarpMax: number;
}

/** The cells whose picture is dewarped: cells beyond the limit (a stage of another device) show the round picture. */
export function dewarpedTiles({ grid, cameras, dewarpMax }: Omit<DewarpSources, "players">): readonly string[] {
  return grid.cells
    .filter((cell) => cell.dewarpMode !== 0 && (cameras.byKey[cameraKey(cell.camera)]?.dewarp ?? null) !== null)
    .slice(0, dewarpMax)
    .map((cell) => cell.id);
}

/**
 * The perspective view of a fisheye's tile. While the tile shows the round picture: the view that it would have. null =
 * no fisheye.
 */
export function perspectiveOf({ grid, cameras, players }: DewarpSources, tileId: string): TileDewarp | null {
  const cell = cellById(grid, tileId);
  const key = cell ? cameraKey(cell.camera) : "";
  const config = cameras.byKey[key]?.dewarp;
  if (!config) return null;
  return tileDewarpOf(1, config, players.byTile[tileId]?.dewarp ?? null, players.lenses[key] ?? null);
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
  const key = cameraKey(cell.camera);
  const config = sources.cameras.byKey[key]?.dewarp;
  if (!config) return null;
  return tileDewarpOf(
    cell.dewarpMode,
    config,
    sources.players.byTile[tileId]?.dewarp ?? null,
    sources.players.lenses[key] ?? null,
  );
}
