import type { Context2D } from "../overlay/painting-context.ts";

/** Names of lanes and texts of bookmarks: every drawing needs them. */
const KEPT = 500;

/** Texts cut to a width, remembered: measuring is dear. */
export class FittedTexts {
  readonly #painter: Context2D;
  readonly #fitted = new Map<string, string>();

  constructor(painter: Context2D) {
    this.#painter = painter;
  }

  /** A text, cut with an ellipsis where it is wider than `mostPx`. */
  fit(text: string, font: string, mostPx: number): string {
    const key = `${font}|${mostPx}|${text}`;
    const known = this.#fitted.get(key);
    if (known !== undefined) return known;
    const fitted = this.#shortened(text, font, mostPx);
    if (this.#fitted.size >= KEPT) this.#fitted.clear();
    this.#fitted.set(key, fitted);
    return fitted;
  }

  #shortened(text: string, font: string, mostPx: number): string {
    this.#painter.font = font;
    const width = (part: string): number => this.#painter.measureText(part).width;
    if (width(text) <= mostPx) return text;
    let length = text.length;
    while (length > 0 && width(`${text.slice(0, length)}…`) > mostPx) length -= 1;
    return length === 0 ? "" : `${text.slice(0, length).trimEnd()}…`;
  }
}
