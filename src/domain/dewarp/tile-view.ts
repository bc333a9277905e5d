/**
 * What one player shows of a fisheye, and what gestures make of it. Points and sizes are px of the tile (any px, the same
 * for both). Quad shows the perspective view at +0, 90, 180 and 270 degrees; double panorama two halves of the strip.
 */
import type { Point, Rect, Size } from "#base/geometry.ts";
import type { DigitalZoom } from "../digital-zoom.ts";
import { centreFromPanorama, centreFromSource, flatToSource } from "./click.ts";
import {
  clampView,
  type DewarpConfig,
  type DewarpMode,
  type Orientation,
  type PerspectiveView,
  wrap180,
} from "./config.ts";
import {
  centreView,
  DEWARP_ZOOM_PER_NOTCH,
  steerView,
  viewOutline,
  viewWithPointUnderCursor,
  zoomView,
} from "./interaction.ts";
import { DEFAULT_LENS, type Lens, type Vec3 } from "./lens.ts";
import { dragPanorama, type PanoramaScene, panoramaStrip } from "./panorama.ts";
import { focalShare, type PerspectiveScene, screenToWorld } from "./perspective.ts";

export const DEWARP_LAYOUTS = ["single", "quad", "double-panorama"] as const;
export type DewarpLayout = (typeof DEWARP_LAYOUTS)[number];

/** What a user made of the stream's defaults; lives as long as the player. */
export interface DewarpState {
  readonly view: PerspectiveView;
  /** heading in the middle of the panorama, degrees */
  readonly shift: number;
  readonly layout: DewarpLayout;
}

/** A dewarped player. */
export interface TileDewarp extends DewarpState {
  readonly mode: 1 | 2;
  readonly config: DewarpConfig;
  readonly lens: Lens;
}

/** Everything that fixes what a dewarped tile shows. Angles in degrees. Extra layouts show one texture several times. */
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
  readonly lens: Lens;
}

export const dewarpScene = ({ mode, layout, config, view, shift, lens }: TileDewarp): DewarpScene => ({
  mode,
  layout,
  orientation: config.orientation,
  ...view,
  perspectiveDepth: config.perspectiveDepth,
  panoramaAspectRatio: config.panoramaAspectRatio,
  panoramaShift: shift,
  lens,
});

/** The stream's own view: where Home leads. */
export const homeState = (config: DewarpConfig, layout: DewarpLayout = "single"): DewarpState => ({
  view: config.defaultPerspectiveView,
  shift: config.panoramaShift,
  layout,
});

/** The layouts that a mode offers: quad needs a mount that sees all round, and so does the double panorama. */
export function layoutsOf(mode: 0 | 1 | 2, config: DewarpConfig): readonly DewarpLayout[] {
  if (mode === 0) return [];
  if (config.orientation === "wall") return ["single"];
  return mode === 1 ? ["single", "quad"] : ["single", "double-panorama"];
}

/** The dewarped player of a mode; an explicit lens counts before a found one, that before the default. */
export function tileDewarpOf(
  mode: 1 | 2,
  config: DewarpConfig,
  state: DewarpState | null,
  foundLens: Lens | null,
): TileDewarp {
  const used = state ?? homeState(config);
  const layout = layoutsOf(mode, config).includes(used.layout) ? used.layout : "single";
  return { ...used, layout, mode, config, lens: config.lens ?? foundLens ?? DEFAULT_LENS };
}

/** A part of the tile that shows a view of its own. */
interface Part {
  readonly index: number;
  readonly rect: Rect;
}

function partAt(tile: TileDewarp, size: Size, point: Point): Part {
  const columns = tile.layout === "quad" ? 2 : 1;
  const rows = tile.layout === "single" ? 1 : 2;
  const width = size.width / columns;
  const height = size.height / rows;
  const column = point.x < width ? 0 : columns - 1;
  const row = point.y < height ? 0 : rows - 1;
  return { index: row * columns + column, rect: { x: column * width, y: row * height, width, height } };
}

const inside = ({ rect }: Part, point: Point): Point => ({ x: point.x - rect.x, y: point.y - rect.y });
const panOffset = (tile: TileDewarp, part: Part): number => (tile.layout === "quad" ? part.index * 90 : 0);

function perspectiveScene(tile: TileDewarp, part: Part): PerspectiveScene {
  const { orientation, perspectiveDepth } = tile.config;
  const view = { ...tile.view, pan: tile.view.pan + panOffset(tile, part) };
  return { orientation, lens: tile.lens, view, perspectiveDepth, tile: part.rect };
}

function panoramaScene(tile: TileDewarp, part: Part): PanoramaScene {
  const { orientation, panoramaAspectRatio } = tile.config;
  const whole = tile.layout === "double-panorama" ? 2 : 1;
  const aspect =
    panoramaAspectRatio > 0 ? panoramaAspectRatio / whole : whole === 1 ? 0 : part.rect.width / part.rect.height;
  return { orientation, lens: tile.lens, panoramaAspectRatio: aspect, panoramaShift: tile.shift, tile: part.rect };
}

