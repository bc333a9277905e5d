/**
 * What a user does to one player. The live player itself (media, stage) is reached through a port that the app
 * provides.
 */
import type { DewarpMode } from "#domain/dewarp/config.ts";
import type { DewarpState } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";
import { clampZoom, type DigitalZoom } from "#domain/player/digital-zoom.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { nextVolume } from "#domain/player/volume.ts";
import { epochMs } from "../epoch.ts";
import type { PlayerFacts, PlayerStore } from "#state/stage/player-store.ts";

/** The live players, by tile. */
export interface PlayerPort {
  setMode(tileId: string, mode: PlayerMode): void;
  setVolume(tileId: string, volume: number): void;
  /** begins anew with or without privacy masks */
  setUnmasked(tileId: string, on: boolean): void;
  /** the shown frame as PNG, null when there is none */
  snapshot(tileId: string): Promise<Blob | null>;
}

export interface PlayerActions {
  /** cycles through the modes of this player */
  readonly toggleMode: (tileId: string) => void;
  readonly setMode: (tileId: string, mode: PlayerMode) => void;
  readonly cycleVolume: (tileId: string) => void;
  readonly setZoom: (tileId: string, zoom: DigitalZoom) => void;
  /** the digital zoom of the shown picture: undistorted (0) or its panorama (2) */
  readonly resetZoom: (tileId: string, mode?: DewarpMode) => void;
  /** the fisheye's view, null = the stream's own (Home) */
  readonly setDewarp: (tileId: string, state: DewarpState | null) => void;
  readonly toggleViewOutline: (tileId: string) => void;
  /** without privacy masks; the server writes it into its audit */
  readonly toggleUnmasked: (tileId: string) => void;
  readonly togglePtz: (tileId: string) => void;
  readonly toggleStats: (tileId: string) => void;
  readonly snapshot: (tileId: string) => Promise<Blob | null>;
}

export function createPlayerActions(players: PlayerStore, port: () => PlayerPort | null): PlayerActions {
  const change = (tileId: string, recipe: (player: { -readonly [K in keyof PlayerFacts]: PlayerFacts[K] }) => void) =>
    players.change((facts) => {
      const player = facts.byTile[tileId];
      if (player) recipe(player);
    });
  const setMode = (tileId: string, mode: PlayerMode): void => port()?.setMode(tileId, mode);
  return {
    setMode,
    toggleMode(tileId) {
      const player = players.get().byTile[tileId];
      if (!player) return;
      const next = player.modes[(player.modes.indexOf(player.mode) + 1) % player.modes.length];
      if (next !== undefined && next !== player.mode) setMode(tileId, next);
    },
    cycleVolume(tileId) {
      const player = players.get().byTile[tileId];
      if (!player) return;
      const volume = nextVolume(player.volume);
      change(tileId, (each) => {
        each.volume = volume;
      });
      port()?.setVolume(tileId, volume);
    },
    setZoom: (tileId, zoom) =>
      change(tileId, (player) => {
        player.zoom = clampZoom(zoom);
      }),
    resetZoom: (tileId, mode = 0) =>
      change(tileId, (player) => {
        if (mode === 0) player.zoom = noZoom;
        else if (player.dewarp) player.dewarp = { ...player.dewarp, panoramaZoom: noZoom };
      }),
    setDewarp: (tileId, state) =>
      change(tileId, (player) => {
        player.dewarp = state;
        // A hand on the view holds its patrol; Home leads back to it.
        if (player.patrol && state) player.patrol = { ...player.patrol, heldAtMs: epochMs() };
        else if (player.patrol)
          player.patrol = { ...player.patrol, heldAtMs: null, start: { atMs: epochMs(), from: null } };
      }),
    toggleViewOutline: (tileId) =>
      change(tileId, (player) => {
        player.viewOutline = !player.viewOutline;
      }),
    toggleUnmasked: (tileId) => port()?.setUnmasked(tileId, !(players.get().byTile[tileId]?.unmasked ?? false)),
    togglePtz: (tileId) =>
      change(tileId, (player) => {
        player.ptz = !player.ptz;
      }),
    toggleStats: (tileId) =>
      change(tileId, (player) => {
        player.statsShown = !player.statsShown;
      }),
    snapshot: async (tileId) => (await port()?.snapshot(tileId)) ?? null,
  };
}
