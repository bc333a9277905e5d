/** What each player on the stage shows. The bindings write it at most four times a second. */
import type { Failure } from "#domain/failures/failure.ts";
import type { DewarpState } from "#domain/dewarp/tile-dewarp.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { PatrolStart } from "#domain/stage/patrol.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { DigitalZoom } from "#domain/player/digital-zoom.ts";
import type { DecodedBy } from "#domain/player/decode-cost.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { OverlayState } from "#domain/player/overlay.ts";
import { type FactStore, factStore } from "../store.ts";

export interface PlayerStats {
  readonly widthPx: number;
  readonly heightPx: number;
  // network
  readonly kilobitsPerSecond: number;
  /** share of the packets of the last second that were lost, 0..1 */
  readonly packetLoss: number;
  /** 0 = not known */
  readonly roundTripMs: number;
  // decode
  readonly decodeMs: number;
  readonly decodeQueue: number;
  readonly decodedBy: DecodedBy;
  // present
  readonly shownPerSecond: number;
  /** arrival to present */
  readonly latencyMs: number;
  readonly framesReplaced: number;
  /** server ms of the shown frame, 0 = not known */
  readonly wallMs: number;
}

export interface PlayerFacts {
  readonly tileId: string;
  /** the source whose frame the tile shows, null before the first */
  sourceId: string | null;
  mode: PlayerMode;
  /** what brings the pictures now: WebRTC (whep) or the media socket; null: nothing */
  carrier: "whep" | "socket" | null;
  /** the modes this player can be switched to, the current one included */
  modes: PlayerMode[];
  overlay: OverlayState;
  /** countdown */
  message: string;
  /** of an error: what is wrong */
  failure: Failure | null;
  /** of an error: ban where the stream or its camera is not available */
  errorIcon: "warning" | "ban";
  /** document 1, section 2: after more than 2 the link to low bandwidth shows */
  retries: number;
  hasAudio: boolean;
  /** 0, 0.5 or 1 */
  volume: number;
  zoom: DigitalZoom;
  /** the user's changes to the fisheye's view, null = the stream's own view */
  dewarp: DewarpState | null;
  /** the tile runs a patrol, which a hand may have paused; null = none */
  patrol: PatrolFacts | null;
  /** the camera is steered by pointer, keys and gamepad */
  ptz: boolean;
  /** shown without privacy masks, as asked for on this tile */
  unmasked: boolean;
  /** the outline of the dewarped view is drawn on a small round picture */
  viewOutline: boolean;
  statsShown: boolean;
  stats: PlayerStats | null;
  slowNetwork: boolean;
  /** nothing moves in its picture: it shows a picture every few seconds until something happens */
  still: boolean;
  /** it shows key pictures alone, because decoding is at its bound and other tiles matter more */
  saving: boolean;
}

export interface PatrolFacts {
  readonly id: string;
  /** it came into the patrol, or came back to it */
  readonly start: PatrolStart;
  /** the last hand on the tile, epoch ms; null = it runs */
  readonly heldAtMs: number | null;
  /** number of the stop that is shown, of those whose views this session sees */
  readonly stop: number;
}

/** How the pictures come, whatever mode was chosen: recorded video of a WebRTC player comes by the media socket. */
export const transportOf = ({
  mode,
  carrier,
}: Pick<PlayerFacts, "mode" | "carrier">): "webrtc" | "socket" | "lowbandwidth" =>
  mode === "webrtc" && carrier === "socket" ? "socket" : mode;

/** A player without any known facts. */
export const blankPlayer = (tileId: string): PlayerFacts => ({
  tileId,
  sourceId: null,
  mode: "webrtc",
  carrier: null,
  modes: ["webrtc", "lowbandwidth"],
  overlay: "connecting",
  message: "",
  failure: null,
  errorIcon: "warning",
  retries: 0,
  hasAudio: false,
  volume: 0,
  zoom: noZoom,
  dewarp: null,
  patrol: null,
  ptz: false,
  unmasked: false,
  viewOutline: false,
  statsShown: false,
  stats: null,
  slowNetwork: false,
  still: false,
  saving: false,
});

/** Frames that the whole wall puts on the screen, per second. */
export interface WallPresents {
  readonly presentsPerSecond: number;
  /** tile frames shown, and tile frames that arrived and were due */
  readonly shownPerSecond: number;
  readonly duePerSecond: number;
  /** with what it is drawn, in the browser's own words; "" = not known yet */
  readonly painter: string;
}

export interface PlayerStoreFacts {
  byTile: Record<string, PlayerFacts>;
  /** lenses found in frames, by camera (`cameraKey`); null = the search found none. Kept for the session */
  lenses: Record<string, Lens | null>;
  /** cameras (`cameraKey`) whose picture shows the lens's circle elsewhere than it was saved; only who may save it is told */
  movedCircles: string[];
  /** kept while statistics are shown, else null */
  wall: WallPresents | null;
}
export type PlayerStore = FactStore<PlayerStoreFacts>;
export const createPlayerStore = (): PlayerStore =>
  factStore<PlayerStoreFacts>({
    byTile: {},
    lenses: {},
    movedCircles: [],
    wall: null,
  });

/** Statistics are open: of one tile, or of all. */
export const statsAreShown = ({ byTile }: PlayerStoreFacts, all: boolean): boolean =>
  all || Object.values(byTile).some((player) => player.statsShown);

/** Whether words stand on the lower right edge of its picture. */
export const hasBadges = ({ ptz, still, saving, patrol }: PlayerFacts): boolean =>
  ptz || still || saving || patrol !== null;
