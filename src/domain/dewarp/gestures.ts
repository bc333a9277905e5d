/** The effect of gestures on the view of a dewarped tile. Points and sizes are px of the tile (any px, the same for both). */
import type { Point, Rect, Size } from "#base/geometry.ts";
import { type DigitalZoom, panZoom, zoomByLevels, zoomByPinch, zoomByWheel } from "../player/digital-zoom.ts";
import { centreFromPanorama, centreFromSource, flatToSource } from "./click.ts";
import { clampView, type PerspectiveView, wrap180 } from "./config.ts";
import { centreView, DEWARP_ZOOM_PER_NOTCH, steerView, viewWithPointUnderCursor, zoomView } from "./interaction.ts";
import type { Vec3 } from "./lens.ts";
import { dragZoom, magnifier, shareOf, unmagnify } from "./panorama-zoom.ts";
import { screenToWorld } from "./perspective.ts";
import { type DewarpState, type TileDewarp, dewarpState } from "./tile-dewarp.ts";
import { type Part, partAt, inside, panOffset, perspectiveScene, panoramaScene, panoramaArea } from "./tile-parts.ts";

/** A full push turns a panorama once round in this many seconds, a magnified one proportionately slower. */
const PANORAMA_TURN_S = 8;

const withView = (tile: TileDewarp, part: Part, view: PerspectiveView): DewarpState => ({
  ...dewarpState(tile),
  view: clampView(tile.config.orientation, { ...view, pan: view.pan - panOffset(tile, part) }),
});

/** What a press has grabbed. */
export type DewarpGrab =
  | { readonly kind: "direction"; readonly part: Part; readonly direction: Vec3 }
  | {
      readonly kind: "heading";
      readonly from: Point;
      readonly shift: number;
      readonly zoom: DigitalZoom;
      readonly area: Rect;
      readonly degreesPerPx: number;
    };

export function grabDewarp(tile: TileDewarp, size: Size, point: Point): DewarpGrab {
  if (tile.mode === 2)
    return { kind: "heading", from: point, shift: tile.shift, zoom: tile.panoramaZoom, ...panoramaArea(tile, size) };
  const part = partAt(tile, size, point);
  return { kind: "direction", part, direction: screenToWorld(perspectiveScene(tile, part), inside(part, point)) };
}

/**
 * The state in which the grabbed point stands under the pointer, as near as the limits allow. A magnified panorama
 * moves inside its tile up to its end, and turns from there on.
 */
export function dragDewarp(tile: TileDewarp, grab: DewarpGrab, point: Point): DewarpState {
  if (grab.kind === "direction") {
    const { part } = grab;
    const view = viewWithPointUnderCursor(perspectiveScene(tile, part), grab.direction, inside(part, point));
    return withView(tile, part, view);
  }
  const by = { x: point.x - grab.from.x, y: point.y - grab.from.y };
  const { zoom, restPx } = dragZoom(grab.zoom, grab.area, by);
  const shift = wrap180(grab.shift - (restPx * grab.degreesPerPx) / zoom.scale);
  return { ...dewarpState(tile), shift, panoramaZoom: zoom };
}

/** Zoom by a factor; the point under the pointer stays there. */
export const zoomDewarp = (tile: TileDewarp, size: Size, point: Point, factor: number): DewarpState =>
  pinchDewarp(tile, size, point, point, factor);

/**
 * Two fingers: the point between them (`from`) goes to the current one (`to`), zoomed by the ratio of their distances.
 */
export function pinchDewarp(tile: TileDewarp, size: Size, from: Point, to: Point, factor: number): DewarpState {
  if (tile.mode === 2) {
    const { area } = panoramaArea(tile, size);
    const zoomed = { ...tile, panoramaZoom: zoomByPinch(tile.panoramaZoom, factor, shareOf(area, from)) };
    return dragDewarp(zoomed, grabDewarp(zoomed, size, from), to);
  }
  const part = partAt(tile, size, from);
  const zoom = tile.view.zoom * factor;
  return withView(tile, part, zoomView(perspectiveScene(tile, part), inside(part, from), zoom, inside(part, to)));
}

/** The factor of a wheel's notches, positive = in. */
export const notchFactor = (notches: number): number => DEWARP_ZOOM_PER_NOTCH ** notches;

/** Notches of the wheel, positive = in; the panorama has the steps of the digital zoom. */
export function wheelDewarp(tile: TileDewarp, size: Size, point: Point, notches: number): DewarpState {
  if (tile.mode === 1) return zoomDewarp(tile, size, point, notchFactor(notches));
  const anchor = shareOf(panoramaArea(tile, size).area, point);
  return { ...dewarpState(tile), panoramaZoom: zoomByWheel(tile.panoramaZoom, notches, anchor) };
}

/** Keys and buttons: whole notches or levels about the middle of the tile. */
export function stepDewarpZoom(tile: TileDewarp, size: Size, steps: number): DewarpState {
  const middle = { x: size.width / 2, y: size.height / 2 };
  if (tile.mode === 1) return zoomDewarp(tile, size, middle, notchFactor(steps));
  return { ...dewarpState(tile), panoramaZoom: zoomByLevels(tile.panoramaZoom, steps, { x: 0.5, y: 0.5 }) };
}

/** Keys and gamepad: `axes` -1..1 to the right and down, held for `seconds`. */
export function steerDewarp(tile: TileDewarp, size: Size, axes: Point, seconds: number): DewarpState {
  if (tile.mode === 1) {
    const part = partAt(tile, size, { x: 0, y: 0 });
    return withView(tile, part, steerView(perspectiveScene(tile, part), axes, seconds));
  }
  const { area, degreesPerPx } = panoramaArea(tile, size);
  const { panoramaZoom: zoom, layout } = tile;
  const across = degreesPerPx * area.width * (layout === "double-panorama" ? 2 : 1);
  const shift = wrap180(tile.shift + (axes.x * across * seconds) / PANORAMA_TURN_S / zoom.scale);
  return { ...dewarpState(tile), shift, panoramaZoom: panZoom(zoom, 0, -axes.y * seconds) };
}

/** Click to centre; a click on the panorama gives the perspective view of that point, null beside the strip. */
export function centreDewarp(tile: TileDewarp, size: Size, point: Point): DewarpState | null {
  const part = partAt(tile, size, point);
  if (tile.mode === 1) return withView(tile, part, centreView(perspectiveScene(tile, part), inside(part, point)));
  if (tile.layout !== "single") return null;
  const shown = unmagnify(magnifier(panoramaArea(tile, size).area, tile.panoramaZoom), point);
  const view = centreFromPanorama(panoramaScene(tile, part), shown, tile.view.zoom);
  return view && { ...dewarpState(tile), view };
}

/** The same from the round picture itself, shown undewarped and perhaps zoomed; null outside its circle. */
export function centreOnRound(
  tile: TileDewarp,
  picture: Size,
  size: Size,
  zoom: DigitalZoom,
  point: Point,
): DewarpState | null {
  const source = flatToSource(picture, size, zoom, point);
  const view = centreFromSource(tile.config.orientation, tile.lens, picture, source, tile.view.zoom);
  return view && { ...dewarpState(tile), view };
}
