/** Zooming into the picture itself (document 1, section 9): 1 to 20, 33 levels, wheel step 0.625. */
import { clamp, type Point, type Rect, type Size } from "#base/geometry.ts";
import { DIGITAL_ZOOM_MAX, DIGITAL_ZOOM_MIN, DIGITAL_ZOOM_STEPS, WHEEL_STEP } from "../limits/ptz.ts";

/** `scale` 1..20; `centerX/Y`: the point of the picture (0..1) that stands in the middle of the tile. */
export interface DigitalZoom {
  readonly scale: number;
  readonly centerX: number;
  readonly centerY: number;
}

/** Distance of two levels: 33 of them from 1 to 20. */
const ZOOM_LEVEL_STEP = (DIGITAL_ZOOM_MAX - DIGITAL_ZOOM_MIN) / (DIGITAL_ZOOM_STEPS - 1);

/** The level (0..32) nearest to a scale, for the slider. */
export const zoomLevel = (scale: number): number => Math.round((scale - DIGITAL_ZOOM_MIN) / ZOOM_LEVEL_STEP);
/** The scale of a level. */
export const levelScale = (level: number): number =>
  clamp(DIGITAL_ZOOM_MIN + level * ZOOM_LEVEL_STEP, DIGITAL_ZOOM_MIN, DIGITAL_ZOOM_MAX);

/** A view that shows only picture and no bars. */
export function clampZoom(zoom: DigitalZoom): DigitalZoom {
  const scale = clamp(zoom.scale, DIGITAL_ZOOM_MIN, DIGITAL_ZOOM_MAX);
  const half = 0.5 / scale;
  return { scale, centerX: clamp(zoom.centerX, half, 1 - half), centerY: clamp(zoom.centerY, half, 1 - half) };
}

/** Zooms to `scale`; the point under the anchor (0..1 in the picture's rectangle of the tile) stays under it. */
export function zoomTo(zoom: DigitalZoom, scale: number, anchor: Point): DigitalZoom {
  const to = clamp(scale, DIGITAL_ZOOM_MIN, DIGITAL_ZOOM_MAX);
  const shift = 1 / zoom.scale - 1 / to;
  return clampZoom({
    scale: to,
    centerX: zoom.centerX + (anchor.x - 0.5) * shift,
    centerY: zoom.centerY + (anchor.y - 0.5) * shift,
  });
}

/** Wheel: 0.625 per notch, positive = in. */
export const zoomByWheel = (zoom: DigitalZoom, notches: number, anchor: Point): DigitalZoom =>
  zoomTo(zoom, zoom.scale + notches * WHEEL_STEP, anchor);

/** Buttons and keys: whole levels. */
export const zoomByLevels = (zoom: DigitalZoom, levels: number, anchor: Point): DigitalZoom =>
  zoomTo(zoom, levelScale(zoomLevel(zoom.scale) + levels), anchor);

/** Pinch: `ratio` of finger distances; the point between the fingers (`from`) goes to their current middle (`to`). */
export const zoomByPinch = (zoom: DigitalZoom, ratio: number, from: Point, to = from): DigitalZoom =>
  panZoom(zoomTo(zoom, zoom.scale * ratio, from), to.x - from.x, to.y - from.y);

/** Drag by a share of the tile: the picture follows the pointer. */
export const panZoom = (zoom: DigitalZoom, dx: number, dy: number): DigitalZoom =>
  clampZoom({ ...zoom, centerX: zoom.centerX - dx / zoom.scale, centerY: zoom.centerY - dy / zoom.scale });

/** Where the whole picture lies in its tile (px of the tile; beyond it where zoomed): contained, then magnified. */
export function zoomedPicture(picture: Size, tile: Size, zoom: DigitalZoom): Rect {
  const scale = Math.min(tile.width / picture.width, tile.height / picture.height) * zoom.scale;
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: tile.width / 2 - zoom.centerX * width, y: tile.height / 2 - zoom.centerY * height, width, height };
}
