import { overlap, type Rect, type Size } from "#base/geometry.ts";
import { type Lens, lensCircle, lensHalfFov, lensRadius, radians } from "./lens.ts";
import { type Matrix3, mountMatrix, multiply } from "./mount.ts";
import { panoramaStrip } from "./panorama.ts";
import { areaOf, type Magnifier, magnifier, magnifyRect } from "./panorama-zoom.ts";
import { focalShare, screenToLensMatrix } from "./perspective.ts";
import type { DewarpScene } from "./scene.ts";

interface PerspectiveOfTile {
  readonly kind: "perspective";
  readonly rect: Rect;
  /** px of the view to a lens direction, the lens's roll included */
  readonly screenToLens: Matrix3;
}
interface PanoramaView {
  readonly kind: "panorama";
  readonly rect: Rect;
  readonly strip: Rect;
  /** rad: heading at the strip's left, its span, depression at its top, its span */
  readonly angles: readonly [number, number, number, number];
  readonly worldToLens: Matrix3;
}
/** One view of a fisheye inside a tile, as the dewarp pass draws it. Rectangles in px of the target. */
export type DewarpView = PerspectiveOfTile | PanoramaView;

const rollMatrix = (lens: Lens): Matrix3 => {
  const c = Math.cos(radians(lens.roll));
  const s = Math.sin(radians(lens.roll));
  return [c, s, 0, -s, c, 0, 0, 0, 1];
};

/** Turning the picture's content equals turning the lens about its axis: the shaders need not know of it. */
export const withoutRoll = (lens: Lens): Lens => ({ ...lens, roll: 0 });

function perspective(dewarp: DewarpScene, rect: Rect, panOffset: number): DewarpView {
  const screenToLens = screenToLensMatrix({
    orientation: dewarp.orientation,
    lens: withoutRoll(dewarp.lens),
    view: { pan: dewarp.pan + panOffset, tilt: dewarp.tilt, zoom: dewarp.zoom },
    perspectiveDepth: dewarp.perspectiveDepth,
    tile: { width: rect.width, height: rect.height },
  });
  return { kind: "perspective", rect, screenToLens: multiply(rollMatrix(dewarp.lens), screenToLens) };
}

function panorama(dewarp: DewarpScene, rect: Rect): PanoramaView {
  const {
    rect: strip,
    across,
    down,
    from,
  } = panoramaStrip({
    orientation: dewarp.orientation,
    lens: dewarp.lens,
    panoramaAspectRatio: dewarp.panoramaAspectRatio,
    panoramaShift: dewarp.panoramaShift,
    tile: { width: rect.width, height: rect.height },
  });
  const top = dewarp.orientation === "floor" ? -(from + down) : from;
  return {
    kind: "panorama",
    rect,
    strip: { ...strip, x: rect.x + strip.x, y: rect.y + strip.y },
    angles: [radians(dewarp.panoramaShift - across / 2), radians(across), radians(top), radians(down)],
    worldToLens: multiply(rollMatrix(dewarp.lens), mountMatrix(dewarp.orientation)),
  };
}

/**
 * The views of a dewarped tile: one, or the extensions: quad (the same view at +0, 90, 180, 270 degrees) and double
 * panorama (two halves of the strip, one above the other). All sample one texture. A magnified panorama is cut to the
 * part in the tile.
 */
export function dewarpViews(dewarp: DewarpScene, rect: Rect): readonly DewarpView[] {
  if (dewarp.mode === 1) return dewarp.layout === "quad" ? quad(dewarp, rect) : [perspective(dewarp, rect, 0)];
  const double = dewarp.layout === "double-panorama" && dewarp.orientation !== "wall";
  const views = double ? doublePanorama(dewarp, rect) : [panorama(dewarp, rect)];
  if (dewarp.panoramaZoom.scale === 1) return views;
  const by = magnifier(areaOf(views.map(({ strip }) => strip)), dewarp.panoramaZoom);
  return views.map((view) => magnified(view, by, rect)).filter((view) => view.rect.width > 0 && view.rect.height > 0);
}

function quad(dewarp: DewarpScene, rect: Rect): readonly DewarpView[] {
  const width = Math.floor(rect.width / 2);
  const height = Math.floor(rect.height / 2);
  return [0, 1, 2, 3].map((index) => {
    const column = index % 2;
    const row = Math.floor(index / 2);
    const part = {
      x: rect.x + column * width,
      y: rect.y + row * height,
      width: column === 0 ? width : rect.width - width,
      height: row === 0 ? height : rect.height - height,
    };
    return perspective(dewarp, part, index * 90);
  });
}

