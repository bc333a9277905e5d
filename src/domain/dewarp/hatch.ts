/** The pattern where a view shows nothing, the same in all painters. The shaders' twin of it is `chunks/hatch.glsl`. */

/** px of the target, along the stripes' normal: of one bright and one dark stripe */
export const HATCH_PERIOD_PX = 10;
const DARK = [0x23, 0x26, 0x2e] as const;
const BRIGHT = [0x34, 0x39, 0x44] as const;

/** Its colour at a point of the target, 0..255 each. The edges of its stripes are a pixel wide. */
export function hatchAt(x: number, y: number): readonly [number, number, number] {
  const turns = (x + y) / (HATCH_PERIOD_PX * Math.SQRT2);
  const fromMiddlePx = Math.abs(turns - Math.floor(turns) - 0.5) * HATCH_PERIOD_PX;
  const bright = Math.min(1, Math.max(0, HATCH_PERIOD_PX / 4 - fromMiddlePx + 0.5));
  const [red, green, blue] = DARK.map((dark, at) => dark + ((BRIGHT[at] ?? dark) - dark) * bright);
  return [red ?? 0, green ?? 0, blue ?? 0];
}
