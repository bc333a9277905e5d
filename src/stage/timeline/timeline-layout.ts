/** Where the parts of the timeline lie: ruler on top, lanes below. Device px of the canvas, whole. */
import type { Rect } from "#base/geometry.ts";
import { RULER_PX } from "#domain/timeline/strip/grips.ts";
import { planLanes } from "#domain/timeline/strip/lane-rows.ts";

export interface LaneRows {
  readonly topPx: number;
  readonly bottomPx: number;
}
export interface TimelineLayout {
  readonly ruler: Rect;
  readonly body: Rect;
  /** null: scrolled out of sight */
  readonly lanes: readonly (LaneRows | null)[];
}

/** `scrollCssPx`: how far the lanes are scrolled. */
export function layoutTimeline(
  rect: Rect,
  laneCount: number,
  devicePixelRatio: number,
  scrollCssPx = 0,
): TimelineLayout {
  const px = (css: number): number => Math.round(css * devicePixelRatio);
  const x = Math.round(rect.x);
  const y = Math.round(rect.y);
  const width = Math.round(rect.width);
  const height = Math.round(rect.height);
  const rulerHeight = Math.min(height, Math.max(1, px(RULER_PX)));
  const body = { x, y: y + rulerHeight, width, height: height - rulerHeight };
  const plan = planLanes(laneCount, body.height / devicePixelRatio, scrollCssPx);
  const gap = Math.max(1, px(2));
  const bottom = body.y + body.height;
  const lanes = Array.from({ length: laneCount }, (_, index): LaneRows | null => {
    const topPx = body.y + px(index * plan.slotPx - plan.scrollPx);
    const bottomPx = body.y + px((index + 1) * plan.slotPx - plan.scrollPx) - gap;
    if (bottomPx <= body.y || topPx >= bottom) return null;
    return { topPx: Math.max(body.y, topPx), bottomPx: Math.min(bottom, bottomPx) };
  });
  return { ruler: { x, y, width, height: rulerHeight }, body, lanes };
}

/** The rows of motion inside a lane: its lower part, so that recording stays visible above it. */
export const motionRows = ({ topPx, bottomPx }: LaneRows): LaneRows => ({
  topPx: Math.round(topPx + (bottomPx - topPx) * 0.45),
  bottomPx,
});

/** The rows of what is recorded and cannot be reached: the upper part, so that motion stays visible below it. */
export const awayRows = ({ topPx, bottomPx }: LaneRows): LaneRows => ({
  topPx,
  bottomPx: Math.round(topPx + (bottomPx - topPx) * 0.4),
});

/** The rows of the mark of what is damaged: the upper edge, so that the recording stays visible below it. */
export const damagedRows = ({ topPx, bottomPx }: LaneRows): LaneRows => ({
  topPx,
  bottomPx: Math.round(topPx + (bottomPx - topPx) * 0.25),
});

/** A stretch of a row, px. */
type Row = Pick<Rect, "x" | "width">;

/**
 * The left edge of a label on a row with another label: at its wanted place, or beside the other one, on the side of
 * its middle where there is room.
 */
export function leftBeside(wanted: Row, taken: Row, room: Row, gapPx: number): number {
  const [before, after] = [taken.x - gapPx - wanted.width, taken.x + taken.width + gapPx];
  if (wanted.x <= before || wanted.x >= after) return wanted.x;
  const isLeft = wanted.x + wanted.width / 2 < taken.x + taken.width / 2;
  if (isLeft) return before >= room.x ? before : after;
  return after + wanted.width <= room.x + room.width ? after : before;
}