/** The part of a magnified panorama in its tile: a strip of fewer headings and depressions. It may be empty. */
function magnified(view: PanoramaView, by: Magnifier, tile: Rect): PanoramaView {
  const whole = magnifyRect(by, view.strip);
  const strip = overlap(whole, tile);
  const [heading, across, depression, down] = view.angles;
  return {
    ...view,
    rect: overlap(magnifyRect(by, view.rect), tile),
    strip,
    angles: [
      heading + (across * (strip.x - whole.x)) / whole.width,
      (across * strip.width) / whole.width,
      depression + (down * (strip.y - whole.y)) / whole.height,
      (down * strip.height) / whole.height,
    ],
  };
}

function doublePanorama(dewarp: DewarpScene, rect: Rect): readonly PanoramaView[] {
  const half = Math.floor(rect.height / 2);
  const aspect = dewarp.panoramaAspectRatio > 0 ? dewarp.panoramaAspectRatio : (4 * rect.width) / rect.height;
  return [0, 1].map((index) => {
    const part = { ...rect, y: rect.y + index * half, height: index === 0 ? half : rect.height - half };
    // half the headings on a strip of half the aspect: degrees per pixel stay those of the whole panorama
    const whole = panorama({ ...dewarp, panoramaAspectRatio: aspect / 2 }, part);
    const [, , top] = whole.angles;
    const down = Math.min(radians(360 / aspect), lensHalfFov(dewarp.lens));
    const turn = radians(dewarp.panoramaShift + index * 180 - 90);
    const from = dewarp.orientation === "floor" ? -(lensPoleDepression(dewarp.lens) + down) : top;
    return { ...whole, angles: [turn, Math.PI, from, down] };
  });
}

/** Depression in radians at which a ceiling lens's rim looks. */
const lensPoleDepression = (lens: Lens): number => Math.PI / 2 - lensHalfFov(lens);

/** Radius of the lens's circle in a picture of this size, px. */
export const circleRadiusPx = (lens: Lens, picture: Size): number =>
  lens.radius * Math.min(picture.width, picture.height);

/** Source pixels per target pixel at the middle of a view: it decides how densely the view is sampled. */
export function sourcePerTargetPx(dewarp: DewarpScene, view: DewarpView, picture: Size): number {
  const perRadian = circleRadiusPx(dewarp.lens, picture) / lensRadius(dewarp.lens, lensHalfFov(dewarp.lens));
  if (view.kind === "panorama") return (perRadian * view.angles[1]) / view.strip.width;
  return perRadian / (focalShare(dewarp.zoom, dewarp.perspectiveDepth) * view.rect.width);
}

/** The lens's circle as `chunks/fisheye.glsl` wants it: shares of the picture's width and height. */
export function circleUniforms(
  lens: Lens,
  picture: Size,
): Readonly<Record<"u_circleCentre" | "u_circleRadius", [number, number]>> {
  const { rx, ry } = lensCircle(lens, picture);
  return {
    u_circleCentre: [lens.centerX, lens.centerY],
    u_circleRadius: [rx / picture.width, ry / picture.height],
  };
}

/** The values that a view gives to the vertex and fragment shaders of its kind; matrices column by column. */
export function viewUniforms(view: DewarpView): Readonly<Record<string, readonly number[]>> {
  if (view.kind === "perspective")
    return { u_tileOrigin: [view.rect.x, view.rect.y], u_screenToLens: [...view.screenToLens] };
  const { strip, angles, worldToLens } = view;
  return {
    u_strip: [strip.x, strip.y, strip.width, strip.height],
    u_angles: [...angles],
    u_worldToLens: [...worldToLens],
  };
}

/** The lens model's own uniforms (`chunks/lens.glsl`). */
export const lensUniforms = (
  lens: Lens,
): Readonly<Record<"u_edge" | "u_lensK" | "u_lensHalf", number | readonly number[]>> => ({
  u_edge: 1 / lensRadius(lens, lensHalfFov(lens)),
  u_lensK: [...lens.k],
  u_lensHalf: lensHalfFov(lens),
});
