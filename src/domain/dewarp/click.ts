/** Click to centre from the unrolled and from the round picture (dewarp.md 2.7). */
import type { Point, Size } from "#base/geometry.ts";
import { type DigitalZoom, zoomedPicture } from "../player/digital-zoom.ts";
import { clampView, type Orientation, type PerspectiveView } from "./config.ts";
import { type Lens, sourceToDirection, type Vec3 } from "./lens.ts";
import { apply, mountMatrix, transpose } from "./mount.ts";
import { type PanoramaScene, panoramaStrip, panoramaToWorld } from "./panorama.ts";
import { worldToAngles } from "./perspective.ts";

/** The view that looks at what is under a point of the panorama; null on the black beside the strip. */
export function centreFromPanorama(scene: PanoramaScene, screen: Point, zoom: number): PerspectiveView | null {
  const { rect } = panoramaStrip(scene);
  const outside =
    screen.x < rect.x || screen.y < rect.y || screen.x > rect.x + rect.width || screen.y > rect.y + rect.height;
  return outside ? null : lookingAt(scene.orientation, panoramaToWorld(scene, screen), zoom);
}

/** The same from a source pixel of the round picture; null outside the circle. */
export function centreFromSource(
  orientation: Orientation,
  lens: Lens,
  picture: Size,
  source: Point,
  zoom: number,
): PerspectiveView | null {
  const direction = sourceToDirection(lens, picture, source);
  return direction && lookingAt(orientation, apply(transpose(mountMatrix(orientation)), direction), zoom);
}

/** Source pixel under a point of a tile that shows the undistorted picture (mode 0: contained, then zoomed). */
export function flatToSource(picture: Size, tile: Size, zoom: DigitalZoom, screen: Point): Point {
  const rect = zoomedPicture(picture, tile, zoom);
  const scale = rect.width / picture.width;
  return { x: (screen.x - rect.x) / scale, y: (screen.y - rect.y) / scale };
}

function lookingAt(orientation: Orientation, direction: Vec3, zoom: number): PerspectiveView {
  return clampView(orientation, { ...worldToAngles(orientation, direction), zoom });
}
