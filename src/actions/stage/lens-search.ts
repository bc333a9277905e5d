/** The search for a fisheye's circle in frames of its camera. */
import type { Size } from "#base/geometry.ts";
import { findCircle, type FoundCircle } from "#domain/dewarp/circle/circle.ts";
import type { Luma } from "#domain/dewarp/circle/luma.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";

/** Longer side of the searched frame: the rim is measured to a twentieth of one of its pixels. */
const SEARCH_SIDE_PX = 2048;

/** Searches one picture; it may take its pixels away. */
export type CircleFinder = (picture: Luma) => Promise<FoundCircle | null>;

export interface FoundLens {
  readonly lens: Lens;
  /** standard error of the circle, as a share of its radius */
  readonly error: number;
  /** how much of the rim was seen, 0..1 */
  readonly seen: number;
}

/**
 * Searches the per-pixel maximum of all frames added: at night and in dark corners it shows more of the circle over
 * some seconds.
 */
export class LensSearch {
  #brightest: Luma | null = null;

  /** The lens of all frames so far, null while they show no circle. A frame of another shape restarts the search. */
  add(picture: ImageBitmap): FoundLens | null {
    const luma = this.#read(picture);
    return luma && lensOf(findCircle(luma), picture, luma);
  }

  /** The same with the circle searched by somebody else, who may use the pixels up. */
  async addFor(picture: ImageBitmap, find: CircleFinder): Promise<FoundLens | null> {
    const { width, height } = picture;
    const luma = this.#read(picture);
    if (!luma) return null;
    const own = { ...luma, data: luma.data.slice() };
    return lensOf(await find(own), { width, height }, luma);
  }

  #read(picture: ImageBitmap): Luma | null {
    const share = Math.min(1, SEARCH_SIDE_PX / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * share));
    const height = Math.max(1, Math.round(picture.height * share));
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, width, height);
    const luma = lumaOf(context.getImageData(0, 0, width, height).data, width, height);
    const before = this.#brightest;
    if (before?.width === width && before.height === height) {
      for (let at = 0; at < luma.data.length; at += 1)
        luma.data[at] = Math.max(luma.data[at] ?? 0, before.data[at] ?? 0);
    }
    this.#brightest = luma;
    return luma;
  }
}

function lensOf(circle: FoundCircle | null, picture: Size, { width, height }: Size): FoundLens | null {
  if (!circle) return null;
  // Odd widths and heights do not shrink by the same factor.
  const perPx = (picture.width / width + picture.height / height) / 2;
  const lens = {
    ...DEFAULT_LENS,
    centerX: circle.cx / width,
    centerY: circle.cy / height,
    radius: (circle.r * perPx) / Math.min(picture.width, picture.height),
  };
  return { lens, error: circle.error, seen: circle.seen };
}

function lumaOf(rgba: Uint8ClampedArray, width: number, height: number): Luma {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1)
    data[at] = 0.299 * (rgba[at * 4] ?? 0) + 0.587 * (rgba[at * 4 + 1] ?? 0) + 0.114 * (rgba[at * 4 + 2] ?? 0);
  return { width, height, data };
}
