/** How YUV samples (0..1) become RGB: `rgb = matrix * (yuv - offset)`, column-major for GLSL. */
export interface YuvToRgb {
  readonly matrix: readonly number[];
  readonly offset: readonly [number, number, number];
}

/** Luma weights of red and blue (ITU-R BT.601, BT.709, BT.2020). */
const WEIGHTS = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722], bt2020: [0.2627, 0.0593] } as const;

type Standard = keyof typeof WEIGHTS;

/** The browser's own guess for frames that name no matrix, so that the paths agree: BT.709. */
const standardOf = (matrix: string | null | undefined): Standard => {
  if (matrix === "smpte170m" || matrix === "bt470bg") return "bt601";
  return matrix === "bt2020-ncl" ? "bt2020" : "bt709";
};

const cache = new Map<string, YuvToRgb>();

/** Conversion for 8-bit samples; a frame that does not name its range has the limited one (16..235). */
export function yuvToRgb(space: Pick<VideoColorSpace, "matrix" | "fullRange">): YuvToRgb {
  const standard = standardOf(space.matrix);
  const full = space.fullRange === true;
  const key = `${standard}${full}`;
  const known = cache.get(key);
  if (known) return known;
  const [red, blue] = WEIGHTS[standard];
  const green = 1 - red - blue;
  const luma = full ? 1 : 255 / 219;
  const chroma = full ? 1 : 255 / 224;
  const made: YuvToRgb = {
    matrix: [
      ...[luma, luma, luma],
      ...[0, (-2 * blue * (1 - blue) * chroma) / green, 2 * (1 - blue) * chroma],
      ...[2 * (1 - red) * chroma, (-2 * red * (1 - red) * chroma) / green, 0],
    ],
    offset: [full ? 0 : 16 / 255, 128 / 255, 128 / 255],
  };
  cache.set(key, made);
  return made;
}
