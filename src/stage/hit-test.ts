import { contains, type Point } from "#base/geometry.ts";
import type { TileView } from "#protocol/stage-worker.ts";

/** The tile drawn uppermost at a point of the canvas (device px), null in the gaps. */
export function tileAt(tiles: readonly TileView[], point: Point): TileView | null {
  return (
    tiles.findLast((tile) => tile.floating && contains(tile.rect, point)) ??
    tiles.findLast((tile) => !tile.floating && contains(tile.rect, point)) ??
    null
  );
}
