/**
 * Where the tiles of a stage lie, CSS px of the stage area: the canvas, its DOM mirror and the pointer all use this
 * answer.
 */
import { contain, type Rect } from "#base/geometry.ts";
import { besideInOrder, columnRects } from "#domain/stage-grid/form.ts";
import { cellById, inReadingOrder } from "#domain/stage-grid/grid.ts";
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

/** What the places of the tiles depend on. Without a form it is the wall; a column that is not scrolled shows its top. */
type ShownFacts = Pick<StageFacts, "grid" | "area" | "fullTileId" | "single"> & LargeFacts;
type LargeFacts = Partial<Pick<StageFacts, "form" | "enlargedTileId" | "nearTileId" | "scrollPx" | "swipePx">>;

/** The tile that has the whole area; null = each tile has its own place. */
export function fillingTileId(facts: Pick<StageFacts, "grid" | "fullTileId" | "single"> & LargeFacts): string | null {
  const { grid, fullTileId, single } = facts;
  const [only] = single ? grid.cells : [];
  const id = fullTileId ?? only?.id ?? largeTileId(facts);
  return id !== null && cellById(grid, id) ? id : null;
}

/** In a column the tile that was opened; one at a time always one. */
function largeTileId({ grid, form, enlargedTileId, nearTileId }: Pick<StageFacts, "grid"> & LargeFacts): string | null {
  const opened = enlargedTileId ?? null;
  if (form === "column") return opened;
  if (form !== "one") return null;
  const known = [opened, nearTileId ?? null].find((id) => id !== null && cellById(grid, id));
  return known ?? inReadingOrder(grid)[0]?.id ?? null;
}

/** The tiles that are drawn: one that fills the area, else each in its cell or in the column. */
export function tileRects(facts: ShownFacts): readonly TileRect[] {
  const { grid, area } = facts;
  if (area.widthCss <= 0 || area.heightCss <= 0) return [];
  const filling = fillingTileId(facts);
  if (filling !== null) return swiped(facts, filling);
  if (facts.form === "column")
    return columnRects(grid, area.widthCss, facts.scrollPx).map(({ cell, rect }) => ({ tileId: cell.id, rect }));
  const layout = layoutOf(facts);
  return grid.cells.map((cell) => ({ tileId: cell.id, rect: cellRect(layout, cell) }));
}

/** The large picture; while a finger draws it aside, with the one that comes after it. */
function swiped({ grid, area, swipePx = 0 }: ShownFacts, tileId: string): readonly TileRect[] {
  const at = (id: string, x: number): TileRect => ({
    tileId: id,
    rect: { x, y: 0, width: area.widthCss, height: area.heightCss },
  });
  const beside = swipePx === 0 ? null : besideInOrder(grid, tileId, swipePx < 0 ? 1 : -1);
  const next = beside === null ? [] : [at(beside, swipePx + (swipePx < 0 ? area.widthCss : -area.widthCss))];
  return [at(tileId, swipePx), ...next];
}

/** The only tile that the pointer and the toolbar act on: the enlarged preview; null while there is none. */
export function enlargedTile(
  facts: Pick<StageFacts, "enlargedTileId"> & Omit<ShownFacts, "enlargedTileId">,
): TileRect | null {
  const { enlargedTileId: tileId, grid } = facts;
  if (tileId === null || fillingTileId(facts) !== null || !cellById(grid, tileId)) return null;
  return { tileId, rect: enlargedRect(facts) };
}

/** The tile that is shown alone: one that fills the area, or is enlarged; null = there is none. */
export const frontTileId = (
  facts: Pick<StageFacts, "grid" | "fullTileId" | "enlargedTileId" | "single"> & LargeFacts,
): string | null => fillingTileId(facts) ?? facts.enlargedTileId;

/** Whether a tile fills the area or is enlarged: then it has no neighbours, and no edges to pull. */
export const oneAlone = (facts: Parameters<typeof frontTileId>[0]): boolean => frontTileId(facts) !== null;

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
