import { sameData } from "#base/same-data.ts";
import type { StageView, TileView } from "#protocol/stage-worker.ts";

/** The same places in the same order on the same ground. Where they differ, everything is drawn again. */
export function samePlaces(a: StageView, b: StageView): boolean {
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx || a.devicePixelRatio !== b.devicePixelRatio) return false;
  if (a.tiles.length !== b.tiles.length || !sameData(a.theme, b.theme)) return false;
  return a.tiles.every((tile, index) => {
    const other = b.tiles[index];
    return (
      other !== undefined &&
      tile.id === other.id &&
      tile.floating === other.floating &&
      tile.opacity === other.opacity &&
      sameData(tile.rect, other.rect)
    );
  });
}

/** The same source is shown in the same way (what lies over it is compared by the overlay itself). */
export const sameContent = (a: TileView, b: TileView): boolean =>
  a.sourceId === b.sourceId &&
  sameData(a.zoom, b.zoom) &&
  sameData(a.dewarp, b.dewarp) &&
  sameData(a.patrol ?? null, b.patrol ?? null);
