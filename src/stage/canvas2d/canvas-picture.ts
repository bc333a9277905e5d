import type { Size } from "#base/geometry.ts";
import type { PicturePixels } from "#domain/dewarp/pixels/table.ts";
import type { PreparedFrame } from "../gl/upload-path.ts";
import { type Context2D, paintingContext } from "../overlay/painting-context.ts";
import type { FramePicture } from "../frame-picture.ts";
import { axisOf, type PlanarFrame, type PlaneScaler } from "./plane-scaler.ts";

/** A source's newest frame. The frame belongs to its slot; what is made of it is kept until the next one. */
export class CanvasPicture implements FramePicture {
  widthPx = 0;
  heightPx = 0;
  displayWidth = 1;
  displayHeight = 1;
  #prepared: PreparedFrame | null = null;
  /** as large as the frame: it reads a frame out, or holds its bytes */
  #whole: Context2D | null = null;
  #pixels: PicturePixels | null = null;
  #image: CanvasImageSource | null = null;
  readonly #scaler: PlaneScaler | null;

  /** `scaler`: null where no frame is kept as planes */
  constructor(scaler: PlaneScaler | null) {
    this.#scaler = scaler;
  }

  get empty(): boolean {
    return this.#prepared === null;
  }

  /** The frame's planes, where they are what is kept of it. */
  get planes(): PlanarFrame | null {
    const prepared = this.#prepared;
    return prepared?.form === "i420" || prepared?.form === "nv12" ? prepared : null;
  }

  upload(prepared: PreparedFrame): boolean {
    this.#prepared = prepared;
    this.widthPx = prepared.widthPx;
    this.heightPx = prepared.heightPx;
    this.displayWidth = prepared.displayWidth;
    this.displayHeight = prepared.displayHeight;
    this.#pixels = null;
    this.#image = null;
    return true;
  }

  release(): void {
    this.#prepared = null;
    this.#pixels = null;
    this.#image = null;
    this.#whole = null;
  }

  /** The whole frame to draw from, and in which size it is told where. */
  image(): { readonly source: CanvasImageSource; readonly size: Size } | null {
    const prepared = this.#prepared;
    if (!prepared) return null;
    if (prepared.form === "picture")
      return { source: prepared.frame.image, size: { width: this.displayWidth, height: this.displayHeight } };
    const pixels = this.pixels();
    if (!pixels) return null;
    if (!this.#image) {
      const whole = this.#wholeOf(pixels);
      whole.putImageData(new ImageData(pixels.rgba, pixels.width, pixels.height), 0, 0);
      this.#image = whole.canvas;
    }
    return { source: this.#image, size: pixels };
  }

  /** The frame as bytes: read once per frame, however many views show it. */
  pixels(): PicturePixels | null {
    const prepared = this.#prepared;
    if (this.#pixels || !prepared) return this.#pixels;
    this.#pixels = prepared.form === "picture" ? this.#read(prepared.frame.image) : this.#bytesOf(prepared);
    return this.#pixels;
  }

  #read(picture: CanvasImageSource): PicturePixels {
    const size = { width: Math.round(this.displayWidth), height: Math.round(this.displayHeight) };
    const whole = this.#wholeOf(size);
    whole.drawImage(picture, 0, 0, size.width, size.height);
    return { ...size, rgba: whole.getImageData(0, 0, size.width, size.height).data };
  }

  #wholeOf({ width, height }: Size): Context2D {
    if (this.#whole?.canvas.width !== width || this.#whole.canvas.height !== height)
      this.#whole = paintingContext(width, height, { willReadFrequently: true, alpha: false });
    return this.#whole;
  }

  #bytesOf(prepared: Exclude<PreparedFrame, { form: "picture" }>): PicturePixels | null {
    const { widthPx, heightPx, bytes } = prepared;
    if (prepared.form === "rgba") {
      const rgba = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, widthPx * heightPx * 4);
      return { width: widthPx, height: heightPx, rgba };
    }
    const width = Math.round(prepared.displayWidth);
    const height = Math.round(prepared.displayHeight);
    const columns = axisOf(widthPx, 0.5 / width, 1 / width, width);
    const rows = axisOf(heightPx, 0.5 / height, 1 / height, height);
    // The scaler writes its next picture over this one.
    const rgba = this.#scaler?.scale(prepared, columns, rows).slice();
    return rgba ? { width, height, rgba } : null;
  }
}
