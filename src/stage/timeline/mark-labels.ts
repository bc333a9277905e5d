/** Where the texts of bookmarks go: beside their flags, never over another text or flag. Device px of the canvas. */
import type { Rect } from "#base/geometry.ts";

/** A bookmark's pole with its flag, and how wide its whole text would be. */
export interface Flag {
  readonly x: number;
  /** of the flag at the top of the pole */
  readonly widthPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
  readonly textPx: number;
}

interface LabelRules {
  /** the timeline's left and right edge */
  readonly leftPx: number;
  readonly rightPx: number;
  readonly heightPx: number;
  /** between a flag and its text, and around the text */
  readonly gapPx: number;
  /** with less room than this no text is shown: two letters and an ellipsis tell nothing */
  readonly leastPx: number;
}

/**
 * A place for each flag's text: at its right if there is room, otherwise at its left, narrower than the text where the
 * room is narrower; null: no room. `taken`: what stands there already. Flags further left come first.
 */
export function placeLabels(flags: readonly Flag[], taken: readonly Rect[], rules: LabelRules): (Rect | null)[] {
  const boxes = [...taken, ...flags.map((flag) => poleOf(flag))];
  const places = new Map<Flag, Rect>();
  for (const flag of flags.toSorted((a, b) => a.x - b.x)) {
    const place = placeOf(flag, boxes, rules);
    if (!place) continue;
    boxes.push(place);
    places.set(flag, place);
  }
  return flags.map((flag) => places.get(flag) ?? null);
}

const poleOf = ({ x, widthPx, topPx, bottomPx }: Flag): Rect => ({
  x,
  y: topPx,
  width: widthPx,
  height: bottomPx - topPx,
});

function placeOf(flag: Flag, boxes: readonly Rect[], rules: LabelRules): Rect | null {
  const { leftPx, rightPx, heightPx, gapPx, leastPx } = rules;
  const rows = boxes.filter(({ y, height }) => y < flag.topPx + heightPx && y + height > flag.topPx);
  const from = flag.x + flag.widthPx + gapPx;
  const next = rows.filter(({ x, width }) => x > flag.x || x + width > from).map(({ x }) => x - gapPx);
  const room = { right: Math.min(rightPx, ...next) - from, left: 0 };
  const before = rows.filter(({ x }) => x < flag.x).map(({ x, width }) => x + width + gapPx);
  room.left = flag.x - gapPx - Math.max(leftPx, ...before);
  const least = Math.min(flag.textPx, leastPx);
  const box = (x: number, width: number): Rect => ({ x, y: flag.topPx, width, height: heightPx });
  if (room.right >= flag.textPx) return box(from, flag.textPx);
  if (room.left >= flag.textPx) return box(flag.x - gapPx - flag.textPx, flag.textPx);
  if (room.right >= least && room.right >= room.left) return box(from, room.right);
  if (room.left >= least) return box(flag.x - gapPx - room.left, room.left);
  return null;
}
