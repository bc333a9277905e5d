/**
 * The motion mask between its file and its editor. The file is a PNG: light and opaque = watched (the recorder's
 * reading). The editor keeps an image that is opaque where motion is ignored. Pixels are RGBA, row by row.
 */

/** A recorder's mask pixel counts as watched from this brightness and opacity on. */
const HALF = 128;

type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** Turns the pixels of a mask file into the editor's, in place: `tint` where motion is ignored, clear elsewhere. */
export function ignoredFromMask(pixels: Pixels, tint: readonly [number, number, number]): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const sum = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
    const watched = sum >= 3 * HALF && (pixels[at + 3] ?? 0) >= HALF;
    pixels[at] = tint[0];
    pixels[at + 1] = tint[1];
    pixels[at + 2] = tint[2];
    pixels[at + 3] = watched ? 0 : 255;
  }
}

/**
 * The way back, in place: black where motion is ignored, white where it is watched. Returns whether any of it is
 * ignored.
 */
export function maskFromIgnored(pixels: Pixels): boolean {
  let any = false;
  for (let at = 0; at < pixels.length; at += 4) {
    const ignored = (pixels[at + 3] ?? 0) >= HALF;
    any ||= ignored;
    pixels.fill(ignored ? 0 : 255, at, at + 3);
    pixels[at + 3] = 255;
  }
  return any;
}

/**
 * The smallest motion that counts, as a share of the picture's area. `objectSize` is 0..100 (document 2, default 5): a
 * squared curve, because it stands for the side of an object while the share is of an area. 0 = 0.1 %, 5 = 0.16 %, 100
 * = a quarter.
 */
export function smallestObjectShare(objectSize: number): number {
  const side = Math.min(100, Math.max(0, objectSize)) / 100;
  return 0.001 + 0.249 * side * side;
}

const PNG_BEGIN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
/** The shortest file with a header, one chunk of data and an end. */
const PNG_LEAST_BYTES = 45;
const SIDE_MOST_PX = 8192;
/**
 * Pixels of a mask that is read: a picture of 4K has no more. A file of half a megabyte can say 8192 x 8192 pixels of
 * 16 bits, and whoever decodes it needs 1.6 GB and 11 s for that.
 */
const PIXELS_MOST = 4096 * 2304;

/** Whether the file begins as a PNG that can be decoded in reasonable memory: at most 8 bits for each colour, not interlaced. */
export function isReadableMask(png: Uint8Array): boolean {
  if (png.length < PNG_LEAST_BYTES || PNG_BEGIN.some((byte, at) => png[at] !== byte)) return false;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, interlaced] = [view.getUint8(24), view.getUint8(28)];
  const isSized = width > 0 && height > 0 && Math.max(width, height) <= SIDE_MOST_PX && width * height <= PIXELS_MOST;
  return isSized && depth <= 8 && interlaced === 0;
}
