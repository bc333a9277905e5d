/** Where the tiles of a stage lie, CSS px of the stage area: one answer for the canvas, its DOM mirror and the pointer. */
import { contain, type Rect } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cellRect, layoutStage, type StageLayout } from "#domain/stage-grid/layout.ts";
import type { StageFacts } from "./stage-store.ts";

/** Share of the stage area that the enlarged floating preview takes. */
const ENLARGED_SHARE = 0.86;

export interface TileRect {
  readonly tileId: string;
  readonly rect: Rect;
}

export const layoutOf = (facts: Pick<StageFacts, "grid" | "area">): StageLayout =>
  layoutStage(facts.grid, { width: facts.area.widthCss, height: facts.area.heightCss });

/** The tiles that are drawn: one fills the area in full screen, else each has its cell. */
export function tileRects(facts: Pick<StageFacts, "grid" | "area" | "fullTileId">): readonly TileRect[] {
  const { grid, area, fullTileId } = facts;
  if (area.widthCss <= 0 || area.heightCss <= 0) return [];
  if (fullTileId !== null && cellById(grid, fullTileId))
    return [{ tileId: fullTileId, rect: { x: 0, y: 0, width: area.widthCss, height: area.heightCss } }];
  const layout = layoutOf(facts);
  return grid.cells.map((cell) => ({ tileId: cell.id, rect: cellRect(layout, cell) }));
}

/** The tile that the pointer and the toolbar deal with alone: the enlarged preview; null while there is none. */
export function enlargedTile(
  facts: Pick<StageFacts, "grid" | "area" | "fullTileId" | "enlargedTileId">,
): TileRect | null {
  const { enlargedTileId: tileId, fullTileId, grid } = facts;
  if (tileId === null || fullTileId !== null || !cellById(grid, tileId)) return null;
  return { tileId, rect: enlargedRect(facts) };
}

/** The floating preview of a double-clicked tile: 16:9 in the middle of the area. */
export function enlargedRect(facts: Pick<StageFacts, "area">): Rect {
  const { widthCss, heightCss } = facts.area;
  const width = widthCss * ENLARGED_SHARE;
  const height = heightCss * ENLARGED_SHARE;
  return contain({ width: 16, height: 9 }, { x: (widthCss - width) / 2, y: (heightCss - height) / 2, width, height });
}
