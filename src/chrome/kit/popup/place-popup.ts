import type { Point, Rect, Size } from "#base/geometry.ts";

/** the side of the anchor, then the edge that both share; start and end follow the writing direction */
export type Placement = "bottom end" | "top end" | "start top" | "end top";

interface PopupPlace extends Point {
  /** content that does not fit scrolls */
  readonly maxHeight: number;
}

/** Nothing opens closer to the window's edge than this. */
const EDGE_PX = 12;

/**
 * Where a list opens beside its anchor, all in CSS px of the window. It goes to the other side when that side has more
 * room and this one too little, and it stays inside the window.
 */
export function placePopup(
  anchor: Rect,
  popup: Size,
  window: Size,
  placement: Placement,
  offsetPx: number,
  rightToLeft: boolean,
): PopupPlace {
  const within = (at: number, size: number, room: number): number =>
    Math.max(EDGE_PX, Math.min(at, room - EDGE_PX - size));
  if (placement === "start top" || placement === "end top") {
    const before = anchor.x - offsetPx;
    const after = anchor.x + anchor.width + offsetPx;
    const left = { room: before - EDGE_PX, at: before - popup.width };
    const right = { room: window.width - EDGE_PX - after, at: after };
    const [wanted, other] = (placement === "start top") === rightToLeft ? [right, left] : [left, right];
    const { at } = popup.width > wanted.room && other.room > wanted.room ? other : wanted;
    const maxHeight = window.height - 2 * EDGE_PX;
    return {
      x: within(at, popup.width, window.width),
      y: within(anchor.y, Math.min(popup.height, maxHeight), window.height),
      maxHeight,
    };
  }
  const above = anchor.y - offsetPx - EDGE_PX;
  const below = window.height - EDGE_PX - (anchor.y + anchor.height + offsetPx);
  const [wanted, other] = placement === "bottom end" ? [below, above] : [above, below];
  const flipped = popup.height > wanted && other > wanted;
  const isBelow = (placement === "bottom end") !== flipped;
  const maxHeight = flipped ? other : wanted;
  const height = Math.min(popup.height, maxHeight);
  return {
    x: within(rightToLeft ? anchor.x : anchor.x + anchor.width - popup.width, popup.width, window.width),
    y: isBelow ? anchor.y + anchor.height + offsetPx : anchor.y - offsetPx - height,
    maxHeight,
  };
}
