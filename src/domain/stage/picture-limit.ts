/** Where a fisheye's view shows nothing: outside of the lens's circle, or where the picture cuts the circle. */
import type { Point, Rect, Size } from "#base/geometry.ts";
import { type Lens, lensCircle, lensPoint } from "../dewarp/lens.ts";
import { apply, headingDirection } from "../dewarp/mount.ts";
import type { DewarpScene } from "../dewarp/scene.ts";
import { type DewarpView, dewarpViews, withoutRoll } from "../dewarp/views.ts";

/** Cells across a view and down: a rim that bends is followed to a pixel of a large tile. */
const COLUMNS = 48;
const ROWS = 27;
/** Halvings of a cell's edge where the limit crosses it. */
const HALVINGS = 4;

interface PictureLimit {
  /** closed outlines, px of the rectangle's frame; together they cover what shows nothing, without overlap */
  readonly outside: readonly (readonly Point[])[];
  /** of the views, 0..1 */
  readonly share: number;
}

/** What of a scene in this rectangle the picture does not hold; the bars beside a panorama's strip are no part of it. */
export function pictureLimit(scene: DewarpScene, rect: Rect, picture: Size): PictureLimit {
  const outside: (readonly Point[])[] = [];
  let whole = 0;
  for (const view of dewarpViews(scene, rect)) {
    const place = view.kind === "panorama" ? view.strip : view.rect;
    if (place.width <= 0 || place.height <= 0) continue;
    whole += place.width * place.height;
    outside.push(...outsideOf(place, depthIn(view, scene.lens, picture, place)));
  }
  const hidden = outside.reduce((sum, outline) => sum + areaOf(outline), 0);
  return { outside, share: whole === 0 ? 0 : hidden / whole };
}

/** How deep a place of the view lies in what the picture holds of the circle, in radii; below 0 it shows nothing. */
function depthIn(view: DewarpView, lens: Lens, picture: Size, place: Rect): (at: Point) => number {
  const plain = withoutRoll(lens);
  const { cx, cy, rx, ry } = lensCircle(lens, picture);
  return ({ x, y }) => {
    const [across, down] = [x - place.x, y - place.y];
    const at = lensPoint(plain, directionOf(view, across, down, place));
    const [right, below] = [cx / rx + at.x, cy / ry + at.y];
    return Math.min(1 - Math.hypot(at.x, at.y), right, picture.width / rx - right, below, picture.height / ry - below);
  };
}

function directionOf(view: DewarpView, across: number, down: number, place: Rect) {
  if (view.kind === "perspective") return apply(view.screenToLens, [across, down, 1]);
  const [heading, span, top, height] = view.angles;
  const direction = headingDirection(heading + (span * across) / place.width, top + (height * down) / place.height);
  return apply(view.worldToLens, direction);
}

/** The part of each cell that lies outside; cells that are outside as a whole are joined row by row. */
function outsideOf(place: Rect, depth: (at: Point) => number): readonly (readonly Point[])[] {
  const columnAt = (column: number): number => place.x + (place.width * column) / COLUMNS;
  const rowAt = (row: number): number => place.y + (place.height * row) / ROWS;
  const depths = Array.from({ length: ROWS + 1 }, (_, row) =>
    Array.from({ length: COLUMNS + 1 }, (_unused, column) => depth({ x: columnAt(column), y: rowAt(row) })),
  );
  const parts: (readonly Point[])[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    let from: number | null = null;
    for (let column = 0; column <= COLUMNS; column += 1) {
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ].map(([x = 0, y = 0]) => ({ x: columnAt(x), y: rowAt(y), depth: depths[y]?.[x] ?? 0 }));
      const seen = column < COLUMNS ? corners.filter((corner) => corner.depth >= 0).length : 4;
      if (seen === 0) from ??= column;
      else if (from !== null) {
        parts.push(boxOf(columnAt(from), rowAt(row), columnAt(column), rowAt(row + 1)));
        from = null;
      }
      if (seen > 0 && seen < 4) parts.push(cutOff(corners, depth));
    }
  }
  return parts;
}

const boxOf = (left: number, top: number, right: number, bottom: number): readonly Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

type Corner = Point & { readonly depth: number };

/** What of a cell lies outside: its corners there, and the points of its edges that the limit crosses. */
function cutOff(corners: readonly Corner[], depth: (at: Point) => number): readonly Point[] {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const own = corner.depth < 0 ? [{ x: corner.x, y: corner.y }] : [];
    return corner.depth < 0 === next.depth < 0 ? own : [...own, crossing(corner, next, depth)];
  });
}

function crossing(one: Corner, other: Corner, depth: (at: Point) => number): Point {
  let [inside, beyond]: [Point, Point] = one.depth >= 0 ? [one, other] : [other, one];
  const middle = (): Point => ({ x: (inside.x + beyond.x) / 2, y: (inside.y + beyond.y) / 2 });
  for (let round = 0; round < HALVINGS; round += 1) {
    const at = middle();
    if (depth(at) >= 0) inside = at;
    else beyond = at;
  }
  return middle();
}

/** The area of a closed outline without crossings. */
function areaOf(outline: readonly Point[]): number {
  let twice = 0;
  for (const [index, { x, y }] of outline.entries()) {
    const next = outline[(index + 1) % outline.length] ?? { x, y };
    twice += x * next.y - next.x * y;
  }
  return Math.abs(twice) / 2;
}
