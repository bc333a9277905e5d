import type { Rect } from "#base/geometry.ts";
import type { DewarpScene } from "#domain/dewarp/tile-view.ts";
import { type DewarpView, dewarpViews, sourcePerTargetPx } from "#domain/dewarp/views.ts";
import type { Painter as Context2D } from "../overlay/painting-context.ts";
import type { CanvasPicture } from "./canvas-picture.ts";
import { type DewarpTable, dewarpTable, mapPixels } from "./dewarp-table.ts";

interface Kept {
  readonly tileId: string;
  /** what the table was made from */
  readonly key: string;
  readonly table: DewarpTable;
  readonly target: ImageData;
}

/** Tiles whose fisheye is shown as perspective view or panorama: a table per view, kept while the view stands. */
export class DewarpedTiles {
  readonly #kept = new Map<string, Kept>();

  /** Draws all views of a tile. The canvas has no transformation: rectangles are its pixels. */
  draw(
    context: Context2D,
    tileId: string,
    dewarp: DewarpScene,
    rect: Rect,
    picture: CanvasPicture,
    still: boolean,
  ): void {
    context.fillStyle = "#000";
    context.fillRect(rect.x, rect.y, rect.width, rect.height);
    for (const [index, view] of dewarpViews(dewarp, rect).entries())
      this.#drawView(context, `${tileId}/${index}`, tileId, dewarp, view, picture, still);
  }

  /** Drops what is kept for tiles that no longer exist. */
  keepOnly(tileIds: ReadonlySet<string>): void {
    for (const [id, kept] of this.#kept) if (!tileIds.has(kept.tileId)) this.#kept.delete(id);
  }

  #drawView(
    context: Context2D,
    viewId: string,
    tileId: string,
    dewarp: DewarpScene,
    view: DewarpView,
    picture: CanvasPicture,
    still: boolean,
  ): void {
    const size = { width: picture.displayWidth, height: picture.displayHeight };
    const pixels = picture.pixels();
    if (!pixels) return;
    const key = JSON.stringify([view, dewarp.lens, pixels.width, pixels.height]);
    let kept = this.#kept.get(viewId);
    if (kept?.key !== key) {
      const taps = sourcePerTargetPx(dewarp, view, size) > FOUR_TAPS_FROM ? 4 : 1;
      const table = dewarpTable(view, dewarp.lens, pixels, taps);
      if (table.covered.width === 0 || table.covered.height === 0) return;
      kept = { tileId, key, table, target: new ImageData(table.covered.width, table.covered.height) };
      this.#kept.set(viewId, kept);
    }
    mapPixels(kept.table, pixels, kept.target.data, still);
    context.putImageData(kept.target, kept.table.covered.x, kept.table.covered.y);
  }
}

/** From this many source pixels per pixel of the view on, one sample leaves some out and edges shimmer. */
const FOUR_TAPS_FROM = 1.5;
