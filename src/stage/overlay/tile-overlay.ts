import type { Rect } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import type { StageTheme, TileView } from "#protocol/stage-worker.ts";
import type { Rows } from "../tile-geometry.ts";
import { BadgeRow } from "./badge-row.ts";
import { type IconName, paintIcon } from "./icons.ts";
import { css, type OverlayStyle, overlayStyle, PLATE, SCRIM } from "./overlay-style.ts";
import type { Context2D } from "./painting-context.ts";
import { paintPlate, paintText } from "./plate.ts";
import type { RasterCache } from "./raster-cache.ts";

/** Texts in the middle keep this share of the tile's width. */
const MESSAGE_SHARE = 0.88;
const FRAME_ALPHA = { hover: 0.55, focus: 1, valid: 1, invalid: 1, drop: 1 } as const;

/** Whether the overlay of a tile looks the same before and after, at one and the same place. */
const looksSame = (a: TileView, b: TileView): boolean =>
  a.name === b.name &&
  a.overlay === b.overlay &&
  a.message === b.message &&
  a.errorIcon === b.errorIcon &&
  a.frame === b.frame &&
  (a.sourceId === null) === (b.sourceId === null) &&
  (a.unlinked === true) === (b.unlinked === true) &&
  sameData(a.badges, b.badges);

/** A part of an overlay, px from the tile's top left corner; colours are 0xRRGGBB. */
type OverlayPart<T> =
  | { readonly kind: "area"; readonly rects: readonly Rect[]; readonly colour: number; readonly alpha: number }
  | { readonly kind: "raster"; readonly raster: T; readonly x: number; readonly y: number };

/** One tile's overlay: its parts in drawing order, and the rows of the tile where it has content. */
export class TileOverlay<T> {
  readonly parts: OverlayPart<T>[] = [];
  readonly rows: Rows[] = [];
  readonly rect: Rect;
  readonly #style: OverlayStyle;
  readonly #rasters: RasterCache<T>;
  readonly #row: BadgeRow;
  readonly #theme: StageTheme;
  readonly #tile: TileView;
  #taken: string[] = [];

  constructor(tile: TileView, rect: Rect, devicePixelRatio: number, theme: StageTheme, rasters: RasterCache<T>) {
    this.#tile = tile;
    this.rect = rect;
    this.#style = overlayStyle(rect, devicePixelRatio);
    this.#rasters = rasters;
    this.#row = new BadgeRow(this.#style, (text, font) => rasters.widthOf(text, font));
    this.#theme = theme;
    if (tile.sourceId === null && tile.name === "") this.#outline(1, this.#theme.text, 0.16);
    this.#state(tile);
    this.#tint(tile);
    this.#plates(tile);
    if (tile.unlinked) this.#unlinked();
    this.#frame(tile);
  }

  /** Whether this overlay is still right for the tile at this place. */
  shows(tile: TileView, rect: Rect): boolean {
    return sameData(this.rect, rect) && looksSame(this.#tile, tile);
  }

  dispose(): void {
    for (const key of this.#taken) this.#rasters.give(key);
    this.#taken = [];
  }

  /** A cell that would take the dragged tile, or cannot be resized like this, is coloured as a whole. */
  #tint(tile: TileView): void {
    if (tile.frame === "drop") this.#fill(this.#theme.accent, 0.16);
    if (tile.frame === "invalid") this.#fill(this.#theme.danger, 0.16);
  }

  #frame(tile: TileView): void {
    if (tile.frame === "none") return;
    const { accent, danger, text } = this.#theme;
    const colour = { hover: text, focus: accent, valid: accent, invalid: danger, drop: accent }[tile.frame];
    this.#outline(this.#style.framePx, colour, FRAME_ALPHA[tile.frame]);
  }

