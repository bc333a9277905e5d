/** The motion mask while it is edited: a picture of the stream's size that is opaque where motion is ignored. */
import type { Point, Size } from "#base/geometry.ts";
import type { MaskMode } from "#domain/cameras/motion-config.ts";
import { ignoredFromMask, maskFromIgnored } from "#domain/cameras/motion-mask.ts";

/** The colour of ignored regions; it is the same over every picture and in both themes. */
const TINT = [255, 64, 96] as const;
const FILL = `rgb(${TINT.join(" ")})`;

export class MaskPainting {
  readonly canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;

  /** At first nothing is ignored. Throws where there is no 2D canvas. */
  constructor({ width, height }: Size) {
    this.canvas = new OffscreenCanvas(width, height);
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no 2D canvas");
    this.#context = context;
  }

  /** Loads a mask file of any size. False: the file is not a picture, and nothing has changed. */
  async load(file: Blob): Promise<boolean> {
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) return false;
    const { width, height } = this.canvas;
    const context = this.#context;
    this.clear();
    context.imageSmoothingEnabled = false;
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const pixels = context.getImageData(0, 0, width, height);
    ignoredFromMask(pixels.data, TINT);
    context.putImageData(pixels, 0, 0);
    return true;
  }

  /** One stroke of a round brush, `diameter` px of the picture wide. */
  stroke(from: Point, to: Point, diameter: number, mode: MaskMode): void {
    const context = this.#context;
    context.globalCompositeOperation = mode === "draw" ? "source-over" : "destination-out";
    context.strokeStyle = FILL;
    context.lineCap = "round";
    context.lineWidth = diameter;
    context.beginPath();
    context.moveTo(from.x, from.y);
    // A line without length would be drawn without caps.
    context.lineTo(to.x + (from.x === to.x && from.y === to.y ? 0.01 : 0), to.y);
    context.stroke();
    context.globalCompositeOperation = "source-over";
  }

  clear(): void {
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  fill(): void {
    this.#context.fillStyle = FILL;
    this.#context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  ignores({ x, y }: Point): boolean {
    return (this.#context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data[3] ?? 0) >= 128;
  }

  /** The mask in the form that the recorder expects; null = the whole picture is watched. */
  async toPng(): Promise<Blob | null> {
    const { width, height } = this.canvas;
    const pixels = this.#context.getImageData(0, 0, width, height);
    if (!maskFromIgnored(pixels.data)) return null;
    const copy = new OffscreenCanvas(width, height);
    copy.getContext("2d")?.putImageData(pixels, 0, 0);
    return copy.convertToBlob({ type: "image/png" });
  }
}
