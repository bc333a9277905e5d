/** What a fisheye's tile shows, as data that is kept: in a named view, or in a cell of a saved stage. [ours] */
import { noZoom } from "../first-facts.ts";
import { clampZoom, type DigitalZoom } from "../player/digital-zoom.ts";
import { clampView, type DewarpConfig, type PerspectiveView, wrap180, wrap360 } from "./config.ts";
import { DEWARP_LAYOUTS, type DewarpLayout, dewarpState, type DewarpState, type TileDewarp } from "./tile-view.ts";

export interface FisheyeLook {
  /** 1 perspective, 2 panorama */
  readonly mode: 1 | 2;
  readonly view: PerspectiveView;
  /** heading in the middle of the panorama, degrees */
  readonly shift: number;
  readonly layout: DewarpLayout;
  readonly panoramaZoom: DigitalZoom;
}

export const lookOf = (tile: TileDewarp): FisheyeLook => ({ mode: tile.mode, ...dewarpState(tile) });

/** The state of a player that shows a look; a mount that was changed since then has other limits. */
export const stateOfLook = (look: FisheyeLook, config: DewarpConfig): DewarpState => ({
  ...dewarpState(look),
  view: clampView(config.orientation, look.view),
});

export const SPLITS = [2, 4] as const;
export type Split = (typeof SPLITS)[number];

/**
 * The looks that together show what one does, as large as they can: perspectives side by side from its heading on, or
 * panoramas of the headings round it. On a wall the parts lie beside each other from the left to the right, as far as
 * the mount allows.
 */
export function splitLook(look: FisheyeLook, config: DewarpConfig, parts: Split): readonly FisheyeLook[] {
  const base: FisheyeLook = { ...look, layout: "single", panoramaZoom: noZoom };
  return Array.from({ length: parts }, (_, index) => {
    if (look.mode === 2) return { ...base, shift: wrap180(look.shift + (360 / parts) * index) };
    const step = config.orientation === "wall" ? WALL_SPAN_DEG / parts : 360 / parts;
    const first = config.orientation === "wall" ? look.view.pan - (step * (parts - 1)) / 2 : look.view.pan;
    const pan = first + step * index;
    const view = { ...look.view, pan: config.orientation === "wall" ? pan : wrap360(pan) };
    return { ...base, view: clampView(config.orientation, view) };
  });
}

/** What the parts of a split wall mount look at together. */
const WALL_SPAN_DEG = 160;

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
