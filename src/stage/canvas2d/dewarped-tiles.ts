import type { Rect, Size } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type { ViewMapper } from "#domain/dewarp/pixels/view-mapper.ts";
import { type DewarpView, dewarpViews, sourcePerTargetPx } from "#domain/dewarp/views.ts";
import type { Context2D } from "../overlay/painting-context.ts";
import type { CanvasPicture } from "./canvas-picture.ts";
import { type DewarpTable, dewarpTable, mapPixels } from "#domain/dewarp/pixels/table.ts";
import { FOUR_TAPS_FROM } from "#domain/dewarp/pixels/still.ts";

interface KeptView {
  /** what the table was made from */
  readonly from: Pick<DewarpScene, "lens" | "hatched"> & { readonly view: DewarpView; readonly picture: Size };
  readonly table: DewarpTable;
  /** null: the kernel has its own */
  readonly target: ImageData | null;
}

interface KeptTile {
  readonly dewarp: DewarpScene;
  readonly rect: Rect;
  readonly picture: Size;
  readonly views: readonly KeptView[];
}

/** Tiles whose fisheye is shown as perspective view or panorama: a table per view, kept while the view stands. */
export class DewarpedTiles {
  readonly #kept = new Map<string, KeptTile>();
  readonly #mapper: ViewMapper | null;

  /** `mapper`: null where no WebAssembly may run */
  constructor(mapper: ViewMapper | null) {
    this.#mapper = mapper;
  }

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
    const pixels = picture.pixels();
    if (!pixels) return;
    for (const { table, target } of this.#tile(tileId, dewarp, rect, pixels).views) {
      const { x, y, width, height } = table.covered;
      if (target) mapPixels(table, pixels, target.data, still);
      const mapped = target ?? (this.#mapper && new ImageData(this.#mapper.map(table, pixels), width, height));
      if (mapped) context.putImageData(mapped, x, y);
    }
  }

  /** Drops what is kept for tiles that no longer exist. */
  keepOnly(tileIds: ReadonlySet<string>): void {
    for (const id of this.#kept.keys()) if (!tileIds.has(id)) this.#kept.delete(id);
  }

  /** Frame after frame the scene is the same object; only a new one is compared value by value. */
  #tile(tileId: string, dewarp: DewarpScene, rect: Rect, picture: Size): KeptTile {
    const old = this.#kept.get(tileId);
    if (old && old.dewarp === dewarp && sameRect(old.rect, rect) && sameSize(old.picture, picture)) return old;
    const size = { width: picture.width, height: picture.height };
    const views = dewarpViews(dewarp, rect).flatMap((view, index) => {
      const from = { view, lens: dewarp.lens, hatched: dewarp.hatched, picture: size };
      const known = old?.views[index];
      if (known && sameData(known.from, from)) return [known];
      const taps = sourcePerTargetPx(dewarp, view, picture) > FOUR_TAPS_FROM ? 4 : 1;
      const table = dewarpTable(view, dewarp.lens, picture, taps, dewarp.hatched);
      const { width, height } = table.covered;
      return width > 0 && height > 0
        ? [{ from, table, target: this.#mapper ? null : new ImageData(width, height) }]
        : [];
    });
    const made = { dewarp, rect, picture: size, views };
    this.#kept.set(tileId, made);
    return made;
  }
}

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;
const sameRect = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && sameSize(a, b);
