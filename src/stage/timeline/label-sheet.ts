import type createREGL from "regl";
import { type Context2D, paintingContext } from "../overlay/painting-context.ts";
import { FittedTexts } from "./fitted-texts.ts";
import type { LabelInk, LabelPlace } from "./timeline-ink.ts";

const WIDTH_PX = 1024;
const HEIGHT_PX = 512;
const PADDING_PX = 1;

/**
 * Texts as texture: the 2D canvas paints each once at device pixels and it is drawn texel for pixel, so it is sharp at
 * any density. When the sheet is full it starts empty with the texts that are needed then.
 */
export class LabelSheet implements LabelInk {
  readonly texture: createREGL.Texture2D;
  /** uploads so far */
  uploads = 0;
  readonly #context: Context2D;
  readonly #places = new Map<string, LabelPlace>();
  readonly #fitted: FittedTexts;
  #next = { x: 0, y: 0, rowPx: 0 };
  /** painted and not yet on the GPU; "all": the texture came back empty */
  #fresh: LabelPlace[] | "all" = "all";

  constructor(regl: createREGL.Regl) {
    this.texture = regl.texture({ width: 1, height: 1, format: "luminance", data: [0] });
    this.#context = paintingContext(WIDTH_PX, HEIGHT_PX, { willReadFrequently: true });
    this.#fitted = new FittedTexts(this.#context);
  }

  /** The place of a text on the sheet. */
  take(text: string, font: string, lineHeightPx: number): LabelPlace {
    const key = `${font}|${text}`;
    const known = this.#places.get(key);
    if (known) return known;
    const painter = this.#context;
    painter.font = font;
    const widthPx = Math.min(WIDTH_PX, Math.ceil(painter.measureText(text).width) + 2);
    const heightPx = Math.ceil(lineHeightPx);
    const at = this.#room(widthPx, heightPx);
    painter.fillStyle = "#fff";
    painter.textBaseline = "middle";
    painter.fillText(text, at.x + 1, at.y + Math.round(heightPx / 2) + 0.5);
    const place = { text, font, ...at, widthPx, heightPx };
    this.#places.set(key, place);
    if (this.#fresh !== "all") this.#fresh.push(place);
    return place;
  }

  fit(text: string, font: string, mostPx: number): string {
    return this.#fitted.fit(text, font, mostPx);
  }

  /** Uploads the newly painted texts to the GPU, and only those. Call before drawing. */
  upload(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    this.uploads += 1;
    if (fresh === "all")
      this.texture({
        width: WIDTH_PX,
        height: HEIGHT_PX,
        format: "luminance",
        type: "uint8",
        data: this.#cover({ x: 0, y: 0, widthPx: WIDTH_PX, heightPx: HEIGHT_PX }),
      });
    else
      for (const place of fresh)
        this.texture.subimage(
          { width: place.widthPx, height: place.heightPx, data: this.#cover(place) },
          place.x,
          place.y,
        );
  }

  /** The context came back empty. */
  restored(): void {
    this.#fresh = "all";
  }

  /** How much of each texel the text covers. */
  #cover({ x, y, widthPx, heightPx }: Omit<LabelPlace, "text" | "font">): Uint8Array {
    const { data } = this.#context.getImageData(x, y, widthPx, heightPx);
    const cover = new Uint8Array(widthPx * heightPx);
    for (let index = 0; index < cover.length; index++) cover[index] = data[index * 4 + 3] as number;
    return cover;
  }

  dispose(): void {
    this.texture.destroy();
  }

  #room(widthPx: number, heightPx: number): { x: number; y: number } {
    const next = this.#next;
    if (next.x + widthPx > WIDTH_PX) {
      next.x = 0;
      next.y += next.rowPx;
      next.rowPx = 0;
    }
    if (next.y + heightPx > HEIGHT_PX) {
      this.#places.clear();
      this.#context.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
      next.x = 0;
      next.y = 0;
      next.rowPx = 0;
      this.#fresh = "all";
      this.#generation += 1;
    }
    const at = { x: next.x, y: next.y };
    next.x += widthPx + PADDING_PX;
    next.rowPx = Math.max(next.rowPx, heightPx + PADDING_PX);
    return at;
  }

  #generation = 0;
  /** Counts up when the sheet started again: earlier places are void. */
  get generation(): number {
    return this.#generation;
  }
}
