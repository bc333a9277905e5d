import type { Size } from "#base/geometry.ts";
import type { Picture } from "#media/frame-mailbox.ts";
import type { PreparedFrame } from "../gl/upload-path.ts";
import { type Context2D, paintingContext } from "../overlay/painting-context.ts";
import type { FramePicture } from "../frame-picture.ts";

/** The frame's pixels as bytes, for views that a canvas cannot draw by itself. */
export interface PicturePixels extends Size {
  readonly rgba: Uint8ClampedArray;
}

/** A source's newest frame. The frame belongs to its slot; what is read out of it is kept until the next one. */
export class CanvasPicture implements FramePicture {
  widthPx = 0;
  heightPx = 0;
  displayWidth = 1;
  displayHeight = 1;
  frame: Picture | null = null;
  #reader: Context2D | null = null;
  #pixels: PicturePixels | null = null;

  upload(prepared: PreparedFrame): void {
    if (prepared.form !== "picture") throw new Error(`a 2D canvas cannot draw ${prepared.form}`);
    this.frame = prepared.frame.picture;
    this.widthPx = prepared.widthPx;
    this.heightPx = prepared.heightPx;
    this.displayWidth = prepared.displayWidth;
    this.displayHeight = prepared.displayHeight;
    this.#pixels = null;
  }

  release(): void {
    this.frame = null;
    this.#pixels = null;
    this.#reader = null;
  }

  /** The frame as bytes: read once per frame, however many views show it. */
  pixels(): PicturePixels | null {
    if (this.#pixels || !this.frame) return this.#pixels;
    const width = Math.round(this.displayWidth);
    const height = Math.round(this.displayHeight);
    if (this.#reader?.canvas.width !== width || this.#reader.canvas.height !== height)
      this.#reader = paintingContext(width, height, { willReadFrequently: true, alpha: false });
    this.#reader.drawImage(this.frame, 0, 0, width, height);
    this.#pixels = { width, height, rgba: this.#reader.getImageData(0, 0, width, height).data };
    return this.#pixels;
  }
}
