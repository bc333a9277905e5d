import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { noZoom } from "#domain/first-facts.ts";

/** A perspective view into the ceiling fisheye, somewhat to the right and half way down. */
export const fisheyeScene = (change: Partial<DewarpScene> = {}): DewarpScene => ({
  mode: 1,
  layout: "single",
  orientation: "ceiling",
  pan: 30,
  tilt: 45,
  zoom: 0.5,
  perspectiveDepth: 1,
  panoramaAspectRatio: 4,
  panoramaShift: 0,
  panoramaZoom: noZoom,
  lens: DEFAULT_LENS,
  ...change,
});
