/** Brightness of pictures. */
import { clamp } from "#base/geometry.ts";

/** Brightness of a picture, row by row from the top, 0..255. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Float32Array;
}

/** The value that `share` (0..1) of all values do not exceed; 0 for no values. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = new Float32Array(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Brightness between pixels, bilinear; beyond the picture its border's. */
export function sample({ width, height, data }: Luma, x: number, y: number): number {
  const px = clamp(x - 0.5, 0, width - 1.001);
  const py = clamp(y - 0.5, 0, height - 1.001);
  const i = Math.floor(px);
  const j = Math.floor(py);
  const at = (column: number, row: number): number => data[row * width + column] ?? 0;
  const top = at(i, j) + (at(i + 1, j) - at(i, j)) * (px - i);
  const bottom = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * (px - i);
  return top + (bottom - top) * (py - j);
}
