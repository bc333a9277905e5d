/** Where each pixel of a fisheye view comes from: made once per view, then a lookup per pixel and frame. */
import type { Rect, Size } from "#base/geometry.ts";
import { addHatch, type Hatch, hatchOf, NOTHING } from "./hatch.ts";
import { type Lens, lensCircle } from "../lens.ts";
import { meshGrid, meshLensPoints } from "../mesh/mesh.ts";
import { circleRadiusPx, type DewarpView } from "../views.ts";

/** A frame's pixels, four bytes each. */
export interface PicturePixels extends Size {
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** Shares of a pixel in 1/256. */
const ONE = 256;
/** One tap in the middle of a pixel, or four on a rotated grid (as the shaders do): a dense source would shimmer. */
const TAPS = {
  1: [[0.5, 0.5]],
  4: [
    [0.625, 0.875],
    [0.375, 0.125],
    [0.875, 0.375],
    [0.125, 0.625],
  ],
} as const;
type Taps = keyof typeof TAPS;

export interface DewarpTable {
  /** the pixels of the target that the view covers */
  readonly covered: Rect;
  readonly taps: Taps;
  /** per pixel and tap: the texel up and left of its point, or -1 for black */
  readonly texels: Int32Array;
  /** per pixel and tap: how far the point is right of and below that texel's middle, 0..255 each */
  readonly shares: Uint8Array;
  /** what is added where taps find nothing; null: it stays black */
  readonly hatch: Hatch | null;
}

/** The table of a view for a picture of this size. */
export function dewarpTable(view: DewarpView, lens: Lens, picture: Size, taps: Taps, hatched = false): DewarpTable {
  const whole = view.kind === "panorama" ? view.strip : view.rect;
  const covered = wholePixels(whole);
  const { width, height } = covered;
  const texels = new Int32Array(width * height * taps).fill(NOTHING);
  const shares = new Uint8Array(width * height * taps * 2);
  if (width === 0 || height === 0) return { covered, taps, texels, shares, hatch: null };
  const at = { covered, whole, taps: TAPS[taps] };
  fillPoints(meshOf(view, lens, picture), at, lensCircle(lens, picture), picture, texels, shares);
  return { covered, taps, texels, shares, hatch: hatched ? hatchOf(covered, taps, texels) : null };
}

interface Mesh {
  readonly columns: number;
  readonly rows: number;
  /** three values for each corner: x, y and distance from the lens's middle, in radii */
  readonly points: Float32Array;
}

function meshOf(view: DewarpView, lens: Lens, picture: Size): Mesh {
  const [columns, rows] = meshGrid(view, lens, circleRadiusPx(lens, picture));
  return { columns, rows, points: meshLensPoints(view, lens, columns, rows) };
}

interface Places {
  readonly covered: Rect;
  readonly whole: Rect;
  readonly taps: readonly (readonly [number, number])[];
}

/**
 * Points of the source by places of the target, interpolated between those of a mesh; nothing outside of circle and picture.
 * A tile's first picture waits for it, and each move of a view: it makes no object per pixel, and works out what a column of
 * pixels has in common once.
 */
function fillPoints(
  { columns, rows, points }: Mesh,
  { covered, whole, taps }: Places,
  { cx, cy, rx, ry }: ReturnType<typeof lensCircle>,
  picture: Size,
  texels: Int32Array,
  shares: Uint8Array,
): void {
  const stride = (columns + 1) * 3;
  const [mostLeft, mostTop] = [picture.width - 1.004, picture.height - 1.004];
  const corners = new Int32Array(covered.width * taps.length);
  const besides = new Float64Array(covered.width * taps.length);
  for (let column = 0; column < corners.length; column += 1) {
    const x = covered.x + Math.floor(column / taps.length) + (taps[column % taps.length]?.[0] ?? 0);
    const across = ((x - whole.x) / whole.width) * columns;
    const cell = Math.min(columns - 1, Math.max(0, Math.floor(across)));
    corners[column] = cell * 3;
    besides[column] = across - cell;
  }
  for (let tap = 0; tap < taps.length; tap += 1) {
    const below = taps[tap]?.[1] ?? 0;
    for (let y = 0; y < covered.height; y += 1) {
      const down = ((covered.y + y + below - whole.y) / whole.height) * rows;
      const row = Math.min(rows - 1, Math.max(0, Math.floor(down)));
      const fy = down - row;
      const gy = 1 - fy;
      let to = y * corners.length + tap;
      for (let column = tap; column < corners.length; column += taps.length, to += taps.length) {
        const a = row * stride + (corners[column] as number);
        const c = a + stride;
        const fx = besides[column] as number;
        const gx = 1 - fx;
        const lensX =
          ((points[a] as number) * gx + (points[a + 3] as number) * fx) * gy +
          ((points[c] as number) * gx + (points[c + 3] as number) * fx) * fy;
        const lensY =
          ((points[a + 1] as number) * gx + (points[a + 4] as number) * fx) * gy +
          ((points[c + 1] as number) * gx + (points[c + 4] as number) * fx) * fy;
        const away =
          ((points[a + 2] as number) * gx + (points[a + 5] as number) * fx) * gy +
          ((points[c + 2] as number) * gx + (points[c + 5] as number) * fx) * fy;
        // Straight behind the lens, points jump from side to side: one between two of them may lie in the middle, but its
        // distance never does.
        if (lensX * lensX + lensY * lensY > 1 || away > 1.02) continue;
        const sourceX = cx + rx * lensX;
        const sourceY = cy + ry * lensY;
        if (sourceX < 0 || sourceY < 0 || sourceX > picture.width || sourceY > picture.height) continue;
        const left = Math.min(mostLeft, Math.max(0, sourceX - 0.5));
        const top = Math.min(mostTop, Math.max(0, sourceY - 0.5));
        const texelX = Math.floor(left);
        const texelY = Math.floor(top);
        texels[to] = texelY * picture.width + texelX;
        shares[to * 2] = (left - texelX) * ONE;
        shares[to * 2 + 1] = (top - texelY) * ONE;
      }
    }
  }
}

/**
 * Fills `target` (as large as the covered rectangle) with the view of a frame, black or hatched outside of the circle. Four taps of a
 * view that moves take the nearest texel each: together they are as smooth, at a quarter of the cost.
 */
export function mapPixels(table: DewarpTable, picture: PicturePixels, target: Uint8ClampedArray, still: boolean): void {
  if (table.taps === 4 && !still) mapNearest(table, picture, target);
  else mapBetween(table, picture, target);
  if (table.hatch) addHatch(table.hatch, target);
}

function mapNearest({ texels, shares }: DewarpTable, { width, rgba }: PicturePixels, target: Uint8ClampedArray): void {
  for (let to = 0, tap = 0; to < target.length; to += 4) {
    let [red, green, blue] = [0, 0, 0];
    for (const end = tap + 4; tap < end; tap += 1) {
      const texel = texels[tap] as number;
      if (texel === NOTHING) continue;
      const right = (shares[tap * 2] as number) >> 7;
      const below = (shares[tap * 2 + 1] as number) >> 7;
      const from = (texel + right + below * width) * 4;
      red += rgba[from] as number;
      green += rgba[from + 1] as number;
      blue += rgba[from + 2] as number;
    }
    target[to] = red / 4;
    target[to + 1] = green / 4;
    target[to + 2] = blue / 4;
    target[to + 3] = 255;
  }
}

function mapBetween(table: DewarpTable, { width, rgba }: PicturePixels, target: Uint8ClampedArray): void {
  const { taps, texels, shares } = table;
  const stride = width * 4;
  const whole = ONE * ONE * taps;
  for (let to = 0, tap = 0; to < target.length; to += 4) {
    let [red, green, blue] = [0, 0, 0];
    for (const end = tap + taps; tap < end; tap += 1) {
      const texel = texels[tap] as number;
      if (texel === NOTHING) continue;
      const right = shares[tap * 2] as number;
      const below = shares[tap * 2 + 1] as number;
      const a = (ONE - right) * (ONE - below);
      const b = right * (ONE - below);
      const c = (ONE - right) * below;
      const d = right * below;
      const upper = texel * 4;
      const lower = upper + stride;
      red += (rgba[upper] as number) * a + (rgba[upper + 4] as number) * b;
      red += (rgba[lower] as number) * c + (rgba[lower + 4] as number) * d;
      green += (rgba[upper + 1] as number) * a + (rgba[upper + 5] as number) * b;
      green += (rgba[lower + 1] as number) * c + (rgba[lower + 5] as number) * d;
      blue += (rgba[upper + 2] as number) * a + (rgba[upper + 6] as number) * b;
      blue += (rgba[lower + 2] as number) * c + (rgba[lower + 6] as number) * d;
    }
    target[to] = red / whole;
    target[to + 1] = green / whole;
    target[to + 2] = blue / whole;
    target[to + 3] = 255;
  }
}

function wholePixels({ x, y, width, height }: Rect): Rect {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
