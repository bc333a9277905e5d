import { type Context2D, paintingContext } from "./painting-context.ts";

const KEPT_UNUSED = 256;

interface Entry<T> {
  readonly raster: T;
  users: number;
}

/** What a painter draws a canvas as: itself, or a texture of it. */
export interface RasterKind<T> {
  make(canvas: Context2D["canvas"]): T;
  destroy(raster: T): void;
}

/**
 * Text, plates and icons, painted once at device pixels by the 2D canvas (sharp and anti-aliased at any density) and
 * shared by every tile that shows the same. Unused ones are kept for a while, because a clock shows the same text again.
 */
export class RasterCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #kind: RasterKind<T>;
  readonly #measure: Context2D;

  constructor(kind: RasterKind<T>) {
    this.#kind = kind;
    this.#measure = paintingContext(1, 1);
  }

  /** The raster of `key`; painted by `paint` (device px, transparent, origin top left) when there is none yet. */
  take(key: string, widthPx: number, heightPx: number, paint: (painter: Context2D) => void): T {
    const known = this.#entries.get(key);
    if (known) {
      known.users += 1;
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.raster;
    }
    const painter = paintingContext(Math.max(1, Math.ceil(widthPx)), Math.max(1, Math.ceil(heightPx)));
    paint(painter);
    const raster = this.#kind.make(painter.canvas);
    this.#entries.set(key, { raster, users: 1 });
    this.#trim();
    return raster;
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
    for (const entry of this.#entries.values()) this.#kind.destroy(entry.raster);
    this.#entries.clear();
  }

  // Oldest first: Map keeps the order of use.
  #trim(): void {
    let unused = 0;
    for (const entry of this.#entries.values()) if (entry.users <= 0) unused += 1;
    for (const [key, entry] of this.#entries) {
      if (unused <= KEPT_UNUSED) return;
      if (entry.users > 0) continue;
      this.#kind.destroy(entry.raster);
      this.#entries.delete(key);
      unused -= 1;
    }
  }
}
