/** The twin of the shader (`shaders/chunks/catmull-rom.glsl`), with sixteen texels instead of nine taps. */

/** The weights of four texels for a point at `f` (0..1) between the second and the third. */
export const catmullRomWeights = (f: number): readonly [number, number, number, number] => [
  (-f + 2 * f ** 2 - f ** 3) / 2,
  (2 - 5 * f ** 2 + 3 * f ** 3) / 2,
  (f + 4 * f ** 2 - 3 * f ** 3) / 2,
  (-(f ** 2) + f ** 3) / 2,
];

/**
 * The value of a picture at a point (continuous coordinates: texel centres at .5), 0..255; `texel` repeats its edge.
 */
export function catmullRomAt(texel: (x: number, y: number) => number, x: number, y: number): number {
  const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const across = catmullRomWeights(x - 0.5 - column);
  const down = catmullRomWeights(y - 0.5 - row);
  let sum = 0;
  down.forEach((dy, j) => {
    across.forEach((dx, i) => {
      sum += dx * dy * texel(column + i - 1, row + j - 1);
    });
  });
  return Math.min(255, Math.max(0, sum));
}
