import type { StageView, TileView } from "#protocol/stage-worker.ts";

/**
 * Equal keys: the same places in the same order on the same ground. When the keys differ, everything is drawn again.
 */
export const geometryKey = (view: StageView): string =>
  JSON.stringify([
    view.widthPx,
    view.heightPx,
    view.devicePixelRatio,
    view.theme,
    view.tiles.map(({ id, rect, floating, opacity }) => [
      id,
      rect.x,
      rect.y,
      rect.width,
      rect.height,
      floating,
      opacity,
    ]),
  ]);

/** Equal keys: the same source is shown in the same way (the overlay has a key of its own). */
export const tileKey = (tile: TileView): string => JSON.stringify([tile.sourceId, tile.zoom, tile.dewarp]);
