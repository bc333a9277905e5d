/** Where the parts of the timeline lie: ruler on top, lanes below. Device px of the canvas, whole. */
import type { Rect } from "#base/geometry.ts";

export const RULER_CSS_PX = 24;
const LANE_MOST_CSS_PX = 22;
const PADDING_CSS_PX = 6;
/** Lanes lower than this have no room for their names. */
const NAME_FROM_CSS_PX = 13;

export interface LaneRows {
  readonly topPx: number;
  readonly bottomPx: number;
}
export interface TimelineLayout {
  readonly ruler: Rect;
  readonly body: Rect;
  readonly lanes: readonly LaneRows[];
  readonly namesShown: boolean;
}

export function layoutTimeline(rect: Rect, laneCount: number, devicePixelRatio: number): TimelineLayout {
  const px = (css: number): number => Math.max(1, Math.round(css * devicePixelRatio));
  const x = Math.round(rect.x);
  const y = Math.round(rect.y);
  const width = Math.round(rect.width);
  const height = Math.round(rect.height);
  const rulerHeight = Math.min(height, px(RULER_CSS_PX));
  const body = { x, y: y + rulerHeight, width, height: height - rulerHeight };
  const lanes: LaneRows[] = [];
  let laneHeight = 0;
  if (laneCount > 0 && body.height > 0) {
    const padding = px(PADDING_CSS_PX);
    const room = Math.max(1, body.height - padding);
    const slot = Math.min(px(LANE_MOST_CSS_PX), room / laneCount);
    const gap = slot >= px(10) ? px(2) : slot >= 3 ? 1 : 0;
    laneHeight = slot - gap;
    for (let index = 0; index < laneCount; index++) {
      const topPx = body.y + Math.round(index * slot);
      const bottomPx = Math.max(topPx + 1, body.y + Math.round((index + 1) * slot) - gap);
      if (bottomPx <= body.y + body.height) lanes.push({ topPx, bottomPx });
    }
  }
  return {
    ruler: { x, y, width, height: rulerHeight },
    body,
    lanes,
    namesShown: laneHeight >= px(NAME_FROM_CSS_PX),
  };
}

/** The rows of motion inside a lane: its lower part, so that recording stays visible above it. */
export const motionRows = ({ topPx, bottomPx }: LaneRows): LaneRows => ({
  topPx: Math.round(topPx + (bottomPx - topPx) * 0.45),
  bottomPx,
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
