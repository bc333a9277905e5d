import type { Rect } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import type { StageTheme, StageView, TileView } from "#protocol/stage-worker.ts";
import type { Context2D } from "../overlay/painting-context.ts";
import { RasterCache } from "../overlay/raster-cache.ts";
import { TileOverlay } from "../overlay/tile-overlay.ts";
import { cssColour } from "./colours.ts";

type Raster = Context2D["canvas"];

/** What lies over the tiles, drawn with each tile: a name and some badges are cheaper than a layer as large as the wall. */
export class CanvasOverlays {
  readonly #rasters = new RasterCache<Raster>({ make: (canvas) => canvas, destroy: () => undefined });
  readonly #tiles = new Map<string, TileOverlay<Raster>>();
  #look: { readonly devicePixelRatio: number; readonly theme: StageTheme } | null = null;

  /** Returns the ids of the tiles whose overlay changed. */
  update(
    tiles: readonly { readonly tile: TileView; readonly rect: Rect }[],
    { devicePixelRatio }: StageView,
    theme: StageTheme,
  ): readonly string[] {
    const look = { devicePixelRatio, theme };
    if (!sameData(look, this.#look)) this.dispose();
    this.#look = look;
    const ids = new Set(tiles.map(({ tile }) => tile.id));
    for (const [id, overlay] of this.#tiles) {
      if (ids.has(id)) continue;
      overlay.dispose();
      this.#tiles.delete(id);
    }
    return tiles.flatMap(({ tile, rect }) => {
      const old = this.#tiles.get(tile.id);
      if (old?.shows(tile, rect)) return [];
      old?.dispose();
      this.#tiles.set(tile.id, new TileOverlay(tile, rect, devicePixelRatio, theme, this.#rasters));
      return [tile.id];
    });
  }

  draw(context: Context2D, tileId: string, { x, y }: Rect): void {
    for (const part of this.#tiles.get(tileId)?.parts ?? []) {
      if (part.kind === "raster") {
        context.drawImage(part.raster, x + part.x, y + part.y);
        continue;
      }
      context.globalAlpha = part.alpha;
      context.fillStyle = cssColour(part.colour);
      for (const area of part.rects) context.fillRect(x + area.x, y + area.y, area.width, area.height);
      context.globalAlpha = 1;
    }
  }

  dispose(): void {
    for (const overlay of this.#tiles.values()) overlay.dispose();
    this.#tiles.clear();
  }
}
