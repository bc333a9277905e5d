/**
 * The view of one player on a fisheye, and the effect of gestures on it. Points and sizes are px of the tile (any px,
 * the same for both). Quad shows the perspective view at +0, 90, 180 and 270 degrees; double panorama shows two halves
 * of the strip.
 */
import type { Point, Rect, Size } from "#base/geometry.ts";
import { noZoom } from "../first-facts.ts";
import { type DigitalZoom, panZoom, zoomByLevels, zoomByPinch, zoomByWheel } from "../player/digital-zoom.ts";
import { centreFromPanorama, centreFromSource, flatToSource } from "./click.ts";
import {
  clampView,
  type DewarpConfig,
  type DewarpLayout,
  type DewarpMode,
  type FisheyeLook,
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
import { type PanoramaScene, panoramaStrip } from "./panorama.ts";
import { areaOf, dragZoom, magnifier, shareOf, unmagnify } from "./panorama-zoom.ts";
import { focalShare, type PerspectiveScene, perspectiveToSource, screenToWorld } from "./perspective.ts";

/** A full push turns a panorama once round in this many seconds, a magnified one proportionately slower. */
const PANORAMA_TURN_S = 8;

/** The user's changes to the stream's defaults; they live as long as the player. */
export interface DewarpState {
  readonly view: PerspectiveView;
  /** heading in the middle of the panorama, degrees */
  readonly shift: number;
  readonly layout: DewarpLayout;
  /** the magnified panorama; the perspective view has its own zoom */
  readonly panoramaZoom: DigitalZoom;
}

/** A dewarped player. */
export interface TileDewarp extends DewarpState {
  readonly mode: 1 | 2;
  readonly config: DewarpConfig;
  readonly lens: Lens;
}

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

/** The stream's own view: Home leads to it. */
export const homeState = (config: DewarpConfig, layout: DewarpLayout = "single"): DewarpState => ({
  view: config.defaultPerspectiveView,
  shift: config.panoramaShift,
  layout,
  panoramaZoom: noZoom,
});

/** The values of a dewarped player that a user can change. */
export const dewarpState = ({ view, shift, layout, panoramaZoom }: DewarpState): DewarpState => ({
  view,
  shift,
  layout,
  panoramaZoom,
});

/** The layouts that a mode offers: quad needs a mount that sees all round, and so does the double panorama. */
export function layoutsOf(mode: 0 | 1 | 2, config: DewarpConfig): readonly DewarpLayout[] {
  if (mode === 0) return [];
  if (config.orientation === "wall") return ["single"];
  return mode === 1 ? ["single", "quad"] : ["single", "double-panorama"];
}

/** The dewarped player of a mode; an explicit lens counts before a found one, and that before the default. */
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
  ...dewarpState(tile),
  view: clampView(tile.config.orientation, { ...view, pan: view.pan - panOffset(tile, part) }),
});

/** The unzoomed strips' rectangle in the tile, and how many degrees of heading a px of them spans. */
function panoramaArea(tile: TileDewarp, size: Size): { readonly area: Rect; readonly degreesPerPx: number } {
  const first = partAt(tile, size, { x: 0, y: 0 });
  const last = partAt(tile, size, { x: 0, y: size.height });
  const area = areaOf(
    [first, last].map((part) => {
      const { rect } = panoramaStrip(panoramaScene(tile, part));
      return { ...rect, x: part.rect.x + rect.x, y: part.rect.y + rect.y };
    }),
  );
  const across = tile.layout === "double-panorama" ? 180 : panoramaStrip(panoramaScene(tile, first)).across;
  return { area, degreesPerPx: across / area.width };
}

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

/**
 * The size of a picture, px of its side, that gives a tile of this width about one source pixel per pixel in its middle
 * (design, dewarp 4.3: a circle radius of half a pi times the focal length).
 */
export function sourceSide(tile: TileDewarp, widthPx: number): number {
  if (tile.mode === 2) return (tile.layout === "single" ? widthPx : 2 * widthPx) * tile.panoramaZoom.scale;
  const focal = focalShare(tile.view.zoom, tile.config.perspectiveDepth) * widthPx;
  return Math.PI * (tile.layout === "quad" ? focal / 2 : focal);
}

/** A perspective view as the lens sees it: length 1 is the circle's rim, x right and y down as in the round picture. */
export interface ViewInCircle {
  /** round the view; null where the lens does not see */
  readonly outline: readonly (Point | null)[];
  /** the point in the middle of the screen */
  readonly centre: Point | null;
}

/** Where each perspective view of a tile lies in the round picture. */
export function viewsInCircle(tile: TileDewarp, size: Size): readonly ViewInCircle[] {
  if (tile.mode !== 1) return [];
  const quad = tile.layout === "quad";
  const part = { width: quad ? size.width / 2 : size.width, height: quad ? size.height / 2 : size.height };
  const lens: Lens = { ...tile.lens, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
  const picture = { width: 1, height: 1 };
  const inCircle = (point: Point | null): Point | null => point && { x: 2 * point.x - 1, y: 2 * point.y - 1 };
  return (quad ? [0, 1, 2, 3] : [0]).map((index) => {
    const scene = perspectiveScene({ ...tile, lens }, { index, rect: { x: 0, y: 0, ...part } });
    const middle = perspectiveToSource(scene, picture, { x: part.width / 2, y: part.height / 2 });
    return {
      outline: viewOutline(scene, picture, 24).map(inCircle),
      centre: middle.visible ? inCircle(middle) : null,
    };
  });
}
