/** What is painted over pictures before they leave the recorder: privacy masks, then the watermark. */
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { Frame } from "./av-shared.ts";
import { painterOf } from "./mask-painter.ts";
import { WatermarkPainter } from "./watermark-painter.ts";

export interface PictureOverlay {
  readonly masks: readonly PrivacyMask[];
  /** absent = none */
  readonly watermark?: string | undefined;
}

export const isPainted = ({ masks, watermark }: PictureOverlay): boolean => masks.length > 0 || watermark !== undefined;

/** Undefined: nothing is to be painted. */
export function overlayOf(
  { masks, watermark }: PictureOverlay,
  size: { readonly width: number; readonly height: number },
): ((frame: Frame) => void) | undefined {
  const mask = painterOf(masks, size)?.paint;
  if (watermark === undefined) return mask;
  const mark = new WatermarkPainter(watermark, size.width, size.height).paint;
  return (frame) => {
    mask?.(frame);
    mark(frame);
  };
}
