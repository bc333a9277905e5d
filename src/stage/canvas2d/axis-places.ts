/** Shares of a sample in 1/256. */
const ONE = 256;

/** Where the pixels of one axis come from in a plane of a frame. */
export interface AxisPlaces {
  /** the sample at or before each pixel's middle, as far as there is a next one */
  readonly texels: Int32Array;
  /** how far the pixel's middle is beyond it, 0..256 */
  readonly shares: Int32Array;
}

/**
 * The places of `count` pixels along an axis with `length` samples. The middle of the first pixel lies at `origin` of the
 * frame's length (0..1), the others follow at `step`. What lies outside of the frame is its edge.
 */
export function axisPlaces(length: number, origin: number, step: number, count: number): AxisPlaces {
  const texels = new Int32Array(count);
  const shares = new Int32Array(count);
  const last = Math.max(0, length - 2);
  for (let at = 0; at < count; at += 1) {
    const place = Math.min(length - 1, Math.max(0, (origin + at * step) * length - 0.5));
    texels[at] = Math.min(last, Math.floor(place));
    shares[at] = Math.round((place - (texels[at] as number)) * ONE);
  }
  return { texels, shares };
}
