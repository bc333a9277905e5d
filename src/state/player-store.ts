/** What each player on the stage shows. Written by the bindings at most four times a second. */
import type { DewarpState } from "#domain/dewarp/tile-view.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { DigitalZoom } from "#domain/digital-zoom.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { OverlayState } from "#domain/player/overlay.ts";
import { type FactStore, factStore } from "./store.ts";

export interface PlayerStats {
  readonly shownPerSecond: number;
  readonly kilobitsPerSecond: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly latencyMs: number;
  readonly framesReplaced: number;
  readonly decodeMs: number;
  /** server ms of the shown picture, 0 = not known */
  readonly wallMs: number;
}

export interface PlayerFacts {
  readonly tileId: string;
  /** whose picture the tile shows, null before the first */
  sourceId: string | null;
  mode: PlayerMode;
  /** the modes this player can be switched to, the current one included */
  modes: PlayerMode[];
  overlay: OverlayState;
  /** error text or countdown */
  message: string;
  /** document 1, section 2: after more than 2 the link to low bandwidth shows */
  retries: number;
  hasAudio: boolean;
  /** 0, 0.5 or 1 */
  volume: number;
  zoom: DigitalZoom;
  /** what the user made of the fisheye's view, null = the stream's own */
  dewarp: DewarpState | null;
  /** the camera is steered by pointer, keys and gamepad */
  ptz: boolean;
  /** the outline of the dewarped view is drawn on a small round picture */
  viewOutline: boolean;
  statsShown: boolean;
  stats: PlayerStats | null;
  slowNetwork: boolean;
}

export interface PlayerStoreFacts {
  byTile: Record<string, PlayerFacts>;
  /** lenses found in pictures, by camera (`cameraKey`); null = looked for in vain. Kept for the session */
  lenses: Record<string, Lens | null>;
}
export type PlayerStore = FactStore<PlayerStoreFacts>;
export const createPlayerStore = (): PlayerStore => factStore<PlayerStoreFacts>({ byTile: {}, lenses: {} });
