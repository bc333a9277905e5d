import type { Rect, Size } from "#base/geometry.ts";
import type { ZoomView } from "#protocol/stage-worker.ts";

/**
 * The part of its frame that a rectangle of a tile shows: `uv = origin + p * span`, p and uv in 0..1 with v = 0 at the
 * top.
 */
export interface PictureWindow {
  readonly originX: number;
  readonly originY: number;
  readonly spanX: number;
  readonly spanY: number;
}

/** Bars thinner than this come from rounding the cell, not from the frame's shape: the frame fills the tile. */
const ROUNDING_PX = 2;

/**
 * The whole frame inside the tile with its own shape (bars stand where uv leaves 0..1), then magnified by the zoom:
 * `scale` 1 shows everything, above it the point `centerX/Y` of the frame stands in the middle of the tile. `picture`
 * is the display size, so that non-square pixels keep their shape.
 */
export function pictureWindow(tile: Size, picture: Size, zoom: ZoomView): PictureWindow {
  const fit = Math.min(tile.width / picture.width, tile.height / picture.height);
  const snap = (room: number, used: number): number => (room - used < ROUNDING_PX ? 1 : room / used);
  const spanX = snap(tile.width, picture.width * fit) / zoom.scale;
  const spanY = snap(tile.height, picture.height * fit) / zoom.scale;
  return { originX: zoom.centerX - spanX / 2, originY: zoom.centerY - spanY / 2, spanX, spanY };
}

/** The window of a horizontal band of a tile; `top` and `height` in px from the tile's top. */
export function bandOf(window: PictureWindow, tileHeightPx: number, topPx: number, heightPx: number): PictureWindow {
  const span = window.spanY / tileHeightPx;
  return { ...window, originY: window.originY + topPx * span, spanY: heightPx * span };
}

/** A span of rows of a tile, px from its top. */
export interface Rows {
  readonly topPx: number;
  readonly bottomPx: number;
}

/** Cuts `heightPx` rows into those with overlay content and those without, in order, none empty. */
export function splitRows(
  heightPx: number,
  touched: readonly Rows[],
): readonly (Rows & { readonly overlay: boolean })[] {
  const cuts: (Rows & { readonly overlay: boolean })[] = [];
  let at = 0;
  const push = (to: number, overlay: boolean): void => {
    if (to <= at) return;
    const last = cuts.at(-1);
    if (last && last.overlay === overlay) cuts[cuts.length - 1] = { topPx: last.topPx, bottomPx: to, overlay };
    else cuts.push({ topPx: at, bottomPx: to, overlay });
    at = to;
  };
  for (const rows of touched.toSorted((a, b) => a.topPx - b.topPx)) {
    push(Math.min(heightPx, Math.floor(rows.topPx)), false);
    push(Math.min(heightPx, Math.ceil(rows.bottomPx)), true);
  }
  push(heightPx, false);
  return cuts;
}

/** Whole pixels, so that neighbours share no pixel and text stays sharp. */
export function snapRect(rect: Rect): Rect {
  const x = Math.round(rect.x);
  const y = Math.round(rect.y);
  return { x, y, width: Math.round(rect.x + rect.width) - x, height: Math.round(rect.y + rect.height) - y };
}