  /** Four bars inside the tile's edge: whole pixels need no smoothing. */
  #outline(thickPx: number, colour: number, alpha: number): void {
    const { width, height } = this.rect;
    const rects = [
      { x: 0, y: 0, width, height: thickPx },
      { x: 0, y: height - thickPx, width, height: thickPx },
      { x: 0, y: thickPx, width: thickPx, height: height - 2 * thickPx },
      { x: width - thickPx, y: thickPx, width: thickPx, height: height - 2 * thickPx },
    ];
    this.parts.push({ kind: "area", rects, colour, alpha });
    this.rows.push({ topPx: 0, bottomPx: height });
  }

  #fill(colour: number, alpha: number): void {
    const { width, height } = this.rect;
    this.parts.push({ kind: "area", rects: [{ x: 0, y: 0, width, height }], colour, alpha });
    this.rows.push({ topPx: 0, bottomPx: height });
  }

  #state(tile: TileView): void {
    const { message } = tile;
    switch (tile.overlay) {
      case "none":
        return;
      case "rip":
        return this.#corner("reverse", message);
      case "play":
        return this.#playButton(message);
      case "no_video":
        return this.#centre("no-video", this.#theme.text, message);
      case "connecting":
        return this.#centre("connecting", this.#theme.text, message);
      case "delay":
        return this.#centre("delay", this.#theme.accent, message);
      case "error":
        if (tile.errorIcon === "ban") return this.#centre("ban", this.#theme.danger, message);
        return this.#centre("warning", this.#theme.warning, message);
    }
  }

  /** Icon and up to two lines in the middle of the area that the name plate leaves free, over a scrim. */
  #centre(icon: IconName, colour: number, message: string): void {
    this.#fill(SCRIM.colour, SCRIM.alpha);
    this.#outline(1, this.#theme.text, 0.08);
    const style = this.#style;
    const room = this.rect.height - style.plateHeightPx - style.insetPx;
    const lines = message === "" ? [] : message.split("\n").slice(0, 2);
    const gap = Math.round(style.messageLinePx * 0.5);
    const shown = lines.slice(0, Math.max(0, Math.floor((room - style.iconPx - gap) / style.messageLinePx)));
    const height = style.iconPx + (shown.length > 0 ? gap + shown.length * style.messageLinePx : 0);
    let y = Math.max(0, Math.round((room - height) / 2));
    const size = style.iconPx;
    this.#sprite(`icon ${icon} ${size} ${colour}`, (this.rect.width - size) / 2, y, size, size, (painter) =>
      paintIcon(painter, icon, 0, 0, size, css(colour)),
    );
    y += size + gap;
    shown.forEach((line, index) => {
      this.#message(line, y, index === 0 ? 0.95 : 0.7);
      y += style.messageLinePx;
    });
  }

  #message(line: string, y: number, alpha: number): void {
    const { messageFont: font, messageLinePx: height } = this.#style;
    const text = this.#rasters.fit(line, font, this.rect.width * MESSAGE_SHARE);
    if (text === "") return;
    const width = Math.ceil(this.#rasters.widthOf(text, font)) + 2;
    const fill = css(this.#theme.text);
    const x = (this.rect.width - width) / 2;
    this.#sprite(`message ${font} ${fill} ${alpha} ${text}`, x, y, width, height, (painter) => {
      painter.globalAlpha = alpha;
      painter.font = font;
      painter.fillStyle = fill;
      painter.textBaseline = "middle";
      painter.fillText(text, 1, height / 2);
    });
  }

  #playButton(message: string): void {
    const size = Math.round(this.#style.iconPx * 1.5);
    const icon = Math.round(this.#style.iconPx * 0.8);
    const y = Math.round((this.rect.height - size) / 2);
    const fill = css(this.#theme.text);
    this.#sprite(`play ${size} ${fill}`, (this.rect.width - size) / 2, y, size, size, (painter) => {
      painter.fillStyle = PLATE;
      painter.beginPath();
      painter.arc(size / 2, size / 2, size / 2, 0, Math.PI * 2);
      painter.fill();
      paintIcon(painter, "play", (size - icon) / 2, (size - icon) / 2, icon, fill);
    });
    this.rows.push({ topPx: y, bottomPx: y + size });
    if (message !== "") this.#message(message, y + size + this.#style.insetPx, 0.95);
  }

  /** A plate in the top left corner. */
  #corner(icon: IconName, message: string): void {
    const style = this.#style;
    const text = this.#rasters.fit(message, style.badgeFont, this.rect.width * 0.5);
    const icons = Math.round(style.textPx * 1.15);
    const textWidth =
      text === "" ? 0 : Math.ceil(this.#rasters.widthOf(text, style.badgeFont)) + style.platePaddingPx / 2;
    const width = style.platePaddingPx * 2 + icons + textWidth;
    const height = style.plateHeightPx;
    const accent = css(this.#theme.accent);
    const fill = css(this.#theme.text);
    this.#sprite(
      `corner ${icon} ${height} ${text} ${accent}`,
      style.insetPx,
      style.insetPx,
      width,
      height,
      (painter) => {
        paintPlate(painter, width, height, style.plateRadiusPx);
        paintIcon(painter, icon, style.platePaddingPx, (height - icons) / 2, icons, accent);
        paintText(painter, text, style.badgeFont, fill, width - style.platePaddingPx - textWidth + 2, height);
      },
    );
    this.rows.push({ topPx: style.insetPx, bottomPx: style.insetPx + height });
  }

  /** A small plate in the top right corner. */
  #unlinked(): void {
    const { plateHeightPx: size, plateRadiusPx: radius, insetPx } = this.#style;
    const icon = Math.round(size * 0.7);
    const at = (size - icon) / 2;
    const fill = css(this.#theme.text);
    this.#sprite(`unlinked ${size} ${fill}`, this.rect.width - insetPx - size, insetPx, size, size, (painter) => {
      paintPlate(painter, size, size, radius);
      paintIcon(painter, "unlinked", at, at, icon, fill);
    });
    this.rows.push({ topPx: insetPx, bottomPx: insetPx + size });
  }

  /** Name bottom left, badges bottom right; badges give way before the name does. */
  #plates(tile: TileView): void {
    const style = this.#style;
    const y = this.rect.height - style.insetPx - style.plateHeightPx;
    if (y < 0) return;
    const room = this.rect.width - 2 * style.insetPx;
    const nameWidth = Math.ceil(this.#rasters.widthOf(tile.name, style.nameFont)) + 2 * style.platePaddingPx;
    const badges = style.badges ? this.#row.fitting(tile.badges, room - Math.min(nameWidth, room * 0.6)) : [];
    let left = room;
    if (badges.length > 0) {
      const width = this.#row.widthOf(badges);
      this.#badgePlate(badges, style.insetPx + room - width, y, width);
      left -= width + style.insetPx;
    }
    const name = this.#rasters.fit(tile.name, style.nameFont, left - 2 * style.platePaddingPx);
    if (name !== "") this.#namePlate(name, style.insetPx, y);
    if (name !== "" || badges.length > 0) this.rows.push({ topPx: y, bottomPx: y + style.plateHeightPx });
  }

  #namePlate(name: string, x: number, y: number): void {
    const { nameFont, plateHeightPx: height, platePaddingPx: padding, plateRadiusPx: radius } = this.#style;
    const width = Math.ceil(this.#rasters.widthOf(name, nameFont)) + 2 * padding;
    const fill = css(this.#theme.text);
    this.#sprite(`name ${nameFont} ${fill} ${name}`, x, y, width, height, (painter) => {
      paintPlate(painter, width, height, radius);
      paintText(painter, name, nameFont, fill, padding, height);
    });
  }

  #badgePlate(badges: readonly string[], x: number, y: number, width: number): void {
    const style = this.#style;
    const [fill, accent] = [css(this.#theme.text), css(this.#theme.accent)];
    const key = `badges ${style.badgeFont} ${fill} ${accent} ${badges.join("\u0000")}`;
    this.#sprite(key, x, y, width, style.plateHeightPx, (painter) => {
      paintPlate(painter, width, style.plateHeightPx, style.plateRadiusPx);
      this.#row.paint(painter, badges, fill, accent);
    });
  }

  #sprite(key: string, x: number, y: number, width: number, height: number, paint: (painter: Context2D) => void): void {
    const raster = this.#rasters.take(key, width, height, paint);
    this.#taken.push(key);
    this.parts.push({ kind: "raster", raster, x: Math.round(x), y: Math.round(y) });
  }
}
