/** Which tile lies under a point of the stage area, and where a tile lies. */
import { contains, type Point, type Rect } from "#base/geometry.ts";
import { isKiosk } from "#domain/stage/deep-link.ts";
import { RESIZE_HANDLE_ZONE_PX, TOUCH_HANDLE_ZONE_PX } from "#domain/limits/stage.ts";
import { hitStage, type ResizeEdge } from "#domain/stage-grid/layout.ts";
import { enlargedTile, fillingTileId, layoutOf, tileRects } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";

/** A kiosk's stage cannot be changed, and it has no menu. */
export const isFixed = ({ opening }: StageFacts): boolean => isKiosk(opening);

/** Whether the window shows the wall as it was arranged; only there tiles have places that can be changed. */
export const isWall = ({ form }: StageFacts): boolean => form === "wall";

/** The tile (and its edge) under a point; a tile that fills the area has no edges. */
export function tileAt(
  facts: StageFacts,
  point: Point,
  touch = false,
): { tileId: string; edge: ResizeEdge | null } | null {
  const filling = fillingTileId(facts);
  if (filling !== null) return { tileId: filling, edge: null };
  const enlarged = enlargedTile(facts);
  if (enlarged) return contains(enlarged.rect, point) ? { tileId: enlarged.tileId, edge: null } : null;
  if (!isWall(facts)) {
    const at = tileRects(facts).find(({ rect }) => contains(rect, point));
    return at ? { tileId: at.tileId, edge: null } : null;
  }
  const zonePx = touch ? TOUCH_HANDLE_ZONE_PX : RESIZE_HANDLE_ZONE_PX;
  const hit = hitStage(facts.grid, layoutOf(facts), point, zonePx);
  return hit.kind === "cell" ? { tileId: hit.cell.id, edge: isFixed(facts) ? null : hit.edge } : null;
}

export function rectOf(facts: StageFacts, tileId: string): Rect | null {
  const enlarged = enlargedTile(facts);
  if (enlarged?.tileId === tileId) return enlarged.rect;
  return tileRects(facts).find((tile) => tile.tileId === tileId)?.rect ?? null;
}
