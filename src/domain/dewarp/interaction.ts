import { clamp, type Point, type Size } from "#base/geometry.ts";
import { clampView, type Orientation, type PerspectiveView, viewLimits, wrap180 } from "./config.ts";
import { degrees, radians, type Vec3 } from "./lens.ts";
import { tiltSign } from "./mount.ts";
import {
  horizontalFov,
  type PerspectiveScene,
  perspectiveToSource,
  screenRay,
  screenToWorld,
  worldToAngles,
} from "./perspective.ts";

/** One wheel notch multiplies the dewarp zoom by this. */
export const DEWARP_ZOOM_PER_NOTCH = 1.15;

/**
 * The view in which the world direction `grabbed` stands under the screen point `cursor`, as near to the present view
 * as its limits allow. Of the two solutions the one nearest to the present view is taken: choosing by least clamping
 * would turn the heading by 180 degrees at the pole.
 */
export function viewWithPointUnderCursor(scene: PerspectiveScene, grabbed: Vec3, cursor: Point): PerspectiveView {
  const sign = tiltSign(scene.orientation);
  const q = screenRay(scene, cursor);
  const rho = Math.hypot(q[1], q[2]);
  const beta = Math.atan2(q[1], q[2]);
  const a = Math.asin(clamp(grabbed[1] / rho, -1, 1));
  const candidates = [a - beta, Math.PI - a - beta].map((depressionRad) => {
    const tilt = clampView(scene.orientation, { ...scene.view, tilt: sign * wrap180(degrees(depressionRad)) }).tilt;
    const depression = radians(sign * tilt);
    const z = -q[1] * Math.sin(depression) + q[2] * Math.cos(depression);
    const pan = degrees(Math.atan2(grabbed[0], grabbed[2]) - Math.atan2(q[0], z));
    return clampView(scene.orientation, { pan, tilt, zoom: scene.view.zoom });
  });
  const distance = (view: PerspectiveView): number =>
    Math.abs(wrap180(view.pan - scene.view.pan)) + Math.abs(view.tilt - scene.view.tilt);
  return candidates.reduce((best, view) => (distance(view) < distance(best) ? view : best));
}

/** Zoom that keeps the point under the cursor there, or brings it to another point (`to`). */
export function zoomView(scene: PerspectiveScene, cursor: Point, zoom: number, to = cursor): PerspectiveView {
  const grabbed = screenToWorld(scene, cursor);
  const zoomed = clampView(scene.orientation, { ...scene.view, zoom });
  return viewWithPointUnderCursor({ ...scene, view: zoomed }, grabbed, to);
}

/** Click to centre: the view that looks at the clicked point. */
export function centreView(scene: PerspectiveScene, screen: Point): PerspectiveView {
  const { pan, tilt } = worldToAngles(scene.orientation, screenToWorld(scene, screen));
  return clampView(scene.orientation, { pan, tilt, zoom: scene.view.zoom });
}

/**
 * A view on the way from one to another: pan goes the shorter way round where the mount sees all round, zoom by equal
 * factors. `share` 0..1.
 */
export function viewBetween(
  orientation: Orientation,
  from: PerspectiveView,
  to: PerspectiveView,
  share: number,
): PerspectiveView {
  const turn = to.pan - from.pan;
  return clampView(orientation, {
    pan: from.pan + (viewLimits(orientation).panWraps ? wrap180(turn) : turn) * share,
    tilt: from.tilt + (to.tilt - from.tilt) * share,
    zoom: from.zoom * (to.zoom / from.zoom) ** share,
  });
}

/** Degrees to move for one second of a full key or stick deflection (-1..1); slower when zoomed in. */
export function steerView(scene: PerspectiveScene, axes: Point, seconds: number): PerspectiveView {
  const speed = horizontalFov(scene.view.zoom, scene.perspectiveDepth) * seconds;
  const slant = Math.max(Math.cos(radians(scene.view.tilt)), 0.2);
  return clampView(scene.orientation, {
    pan: scene.view.pan + (axes.x * speed) / slant,
    tilt: scene.view.tilt + axes.y * speed * tiltSign(scene.orientation),
    zoom: scene.view.zoom,
  });
}

/**
 * The tile's outline in the round picture, `samples` points per side clockwise from the top left corner; a point that the
 * lens does not see is null (the line breaks there).
 */
export function viewOutline(scene: PerspectiveScene, picture: Size, samples = 16): (Point | null)[] {
  const { width, height } = scene.tile;
  const corners: Point[] = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % 4] ?? corner;
    return Array.from({ length: samples }, (_, step) => {
      const share = step / samples;
      const at = { x: corner.x + (next.x - corner.x) * share, y: corner.y + (next.y - corner.y) * share };
      const source = perspectiveToSource(scene, picture, at);
      return source.visible ? { x: source.x, y: source.y } : null;
    });
  });
}
