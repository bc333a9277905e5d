/** What a fisheye's tile shows, as data that is kept: in a named view, or in a cell of a saved stage. [ours] */
import { noZoom } from "../first-facts.ts";
import { clampZoom, type DigitalZoom } from "../player/digital-zoom.ts";
import {
  clampView,
  DEWARP_LAYOUTS,
  type DewarpConfig,
  type FisheyeLook,
  type PerspectiveView,
  wrap180,
} from "./config.ts";
import { dewarpState, type DewarpState, type TileDewarp } from "./tile-dewarp.ts";

export const lookOf = (tile: TileDewarp): FisheyeLook => ({ mode: tile.mode, ...dewarpState(tile) });

/** The state of a player that shows a look; a mount that was changed since then has other limits. */
export const stateOfLook = (look: FisheyeLook, config: DewarpConfig): DewarpState => ({
  ...dewarpState(look),
  view: clampView(config.orientation, look.view),
});

export const SPLITS = [2, 4] as const;
type Split = (typeof SPLITS)[number];

/** Between neighbours of a split on a wall, degrees: together they see what the mount sees, and little black beside it. */
const WALL_STEP_DEG: Readonly<Record<Split, number>> = { 2: 70, 4: 33 };

/**
 * The looks that together show all that one could be turned to: perspectives or panoramas of headings round it, or on a
 * wall beside each other from left to right.
 */
export function splitLook(look: FisheyeLook, config: DewarpConfig, parts: Split): readonly FisheyeLook[] {
  const base: FisheyeLook = { ...look, layout: "single", panoramaZoom: noZoom };
  const isWall = config.orientation === "wall";
  const stepDeg = isWall ? WALL_STEP_DEG[parts] : 360 / parts;
  const firstDeg = isWall ? (-stepDeg * (parts - 1)) / 2 : look.view.pan;
  return Array.from({ length: parts }, (_, index) =>
    look.mode === 2
      ? { ...base, shift: wrap180(look.shift + (360 / parts) * index) }
      : { ...base, view: clampView(config.orientation, { ...look.view, pan: firstDeg + stepDeg * index }) },
  );
}

/** Reads a stored look; null where it is none. Angles and magnification come inside their limits. */
export function readLook(stored: unknown): FisheyeLook | null {
  if (!isRecord(stored) || !isRecord(stored.view)) return null;
  const { mode, shift, layout = "single", panoramaZoom = noZoom } = stored;
  const { pan, tilt, zoom } = stored.view;
  const known = DEWARP_LAYOUTS.find((each) => each === layout);
  if ((mode !== 1 && mode !== 2) || known === undefined || !isRecord(panoramaZoom)) return null;
  const { scale, centerX, centerY } = panoramaZoom;
  if (![pan, tilt, zoom, shift, scale, centerX, centerY].every(Number.isFinite)) return null;
  return {
    mode,
    view: { pan, tilt, zoom } as PerspectiveView,
    shift: wrap180(shift as number),
    layout: known,
    panoramaZoom: clampZoom({ scale, centerX, centerY } as DigitalZoom),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
