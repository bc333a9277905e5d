/** A stage with a single plain tile that fills it. */
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { bareTile } from "#stage/bare-tile.ts";

/** `id` names the tile and its source; sizes are device px. */
export function oneTileView(id: string, widthPx: number, heightPx: number, dewarp: DewarpScene | null): StageView {
  return {
    widthPx,
    heightPx,
    devicePixelRatio: 1,
    theme: { background: 0, cell: 0, text: 0xffffff, accent: 0x4c9aff, danger: 0xff0000, warning: 0xffaa00 },
    tiles: [{ ...bareTile(id), rect: { x: 0, y: 0, width: widthPx, height: heightPx }, dewarp }],
    interacting: false,
    presentCapHz: 0,
    hidden: false,
  };
}
