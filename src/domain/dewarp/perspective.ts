import { clamp, type Point, type Size } from "#base/geometry.ts";
import type { Orientation, PerspectiveView } from "./config.ts";
import { degrees, directionToSource, type Lens, radians, sourceToDirection, type Vec3 } from "./lens.ts";
import { apply, type Matrix3, mountMatrix, multiply, normalise, tiltSign, transpose, viewMatrix } from "./mount.ts";

/** All values that determine a perspective picture (dewarp mode 1). Tile size in device px. */
export interface PerspectiveScene {
  readonly orientation: Orientation;
  readonly lens: Lens;
  readonly view: PerspectiveView;
  readonly perspectiveDepth: number;
  readonly tile: Size;
}

const FOCAL_MIN = 0.5 / Math.tan(radians(80));
const FOCAL_MAX = 0.5 / Math.tan(radians(0.5));

/** Focal length as a share of the tile's width: horizontal fields of 160 to 1 degrees. */
export const focalShare = (zoom: number, depth: number): number => clamp(zoom * depth, FOCAL_MIN, FOCAL_MAX);
/** Horizontal field of view in degrees. */
export const horizontalFov = (zoom: number, depth: number): number =>
  degrees(2 * Math.atan(1 / (2 * focalShare(zoom, depth))));

const focalPx = (scene: PerspectiveScene): number =>
  focalShare(scene.view.zoom, scene.perspectiveDepth) * scene.tile.width;

const viewToWorld = (scene: PerspectiveScene): Matrix3 =>
  viewMatrix(radians(scene.view.pan), tiltSign(scene.orientation) * radians(scene.view.tilt));

/** Unit ray of a screen point in the view's frame. */
export function screenRay(scene: PerspectiveScene, screen: Point): Vec3 {
  const f = focalPx(scene);
  return normalise([(screen.x - scene.tile.width / 2) / f, (screen.y - scene.tile.height / 2) / f, 1]);
}

/** Direction in the world under a screen point. */
export const screenToWorld = (scene: PerspectiveScene, screen: Point): Vec3 =>
  apply(viewToWorld(scene), screenRay(scene, screen));

/** Screen point of a direction in the world, or null behind the view. */
export function worldToScreen(scene: PerspectiveScene, direction: Vec3): Point | null {
  const [x, y, z] = apply(transpose(viewToWorld(scene)), direction);
  if (z <= 1e-9) return null;
  const f = focalPx(scene);
  return { x: scene.tile.width / 2 + (f * x) / z, y: scene.tile.height / 2 + (f * y) / z };
}

/**
 * U: (x, y, 1) of a tile pixel to a lens direction (not normalised). Linear in x and y, so a shader may compute it at the
 * tile's corners and interpolate exactly.
 */
export function screenToLensMatrix(scene: PerspectiveScene): Matrix3 {
  const f = focalPx(scene);
  const { width, height } = scene.tile;
  const rays: Matrix3 = [1 / f, 0, 0, 0, 1 / f, 0, -width / (2 * f), -height / (2 * f), 1];
  return multiply(multiply(mountMatrix(scene.orientation), viewToWorld(scene)), rays);
}

/** Source pixel under a screen point. */
export function perspectiveToSource(
  scene: PerspectiveScene,
  picture: Size,
  screen: Point,
): Point & { readonly visible: boolean } {
  const direction = apply(screenToLensMatrix(scene), [screen.x, screen.y, 1]);
  return directionToSource(scene.lens, picture, direction);
}

/** Screen point of a source pixel, or null when it is not in view. */
export function sourceToPerspective(scene: PerspectiveScene, picture: Size, source: Point): Point | null {
  const lensDirection = sourceToDirection(scene.lens, picture, source);
  if (!lensDirection) return null;
  return worldToScreen(scene, apply(transpose(mountMatrix(scene.orientation)), lensDirection));
}

/** Heading (0..360) and tilt in degrees of a direction in the world. */
export function worldToAngles(
  orientation: Orientation,
  direction: Vec3,
): { readonly pan: number; readonly tilt: number } {
  const [x, y, z] = normalise(direction);
  const pan = degrees(Math.atan2(x, z));
  return { pan: (pan + 360) % 360, tilt: tiltSign(orientation) * degrees(Math.asin(clamp(y, -1, 1))) };
}
