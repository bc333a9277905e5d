/** The pattern where a dewarped view shows nothing: outside of the lens's circle, or of the picture. */
import type { Rect } from "#base/geometry.ts";

/** a tap's texel where it finds nothing */
export const NOTHING = -1;

export interface Hatch {
  /** pixels of the covered rectangle, row by row */
  readonly pixels: Uint32Array;
  /** three bytes for each */
  readonly colours: Uint8Array;
}

/** px of the target, along the stripes' normal: of one bright and one dark stripe */
const HATCH_PERIOD_PX = 10;
const DARK = [0x23, 0x26, 0x2e] as const;
const BRIGHT = [0x34, 0x39, 0x44] as const;

/**
 * The pattern where a view shows nothing, the same in all painters (`chunks/hatch.glsl`): its colour at a point of the
 * target, 0..255 each. The edges of its stripes are a pixel wide.
 */
export function hatchAt(x: number, y: number): readonly [number, number, number] {
  const bright = brightAt(x, y);
  const [red, green, blue] = DARK.map((dark, at) => dark + ((BRIGHT[at] ?? dark) - dark) * bright);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** 0 in the middle of a dark stripe, 1 in that of a bright one */
function brightAt(x: number, y: number): number {
  const turns = (x + y) / (HATCH_PERIOD_PX * Math.SQRT2);
  const fromMiddlePx = Math.abs(turns - Math.floor(turns) - 0.5) * HATCH_PERIOD_PX;
  return Math.min(1, Math.max(0, HATCH_PERIOD_PX / 4 - fromMiddlePx + 0.5));
}

/** The pattern where taps find nothing; null: all find something. It stands still in the target, whatever the view does. */
export function hatchOf({ x, y, width }: Rect, taps: number, texels: Int32Array): Hatch | null {
  const missing = new Uint8Array(texels.length / taps);
  let count = 0;
  for (let pixel = 0, tap = 0; pixel < missing.length; pixel += 1) {
    let found = 0;
    for (const end = tap + taps; tap < end; tap += 1) if (texels[tap] !== NOTHING) found += 1;
    missing[pixel] = taps - found;
    if (found < taps) count += 1;
  }
  if (count === 0) return null;
  const pixels = new Uint32Array(count);
  const colours = new Uint8Array(count * 3);
  for (let pixel = 0, at = 0; at < count; pixel += 1) {
    const share = (missing[pixel] as number) / taps;
    if (share === 0) continue;
    const bright = brightAt(x + (pixel % width) + 0.5, y + Math.floor(pixel / width) + 0.5);
    pixels[at] = pixel;
    for (let part = 0; part < 3; part += 1) {
      const dark = DARK[part] as number;
      colours[at * 3 + part] = Math.round((dark + ((BRIGHT[part] as number) - dark) * bright) * share);
    }
    at += 1;
  }
  return { pixels, colours };
}

/** Adds the pattern to the pixels of a view, which are black there. */
export function addHatch({ pixels, colours }: Hatch, target: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 1) {
    const to = (pixels[at] as number) * 4;
    target[to] = (target[to] as number) + (colours[at * 3] as number);
    target[to + 1] = (target[to + 1] as number) + (colours[at * 3 + 1] as number);
    target[to + 2] = (target[to + 2] as number) + (colours[at * 3 + 2] as number);
  }
}
