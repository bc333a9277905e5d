import type { OverlayStyle } from "./overlay-style.ts";
import type { Context2D } from "./painting-context.ts";
import { paintText } from "./plate.ts";

const LIVE = "LIVE";

/** The badges of a tile side by side; the one for live has a dot before its text. */
export class BadgeRow {
  readonly #style: OverlayStyle;
  readonly #textWidth: (text: string, font: string) => number;

  constructor(style: OverlayStyle, textWidth: (text: string, font: string) => number) {
    this.#style = style;
    this.#textWidth = textWidth;
  }

  /** As many of the badges as have room on a plate of this width, from the first on. */
  fitting(badges: readonly string[], room: number): readonly string[] {
    for (let count = badges.length; count > 0; count--) {
      const kept = badges.slice(0, count);
      if (this.widthOf(kept) <= room) return kept;
    }
    return [];
  }

  /** The width of a plate with these badges, px. */
  widthOf(badges: readonly string[]): number {
    const style = this.#style;
    const texts = badges.reduce((sum, badge) => {
      const dot = badge === LIVE ? this.#dotPx + style.platePaddingPx / 2 : 0;
      return sum + dot + this.#textWidth(badge, style.badgeFont);
    }, 0);
    return Math.ceil(texts + (badges.length - 1) * this.#gapPx + 2 * style.platePaddingPx);
  }

  paint(painter: Context2D, badges: readonly string[], fill: string, accent: string): void {
    const style = this.#style;
    const height = style.plateHeightPx;
    let at = style.platePaddingPx;
    badges.forEach((badge, index) => {
      if (index > 0) at += this.#gapPx;
      if (badge === LIVE) {
        painter.fillStyle = accent;
        painter.beginPath();
        painter.arc(at + this.#dotPx / 2, height / 2, this.#dotPx / 2, 0, Math.PI * 2);
        painter.fill();
        at += this.#dotPx + style.platePaddingPx / 2;
      }
      painter.globalAlpha = badge === LIVE ? 1 : 0.82;
      paintText(painter, badge, style.badgeFont, fill, at, height);
      painter.globalAlpha = 1;
      at += this.#textWidth(badge, style.badgeFont);
    });
  }

  get #gapPx(): number {
    return Math.round(this.#style.platePaddingPx * 1.1);
  }
  get #dotPx(): number {
    return Math.max(4, Math.round(this.#style.textPx * 0.5));
  }
}
