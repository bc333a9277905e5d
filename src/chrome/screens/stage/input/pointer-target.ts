/** What lies under the pointer besides tiles, and where in a tile it is. */
import type { Point, Rect } from "#base/geometry.ts";

export const within = (rect: Rect, point: Point): Point => ({ x: point.x - rect.x, y: point.y - rect.y });

/** A pane over a tile that scrolls by itself. */
export const onPane = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest("[data-pane]") !== null;

export const onToolbar = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest("[data-toolbar]") !== null;
