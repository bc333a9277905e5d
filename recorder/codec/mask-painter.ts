/** Paints privacy masks into frames of our own: never into a decoder's, which later frames are predicted from. */
import { need } from "#base/assert.ts";
import { coveredRuns, maskCover, type Run } from "#domain/cameras/mask-cover.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { Frame } from "./av-shared.ts";

/** A dark grey that is not the black of a picture that failed, with colour difference zero. */
export const MASK_LUMA = 56;
const MASK_CHROMA = 128;

/** For frames of one size in yuv420p or yuvj420p. */
export class MaskPainter {
  readonly #luma: readonly Run[];
  readonly #chroma: readonly Run[];

  constructor(masks: readonly PrivacyMask[], widthPx: number, heightPx: number) {
    const size = { width: widthPx, height: heightPx };
    const cover = maskCover(masks, size);
    this.#luma = coveredRuns(cover, size, 1);
    this.#chroma = coveredRuns(cover, size, 2);
  }

  /** The frame must be writable, and its maker's own. */
  readonly paint = (frame: Frame): void => {
    for (const [plane, runs, value] of [
      [0, this.#luma, MASK_LUMA],
      [1, this.#chroma, MASK_CHROMA],
      [2, this.#chroma, MASK_CHROMA],
    ] as const) {
      const data = need(frame.data?.[plane], "plane");
      const stride = need(frame.linesize[plane], "stride");
      for (const { row, start, end } of runs) data.fill(value, row * stride + start, row * stride + end);
    }
  };
}

/** Painters that were made lately: previews of a wall come in a few sizes, again and again. */
const kept = new Map<string, MaskPainter>();
const MOST_KEPT = 32;

/** Null: nothing is to be painted. */
export function painterOf(
  masks: readonly PrivacyMask[] | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): MaskPainter | null {
  if (!masks || masks.length === 0) return null;
  const key = `${width}x${height} ${JSON.stringify(masks)}`;
  const painter = kept.get(key) ?? new MaskPainter(masks, width, height);
  kept.delete(key);
  kept.set(key, painter);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return painter;
}
