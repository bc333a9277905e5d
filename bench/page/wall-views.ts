/** Layouts of walls with a given number of tiles, in the form in which the stage receives them. */
import type { Rect } from "#base/geometry.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";

export interface WallSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const GAP_PX = 3;

export function gridOf(tiles: number, { widthPx, heightPx }: WallSize): readonly Rect[] {
  const columns = Math.ceil(Math.sqrt(tiles));
  const rows = Math.ceil(tiles / columns);
  const width = Math.floor((widthPx - (columns - 1) * GAP_PX) / columns);
  const height = Math.floor((heightPx - (rows - 1) * GAP_PX) / rows);
  return Array.from({ length: tiles }, (_, index) => ({
    x: (index % columns) * (width + GAP_PX),
    y: Math.floor(index / columns) * (height + GAP_PX),
    width,
    height,
  }));
}

export function viewOf(tiles: number, size: WallSize, names: boolean): StageView {
  const shown = gridOf(tiles, size).map((rect, index) =>
    tileView(`t${index}`, rect, { name: names ? `Camera ${index + 1}` : "", badges: names ? ["LIVE"] : [] }),
  );
  return stageView(size.widthPx, size.heightPx, shown);
}

/** A perspective view of a fisheye, different for each tile, as if an operator had turned it. */
const dewarpedView = (index: number): DewarpScene => fisheyeScene({ pan: (index * 47) % 360 });

/** The dewarped wall; its tiles show `sources` cameras in turn. */
export function dewarpedViewOf(tiles: number, size: WallSize, sources: number): StageView {
  const view = viewOf(tiles, size, false);
  return {
    ...view,
    tiles: view.tiles.map((tile, at) => ({ ...tile, sourceId: `t${at % sources}`, dewarp: dewarpedView(at) })),
  };
}