const withView = (tile: TileDewarp, part: Part, view: PerspectiveView): DewarpState => ({
  view: clampView(tile.config.orientation, { ...view, pan: view.pan - panOffset(tile, part) }),
  shift: tile.shift,
  layout: tile.layout,
});

/** What a press took hold of. */
export type DewarpGrab =
  | { readonly kind: "direction"; readonly part: Part; readonly direction: Vec3 }
  | { readonly kind: "heading"; readonly part: Part; readonly shift: number; readonly x: number };

export function grabDewarp(tile: TileDewarp, size: Size, point: Point): DewarpGrab {
  const part = partAt(tile, size, point);
  if (tile.mode === 2) return { kind: "heading", part, shift: tile.shift, x: point.x };
  return { kind: "direction", part, direction: screenToWorld(perspectiveScene(tile, part), inside(part, point)) };
}

/** The state in which what was grabbed stands under the point, as near as the limits allow. */
export function dragDewarp(tile: TileDewarp, grab: DewarpGrab, point: Point): DewarpState {
  const { part } = grab;
  if (grab.kind === "direction")
    return withView(
      tile,
      part,
      viewWithPointUnderCursor(perspectiveScene(tile, part), grab.direction, inside(part, point)),
    );
  const scene = { ...panoramaScene(tile, part), panoramaShift: grab.shift };
  const dx = point.x - grab.x;
  const shift =
    tile.layout === "double-panorama"
      ? wrap180(grab.shift - (dx * 180) / panoramaStrip(scene).rect.width)
      : dragPanorama(scene, dx);
  return { view: tile.view, shift, layout: tile.layout };
}

/** Zoom by a factor; what is under the point stays there. The panorama has no zoom of its own. */
export const zoomDewarp = (tile: TileDewarp, size: Size, point: Point, factor: number): DewarpState =>
  pinchDewarp(tile, size, point, point, factor);

/** Two fingers: what was between them (`from`) goes where they are now (`to`), zoomed by the ratio of their distances. */
export function pinchDewarp(tile: TileDewarp, size: Size, from: Point, to: Point, factor: number): DewarpState {
  if (tile.mode === 2) return dragDewarp(tile, grabDewarp(tile, size, from), to);
  const part = partAt(tile, size, from);
  const zoom = tile.view.zoom * factor;
  return withView(tile, part, zoomView(perspectiveScene(tile, part), inside(part, from), zoom, inside(part, to)));
}

/** The factor of a wheel's notches, positive = in. */
export const notchFactor = (notches: number): number => DEWARP_ZOOM_PER_NOTCH ** notches;

/** Keys and gamepad: `axes` -1..1 to the right and down, held for so many seconds. */
export function steerDewarp(tile: TileDewarp, size: Size, axes: Point, seconds: number): DewarpState {
  const part = partAt(tile, size, { x: 0, y: 0 });
  if (tile.mode === 1) return withView(tile, part, steerView(perspectiveScene(tile, part), axes, seconds));
  const { across } = panoramaStrip(panoramaScene(tile, part));
  return { view: tile.view, shift: wrap180(tile.shift + (axes.x * across * seconds) / 8), layout: tile.layout };
}

/** Click to centre; a click on the panorama gives the perspective view of what is there, null beside the strip. */
export function centreDewarp(tile: TileDewarp, size: Size, point: Point): DewarpState | null {
  const part = partAt(tile, size, point);
  if (tile.mode === 1) return withView(tile, part, centreView(perspectiveScene(tile, part), inside(part, point)));
  if (tile.layout !== "single") return null;
  const view = centreFromPanorama(panoramaScene(tile, part), inside(part, point), tile.view.zoom);
  return view && { view, shift: tile.shift, layout: tile.layout };
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
  return view && { view, shift: tile.shift, layout: tile.layout };
}

/**
 * How large a picture must be, px of its side, to give a tile of this width about one source pixel per pixel in its middle
 * (design, dewarp 4.3: a circle radius of half a pi times the focal length).
 */
export function sourceSide(tile: TileDewarp, widthPx: number): number {
  if (tile.mode === 2) return tile.layout === "single" ? widthPx : 2 * widthPx;
  const focal = focalShare(tile.view.zoom, tile.config.perspectiveDepth) * widthPx;
  return Math.PI * (tile.layout === "quad" ? focal / 2 : focal);
}

/**
 * The outline of each perspective view as the lens sees it: points whose length is 1 at the circle's rim, x right and y
 * down as in the round picture; null where the lens does not see.
 */
export function outlineInCircle(tile: TileDewarp, size: Size): (Point | null)[][] {
  if (tile.mode !== 1) return [];
  const quad = tile.layout === "quad";
  const part = { width: quad ? size.width / 2 : size.width, height: quad ? size.height / 2 : size.height };
  const lens: Lens = { ...tile.lens, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
  return (quad ? [0, 1, 2, 3] : [0]).map((index) => {
    const scene = perspectiveScene({ ...tile, lens }, { index, rect: { x: 0, y: 0, ...part } });
    return viewOutline(scene, { width: 1, height: 1 }, 24).map(
      (point) => point && { x: 2 * point.x - 1, y: 2 * point.y - 1 },
    );
  });
}
