/**
 * How a window shows the stage: as the wall that was arranged, as one column that scrolls, or one camera at a time. The
 * arrangement itself stays as it is. All lengths are CSS px.
 */
import type { Rect, Size } from "#base/geometry.ts";
import { CELL_ASPECT, COLUMN_BELOW_PX, GRID_GAP_PX, ONE_CAMERA_BELOW_PX } from "../limits/stage.ts";
import { type ClaimedCell, inReadingOrder, type StageGrid } from "./grid.ts";

export type StageForm = "wall" | "column" | "one";

/** The form for a window; `coarse`: its main pointer is a finger. */
export function stageForm(window: { readonly widthPx: number; readonly heightPx: number }, coarse: boolean): StageForm {
  const { widthPx, heightPx } = window;
  if (coarse && widthPx > heightPx && heightPx < ONE_CAMERA_BELOW_PX) return "one";
  return widthPx < COLUMN_BELOW_PX ? "column" : "wall";
}

/** The tiles of the column in reading order, at the full width of the stage; `scrollPx` of it have gone up. */
export function columnRects(
  grid: StageGrid,
  widthPx: number,
  scrollPx = 0,
): readonly { readonly cell: ClaimedCell; readonly rect: Rect }[] {
  const height = widthPx / CELL_ASPECT;
  return inReadingOrder(grid).map((cell, at) => ({
    cell,
    rect: { x: 0, y: at * (height + GRID_GAP_PX) - scrollPx, width: widthPx, height },
  }));
}

/** Whether a part of a rectangle lies in an area from 0, 0. */
export const isInSight = ({ x, y, width, height }: Rect, area: Size): boolean =>
  x < area.width && y < area.height && x + width > 0 && y + height > 0;

/** The camera that the user looks at in a scrolled column: of those that are seen best, the first. */
export function nearestCellId(grid: StageGrid, area: Size, scrollPx: number): string | null {
  let nearest: { readonly id: string; readonly seenPx: number } | null = null;
  for (const { cell, rect } of columnRects(grid, area.width, scrollPx)) {
    const seenPx = Math.min(rect.y + rect.height, area.height) - Math.max(rect.y, 0);
    if (seenPx > 0 && seenPx > (nearest?.seenPx ?? 0) + 1) nearest = { id: cell.id, seenPx };
  }
  return nearest?.id ?? null;
}

/** How far the column is scrolled so that a cell is seen whole; it stays where it is when the cell is seen already. */
export function scrollToCell(grid: StageGrid, id: string, area: Size, scrollPx: number): number {
  const rect = columnRects(grid, area.width).find(({ cell }) => cell.id === id)?.rect;
  if (!rect) return scrollPx;
  if (rect.y < scrollPx) return rect.y;
  return Math.max(scrollPx, rect.y + rect.height - area.height);
}

/** The camera before (-1) or after (1) another one in reading order; null at the ends. */
export function besideInOrder(grid: StageGrid, id: string, direction: 1 | -1): string | null {
  const order = inReadingOrder(grid);
  const at = order.findIndex((cell) => cell.id === id);
  return at < 0 ? null : (order[at + direction]?.id ?? null);
}

/** A swipe goes on to the next camera after this share of the width. */
const SWIPE_SHARE = 0.25;
/** A short swipe counts when it is faster than this, px per ms, and longer than this, px. */
const FLICK = { speed: 0.4, px: 24 };
/** A finger that has moved down by this far puts the large picture back. */
const AWAY_PX = 80;

/** What a finger that was lifted wanted of the large picture. */
export function swipeEnd(
  by: { readonly x: number; readonly y: number },
  ms: number,
  widthPx: number,
): "next" | "previous" | "back" | "stay" {
  const [far, down] = [Math.abs(by.x), by.y];
  if (Math.abs(down) > far) return down > AWAY_PX ? "back" : "stay";
  const isFlick = far > FLICK.px && far / Math.max(1, ms) > FLICK.speed;
  if (far < widthPx * SWIPE_SHARE && !isFlick) return "stay";
  return by.x < 0 ? "next" : "previous";
}
