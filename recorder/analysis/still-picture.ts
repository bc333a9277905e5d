import { JpegEncoder } from "#recorder/codec/av-encoders.ts";
import { overlayOf, type PictureOverlay } from "#recorder/codec/picture-overlay.ts";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import { fitInside } from "./frame-size.ts";
import type { FeedCodec } from "./wire.ts";

/**
 * The JPEG of the last of some access units that begin with a key frame, fitted into the box (0 = no limit), with masks
 * and watermark painted over it. Throws with a line for the log when they contain no frame.
 */
export function stillPicture(
  codec: FeedCodec,
  reorders: boolean,
  units: readonly Buffer[],
  box: { readonly width: number; readonly height: number },
  over: PictureOverlay,
): Buffer {
  const decoder = new VideoDecoder(codec, { lowDelay: !reorders });
  let jpeg: Buffer | null = null;
  try {
    const last = units.length - 1;
    // Only the last frame is encoded. If that fails the frame before would have to be decoded again, so every one is
    // tried.
    const show = (frame: Parameters<Parameters<VideoDecoder["decode"]>[2]>[0], index: number): void => {
      if (Number(frame.pts) < index) return;
      const size = fitInside(frame, box);
      const encoder = new JpegEncoder(size.width, size.height);
      try {
        jpeg = encoder.encode(frame, overlayOf(over, size));
      } finally {
        encoder.close();
      }
    };
    for (const [i, unit] of units.entries()) decoder.decode(unit, i, (frame) => show(frame, last));
    decoder.drain((frame) => show(frame, last));
    if (jpeg) return jpeg;
    // The wanted frame is damaged: the key frame alone is better than nothing.
    const first = units[0];
    if (first) decoder.decode(first, 0, (frame) => show(frame, 0));
    decoder.drain((frame) => show(frame, 0));
    if (jpeg) return jpeg;
  } finally {
    decoder.close();
  }
  throw new Error(`no picture in ${units.length} access units of ${codec}`);
}
