/**
 * Digital zoom over an unrolled picture (document 1, section 9; it is off in perspective only): the strips are magnified
 * inside their tile. The zoom's point is a share of `area`, the rectangle that the strips fill in the unzoomed tile.
 */
import type { Point, Rect } from "#base/geometry.ts";
import { type DigitalZoom, panZoom } from "../player/digital-zoom.ts";

/** px of the zoomed tile = scale x px of the unzoomed one + (x, y). */
export interface Magnifier extends Point {
  readonly scale: number;
}

/** The smallest rectangle around the strips. */
export function areaOf(strips: readonly Rect[]): Rect {
  const x = Math.min(...strips.map((strip) => strip.x));
  const y = Math.min(...strips.map((strip) => strip.y));
  const right = Math.max(...strips.map((strip) => strip.x + strip.width));
  const bottom = Math.max(...strips.map((strip) => strip.y + strip.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The zoom's point of the area moves to the middle of the area (the tile's). */
export const magnifier = (area: Rect, { scale, centerX, centerY }: DigitalZoom): Magnifier => ({
  scale,
  x: area.x + area.width / 2 - scale * (area.x + centerX * area.width),
  y: area.y + area.height / 2 - scale * (area.y + centerY * area.height),
});

export const magnifyRect = ({ scale, x, y }: Magnifier, rect: Rect): Rect => ({
  x: x + scale * rect.x,
  y: y + scale * rect.y,
  width: scale * rect.width,
  height: scale * rect.height,
});

/** The place of a point of the zoomed tile in the unzoomed one. */
export const unmagnify = ({ scale, x, y }: Magnifier, point: Point): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});

/** A point as shares of a rectangle, 0..1 inside it: the anchor of `zoomTo`. */
export const shareOf = (rect: Rect, point: Point): Point => ({
  x: (point.x - rect.x) / rect.width,
  y: (point.y - rect.y) / rect.height,
});

/**
 * The zoom after a drag by px, and the part of the sideways way that it could not take because the area ends there.
 * That part turns the panorama, so that the grabbed point always follows.
 */
export function dragZoom(
  zoom: DigitalZoom,
  area: Rect,
  by: Point,
): { readonly zoom: DigitalZoom; readonly restPx: number } {
  const moved = panZoom(zoom, by.x / area.width, by.y / area.height);
  return { zoom: moved, restPx: by.x - (zoom.centerX - moved.centerX) * zoom.scale * area.width };
}
