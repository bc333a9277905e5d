import type { Rect } from "#base/geometry.ts";
import type { Context2D } from "../overlay/painting-context.ts";
import type { PictureWindow } from "../tile-geometry.ts";
import { type Axis, axisOf, type PlanarFrame, type PlaneScaler } from "./plane-scaler.ts";

interface KeptTile {
  /** what the places were made from */
  readonly rect: Rect;
  readonly window: PictureWindow;
  readonly widthPx: number;
  readonly heightPx: number;
  /** the pixels of the canvas that the frame covers */
  readonly left: number;
  readonly top: number;
  readonly columns: Axis;
  readonly rows: Axis;
}

/** Flat tiles whose frame is kept as planes: where their pixels come from is found once, while nothing moves. */
export class ScaledTiles {
  readonly #scaler: PlaneScaler;
  readonly #kept = new Map<string, KeptTile>();

  constructor(scaler: PlaneScaler) {
    this.#scaler = scaler;
  }

  /** Draws what a tile's window shows. The canvas has no transformation: rectangles are its pixels. */
  draw(context: Context2D, tileId: string, rect: Rect, window: PictureWindow, frame: PlanarFrame): void {
    const old = this.#kept.get(tileId);
    const tile = old && fits(old, rect, window, frame) ? old : keptTile(rect, window, frame);
    if (tile !== old) this.#kept.set(tileId, tile);
    const { columns, rows } = tile;
    if (columns.count === 0 || rows.count === 0) return;
    const pixels = this.#scaler.scale(frame, columns, rows);
    context.putImageData(new ImageData(pixels, columns.count, rows.count), tile.left, tile.top);
  }

  /** Drops what is kept for tiles that no longer exist. */
  keepOnly(tileIds: ReadonlySet<string>): void {
    for (const id of this.#kept.keys()) if (!tileIds.has(id)) this.#kept.delete(id);
  }
}

function keptTile(rect: Rect, window: PictureWindow, { widthPx, heightPx }: PlanarFrame): KeptTile {
  const across = covered(window.originX, window.spanX, rect.width);
  const down = covered(window.originY, window.spanY, rect.height);
  const columns = axisOf(widthPx, across.origin, across.step, across.count);
  const rows = axisOf(heightPx, down.origin, down.step, down.count);
  return {
    rect,
    window,
    widthPx,
    heightPx,
    left: rect.x + across.first,
    top: rect.y + down.first,
    columns,
    rows,
  };
}

/** The whole pixels of a tile's axis that the frame covers, and where in the frame (0..1) they lie. */
function covered(origin: number, span: number, lengthPx: number) {
  const pixelOf = (share: number): number => Math.round(((share - origin) / span) * lengthPx);
  const first = Math.min(lengthPx, Math.max(0, pixelOf(0)));
  const end = Math.min(lengthPx, Math.max(0, pixelOf(1)));
  const step = span / lengthPx;
  return { first, count: Math.max(0, end - first), origin: origin + (first + 0.5) * step, step };
}

const fits = (kept: KeptTile, rect: Rect, window: PictureWindow, frame: PlanarFrame): boolean =>
  kept.widthPx === frame.widthPx &&
  kept.heightPx === frame.heightPx &&
  kept.rect.x === rect.x &&
  kept.rect.y === rect.y &&
  kept.rect.width === rect.width &&
  kept.rect.height === rect.height &&
  kept.window.originX === window.originX &&
  kept.window.originY === window.originY &&
  kept.window.spanX === window.spanX &&
  kept.window.spanY === window.spanY;
