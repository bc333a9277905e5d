/** All that determines what a dewarped tile shows. */
import type { DigitalZoom } from "../player/digital-zoom.ts";
import type { DewarpLayout, DewarpMode, FisheyeLook, Orientation } from "./config.ts";
import type { Lens } from "./lens.ts";
import type { TileDewarp } from "./tile-dewarp.ts";

/**
 * All values that determine what a dewarped tile shows. Angles in degrees. Extra layouts show one texture several
 * times.
 */
export interface DewarpScene {
  readonly mode: DewarpMode;
  readonly layout: DewarpLayout;
  readonly orientation: Orientation;
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
  readonly perspectiveDepth: number;
  readonly panoramaAspectRatio: number;
  readonly panoramaShift: number;
  readonly panoramaZoom: DigitalZoom;
  readonly lens: Lens;
  /** where the picture holds nothing a view has a pattern; absent: it is black there */
  readonly hatched?: boolean | undefined;
}

export const dewarpScene = ({ mode, layout, config, view, shift, panoramaZoom, lens }: TileDewarp): DewarpScene => ({
  mode,
  layout,
  orientation: config.orientation,
  ...view,
  perspectiveDepth: config.perspectiveDepth,
  panoramaAspectRatio: config.panoramaAspectRatio,
  panoramaShift: shift,
  panoramaZoom,
  lens,
  hatched: true,
});

/** The same fisheye with another look. */
export const sceneWithLook = (scene: DewarpScene, look: FisheyeLook): DewarpScene => ({
  ...scene,
  mode: look.mode,
  layout: look.layout,
  ...look.view,
  panoramaShift: look.shift,
  panoramaZoom: look.panoramaZoom,
});
