import { CanvasSource, DOMAdapter, Texture } from "pixi.js";

/** What a painter draws on: a worker's or a window's 2D context. */
export type Painter = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const KEPT_UNUSED = 256;

interface Entry {
  readonly texture: Texture;
  users: number;
}

/**
 * Text, plates and icons, painted once at device pixels by the 2D canvas (sharp and anti-aliased at any density) and
 * shared as textures by every tile that shows the same. Unused textures are kept for a while, because a clock shows the
 * same text again.
 */
export class RasterCache {
  readonly #entries = new Map<string, Entry>();
  readonly #measure: Painter;

  constructor() {
    this.#measure = context(1, 1);
  }

  /** The texture of `key`; painted by `paint` (device px, transparent, origin top left) when there is none yet. */
  take(key: string, widthPx: number, heightPx: number, paint: (painter: Painter) => void): Texture {
    const known = this.#entries.get(key);
    if (known) {
      known.users += 1;
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.texture;
    }
    const painter = context(Math.max(1, Math.ceil(widthPx)), Math.max(1, Math.ceil(heightPx)));
    paint(painter);
    const source = new CanvasSource({ resource: painter.canvas, resolution: 1, scaleMode: "nearest" });
    const texture = new Texture({ source });
    this.#entries.set(key, { texture, users: 1 });
    this.#trim();
    return texture;
  }

  give(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.users -= 1;
  }

  /** Width in px of a text in a canvas font. */
  widthOf(text: string, font: string): number {
    this.#measure.font = font;
    return this.#measure.measureText(text).width;
  }

  /** The text, or its beginning with an ellipsis, so that it is at most `maxPx` wide; empty when nothing fits. */
  fit(text: string, font: string, maxPx: number): string {
    if (maxPx <= 0) return "";
    if (this.widthOf(text, font) <= maxPx) return text;
    const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
    let low = 0;
    let high = letters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.widthOf(`${letters.slice(0, middle).join("").trimEnd()}…`, font) <= maxPx) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? "" : `${letters.slice(0, low).join("").trimEnd()}…`;
  }

  dispose(): void {
    for (const entry of this.#entries.values()) entry.texture.destroy(true);
    this.#entries.clear();
  }

  // Oldest first: Map keeps the order of use.
  #trim(): void {
    let unused = 0;
    for (const entry of this.#entries.values()) if (entry.users <= 0) unused += 1;
    for (const [key, entry] of this.#entries) {
      if (unused <= KEPT_UNUSED) return;
      if (entry.users > 0) continue;
      entry.texture.destroy(true);
      this.#entries.delete(key);
      unused -= 1;
    }
  }
}

function context(widthPx: number, heightPx: number): Painter {
  const canvas = DOMAdapter.get().createCanvas(widthPx, heightPx);
  const made: unknown = canvas.getContext("2d");
  if (
    made instanceof OffscreenCanvasRenderingContext2D ||
    (typeof CanvasRenderingContext2D !== "undefined" && made instanceof CanvasRenderingContext2D)
  ) {
    return made;
  }
  throw new Error("no 2D canvas in this thread");
}
