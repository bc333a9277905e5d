import type { Rect } from "#base/geometry.ts";

/** Pixels as RGBA rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Reads a rectangle (px, y down) of the bound framebuffer, which is `heightPx` high. */
export function readRect(gl: WebGL2RenderingContext, heightPx: number, rect: Rect): Pixels {
  const { x, y, width, height } = rect;
  const bottomUp = new Uint8Array(width * height * 4);
  gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
  gl.readPixels(x, heightPx - y - height, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bottomUp);
  const rgba = new Uint8Array(bottomUp.length);
  const stride = width * 4;
  for (let row = 0; row < height; row++) {
    rgba.set(bottomUp.subarray((height - 1 - row) * stride, (height - row) * stride), row * stride);
  }
  return { width, height, rgba };
}

/** The pixels as a PNG file. Null where the thread has no 2D canvas. */
export async function toPng({ width, height, rgba }: Pixels): Promise<Blob | null> {
  const data = new ImageData(new Uint8ClampedArray(rgba.buffer), width, height);
  if (typeof OffscreenCanvas !== "undefined") {
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.putImageData(data, 0, 0);
    return canvas.convertToBlob({ type: "image/png" });
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.putImageData(data, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
