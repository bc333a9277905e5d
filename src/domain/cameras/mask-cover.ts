/** Which pixels of a picture its privacy masks cover. */
import { type Cover, isShownPart, type MaskPoint } from "./privacy-mask.ts";

/**
 * Painted around each mask, in pixels of the picture that is made: scaling mixes neighbours, and what is mixed with the
 * masked part must not be seen either. FFmpeg's filters reach less than two pixels of their output.
 */
const MARGIN_PX = 2;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One byte for each pixel, row by row: 1 = covered. With the margin, which also shrinks what is shown. */
export function maskCover(masks: readonly Cover[], { width, height }: Size): Uint8Array {
  const inPixels = ({ points }: Cover): MaskPoint[] => points.map(({ x, y }) => ({ x: x * width, y: y * height }));
  const inside = outsideOf(masks.filter(isShownPart).map(inPixels), { width, height });
  for (const corners of masks.filter((mask) => !isShownPart(mask)).map(inPixels)) {
    fill(inside, corners, { width, height });
    outline(inside, corners, { width, height });
  }
  return grown(inside, { width, height });
}

/** Every pixel that no shown part holds; none where nothing is said of shown parts. */
function outsideOf(shown: readonly (readonly MaskPoint[])[], { width, height }: Size): Uint8Array {
  const held = new Uint8Array(width * height);
  if (shown.length === 0) return held;
  for (const corners of shown) fill(held, corners, { width, height });
  return held.map((one) => 1 - one);
}

/** Every pixel whose centre the outline winds around. */
function fill(inside: Uint8Array, corners: readonly MaskPoint[], { width, height }: Size): void {
  for (let row = 0; row < height; row += 1) {
    const y = row + 0.5;
    const crossings: { x: number; turn: number }[] = [];
    for (const [i, from] of corners.entries()) {
      const to = corners[(i + 1) % corners.length] ?? from;
      if (from.y <= y === to.y <= y) continue;
      crossings.push({ x: from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x), turn: to.y > from.y ? 1 : -1 });
    }
    crossings.sort((a, b) => a.x - b.x);
    let winds = 0;
    for (const [i, { x, turn }] of crossings.entries()) {
      winds += turn;
      const end = crossings[i + 1]?.x ?? x;
      if (winds !== 0)
        inside.fill(1, row * width + clamp(Math.floor(x), width), row * width + clamp(Math.ceil(end), width));
    }
  }
}

/** Every pixel that the outline touches: thin masks cover no centre. */
function outline(inside: Uint8Array, corners: readonly MaskPoint[], { width, height }: Size): void {
  for (const [i, from] of corners.entries()) {
    const to = corners[(i + 1) % corners.length] ?? from;
    const steps = Math.max(1, Math.ceil(2 * Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))));
    for (let step = 0; step <= steps; step += 1) {
      const x = Math.floor(from.x + ((to.x - from.x) * step) / steps);
      const y = Math.floor(from.y + ((to.y - from.y) * step) / steps);
      if (x >= 0 && y >= 0 && x < width && y < height) inside[y * width + x] = 1;
    }
  }
}

const clamp = (at: number, most: number): number => Math.min(most, Math.max(0, at));

/** A run of bytes, from `start` on, `end` excluded. */
export interface Run {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** The runs of ones in a row. Whole rows are searched at once: a picture has two million pixels. */
function runsIn(plane: Uint8Array, row: number, width: number): Run[] {
  const line = plane.subarray(row * width, (row + 1) * width);
  const runs: Run[] = [];
  for (let start = line.indexOf(1); start >= 0; ) {
    const after = line.indexOf(0, start);
    const end = after < 0 ? width : after;
    runs.push({ row, start, end });
    start = line.indexOf(1, end);
  }
  return runs;
}

/** With the margin on all sides. */
function grown(inside: Uint8Array, { width, height }: Size): Uint8Array {
  const covered = new Uint8Array(inside.length);
  for (let row = 0; row < height; row += 1)
    for (const { start, end } of runsIn(inside, row, width))
      for (let near = Math.max(0, row - MARGIN_PX); near <= Math.min(height - 1, row + MARGIN_PX); near += 1)
        covered.fill(1, near * width + Math.max(0, start - MARGIN_PX), near * width + Math.min(width, end + MARGIN_PX));
  return covered;
}

/** The covered runs of a plane whose pixels stand for `step` by `step` pixels each: covered where one of them is. */
export function coveredRuns(cover: Uint8Array, { width, height }: Size, step: 1 | 2): Run[] {
  const columns = Math.ceil(width / step);
  const line = new Uint8Array(columns);
  const runs: Run[] = [];
  for (let row = 0; row < Math.ceil(height / step); row += 1) {
    line.fill(0);
    for (let source = row * step; source < Math.min(height, (row + 1) * step); source += 1)
      for (const { start, end } of runsIn(cover, source, width))
        line.fill(1, Math.floor(start / step), Math.ceil(end / step));
    for (const { start, end } of runsIn(line, 0, columns)) runs.push({ row, start, end });
  }
  return runs;
}
