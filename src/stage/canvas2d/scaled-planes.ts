/**
 * A frame's planes, made as small as its tile and converted to RGB in one go. The browser's `drawImage` converts the
 * whole frame first and scales it then: for a main stream in a small tile that costs up to five times as much.
 */
import type { YuvToRgb } from "../gl/colour.ts";
import type { PreparedFrame } from "../gl/upload-path.ts";

/** The planes of a frame, as `copyTo` left them. */
export type PlanarFrame = Extract<PreparedFrame, { form: "i420" | "nv12" }>;

/** Shares of a texel in 1/256. */
const ONE = 256;
/** Colour factors in 1/65536. */
const FINE = 65_536;
const HALF = 32_768;

/** Where the pixels of one axis come from. */
export interface AxisPlaces {
  /** the luma sample at or before each pixel's middle; the next one exists, too */
  readonly texels: Int32Array;
  /** how far the pixel's middle is beyond it, 0..256 */
  readonly shares: Int32Array;
  /** the chroma sample under each pixel's middle */
  readonly chroma: Int32Array;
}

/**
 * The places of `count` pixels along an axis with `lengthPx` luma samples. The middle of the first pixel lies at
 * `origin` of the frame's length (0..1), the others follow at `step`.
 */
export function axisPlaces(lengthPx: number, origin: number, step: number, count: number): AxisPlaces {
  const texels = new Int32Array(count);
  const shares = new Int32Array(count);
  const chroma = new Int32Array(count);
  const last = Math.max(0, lengthPx - 2);
  const lastChroma = ((lengthPx + 1) >> 1) - 1;
  for (let at = 0; at < count; at += 1) {
    const share = origin + at * step;
    const place = Math.min(lengthPx - 1, Math.max(0, share * lengthPx - 0.5));
    texels[at] = Math.min(last, Math.floor(place));
    shares[at] = Math.round((place - (texels[at] as number)) * ONE);
    chroma[at] = Math.min(lastChroma, Math.max(0, Math.floor((share * lengthPx) / 2)));
  }
  return { texels, shares, chroma };
}

/** Fills `target` (RGBA, opaque, one pixel per column and row): luma between its four neighbours, chroma as it is. */
export function scalePlanes(
  frame: PlanarFrame,
  columns: AxisPlaces,
  rows: AxisPlaces,
  target: Uint8ClampedArray,
): void {
  const { bytes, widthPx } = frame;
  const { first, second, width, texel } = chromaOf(frame);
  const { black, luma, greenU, blueU, redV, greenV } = factorsOf(frame.yuv);
  const [lefts, rights, chromas] = [columns.texels, columns.shares, columns.chroma];
  const count = lefts.length;
  const next = widthPx > 1 ? 1 : 0;
  let to = 0;
  for (let row = 0; row < rows.texels.length; row += 1) {
    const upper = (rows.texels[row] as number) * widthPx;
    const lower = frame.heightPx > 1 ? upper + widthPx : upper;
    const below = rows.shares[row] as number;
    const above = ONE - below;
    const chromaRow = (rows.chroma[row] as number) * width * texel;
    const [rowU, rowV] = [first + chromaRow, second + chromaRow];
    for (let column = 0; column < count; column += 1) {
      const a = upper + (lefts[column] as number);
      const b = lower + (lefts[column] as number);
      const left = (bytes[a] as number) * above + (bytes[b] as number) * below;
      const right = (bytes[a + next] as number) * above + (bytes[b + next] as number) * below;
      const sample = ((left << 8) + Math.imul(right - left, rights[column] as number) + HALF) >>> 16;
      const c = (chromas[column] as number) * texel;
      const u = (bytes[rowU + c] as number) - 128;
      const v = (bytes[rowV + c] as number) - 128;
      const grey = Math.imul(sample - black, luma) + HALF;
      target[to] = (grey + Math.imul(v, redV)) >> 16;
      target[to + 1] = (grey + Math.imul(u, greenU) + Math.imul(v, greenV)) >> 16;
      target[to + 2] = (grey + Math.imul(u, blueU)) >> 16;
      target[to + 3] = 255;
      to += 4;
    }
  }
}

/** Where the samples of both colours begin, how many a row has, and how far they are apart. */
function chromaOf({ form, planes }: PlanarFrame) {
  const [, first, second] = planes;
  const offset = first?.offset ?? 0;
  const width = first?.widthPx ?? 0;
  return form === "nv12"
    ? { first: offset, second: offset + 1, width, texel: 2 }
    : { first: offset, second: second?.offset ?? offset, width, texel: 1 };
}

/** The matrix of a frame as whole numbers. */
function factorsOf({ matrix, offset }: YuvToRgb) {
  const fine = (at: number): number => Math.round((matrix[at] ?? 0) * FINE);
  return {
    black: Math.round(offset[0] * 255),
    luma: fine(0),
    greenU: fine(4),
    blueU: fine(5),
    redV: fine(6),
    greenV: fine(7),
  };
}
