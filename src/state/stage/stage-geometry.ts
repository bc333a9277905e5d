/**
 * Where the tiles of a stage lie, CSS px of the stage area: the canvas, its DOM mirror and the pointer all use this
 * answer.
 */
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

/** The tile that has the whole area: in full screen, or as a page's only player; null = each tile has its cell. */
export function fillingTileId({
  grid,
  fullTileId,
  single,
}: Pick<StageFacts, "grid" | "fullTileId" | "single">): string | null {
  const [only] = single ? grid.cells : [];
  const id = fullTileId ?? only?.id ?? null;
  return id !== null && cellById(grid, id) ? id : null;
}

/** The tiles that are drawn: one that fills the area, else each in its cell. */
export function tileRects(facts: Pick<StageFacts, "grid" | "area" | "fullTileId" | "single">): readonly TileRect[] {
  const { grid, area } = facts;
  if (area.widthCss <= 0 || area.heightCss <= 0) return [];
  const filling = fillingTileId(facts);
  if (filling !== null)
    return [{ tileId: filling, rect: { x: 0, y: 0, width: area.widthCss, height: area.heightCss } }];
  const layout = layoutOf(facts);
  return grid.cells.map((cell) => ({ tileId: cell.id, rect: cellRect(layout, cell) }));
}

/** The only tile that the pointer and the toolbar act on: the enlarged preview; null while there is none. */
export function enlargedTile(
  facts: Pick<StageFacts, "grid" | "area" | "fullTileId" | "enlargedTileId" | "single">,
): TileRect | null {
  const { enlargedTileId: tileId, grid } = facts;
  if (tileId === null || fillingTileId(facts) !== null || !cellById(grid, tileId)) return null;
  return { tileId, rect: enlargedRect(facts) };
}

/** The tile that is shown alone: one that fills the area, or is enlarged; null = there is none. */
export const frontTileId = (
  facts: Pick<StageFacts, "grid" | "fullTileId" | "enlargedTileId" | "single">,
): string | null => fillingTileId(facts) ?? facts.enlargedTileId;

/** Whether a tile fills the area or is enlarged: then it has no neighbours, and no edges to pull. */
export const oneAlone = (facts: Pick<StageFacts, "grid" | "fullTileId" | "enlargedTileId" | "single">): boolean =>
  frontTileId(facts) !== null;

/** [ours] An unlinked player's own timeline has no room in tiles that are lower or narrower than this, CSS px. */
const OWN_TIMELINE_LEAST_PX = 150;

/** Whether a tile has room for its own timeline. */
export const fitsOwnTimeline = ({ width, height }: Pick<Rect, "width" | "height">): boolean =>
  width >= OWN_TIMELINE_LEAST_PX && height >= OWN_TIMELINE_LEAST_PX;

/** The floating preview of a double-clicked tile: 16:9 in the middle of the area. */
export function enlargedRect(facts: Pick<StageFacts, "area">): Rect {
  const { widthCss, heightCss } = facts.area;
  const width = widthCss * ENLARGED_SHARE;
  const height = heightCss * ENLARGED_SHARE;
  return contain({ width: 16, height: 9 }, { x: (widthCss - width) / 2, y: (heightCss - height) / 2, width, height });
}
