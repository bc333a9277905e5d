/** What a pointer takes hold of on the timeline: the playhead, the range, or the tape itself. CSS px of the strip. */
import type { SelectionGrip } from "./selection.ts";

/** The height of the ruler, which the stage draws as high. */
export const RULER_PX = 24;
/** The playhead's handle in the ruler, around the plate with its time. */
const HEAD_HANDLE_PX = 66;

/** `pan`: the tape; `head`: the playhead. */
export type TimelineGrip = "pan" | "head" | SelectionGrip;

interface Reach {
  /** from the playhead's line */
  readonly head: number;
  /** from an edge of the range */
  readonly edge: number;
}
const REACH: Readonly<Record<"fine" | "coarse", Reach>> = {
  fine: { head: 5, edge: 9 },
  coarse: { head: 14, edge: 22 },
};

export interface GripPlace {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  /** Shift is held: a range is drawn wherever the pointer is */
  readonly shift: boolean;
  /** a mouse or pen hits finer than a finger */
  readonly pointer: "fine" | "coarse";
  /** null: outside of what is shown */
  readonly headX: number | null;
  /** the edges of the range; null: there is none */
  readonly range: readonly [number, number] | null;
}

export function gripAt(place: GripPlace): TimelineGrip {
  const { x, y, shift, range } = place;
  const inRuler = y < RULER_PX;
  const reach = REACH[place.pointer];
  if (shift) return "select";
  if (inRuler && onHandle(place)) return "head";
  const edge = range && edgeAt(x, range, reach.edge);
  if (edge) return edge;
  if (place.headX !== null && Math.abs(x - place.headX) <= reach.head && !inRuler) return "head";
  if (!inRuler) return "pan";
  return range && x > range[0] && x < range[1] ? "move" : "select";
}

/** The plate stays inside the strip, so near an edge it is not centred on its line. */
function onHandle({ x, headX, widthPx }: GripPlace): boolean {
  if (headX === null) return false;
  const half = HEAD_HANDLE_PX / 2;
  const middle = Math.min(Math.max(headX, half), Math.max(half, widthPx - half));
  return Math.abs(x - middle) <= half;
}

/** The nearer edge; of a range that is narrower than the reach, what lies outside it. */
function edgeAt(x: number, [left, right]: readonly [number, number], reach: number): "from" | "to" | null {
  const middle = (left + right) / 2;
  const isNarrow = right - left < reach * 2;
  if (x < middle) return x >= left - reach && x <= left + (isNarrow ? 0 : reach) ? "from" : null;
  return x <= right + reach && x >= right - (isNarrow ? 0 : reach) ? "to" : null;
}
