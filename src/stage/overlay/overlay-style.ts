import type { Size } from "#base/geometry.ts";

/** Fonts that a worker can use without loading any. */
const FAMILY = '"Inter", "Segoe UI", "Helvetica Neue", "DejaVu Sans", system-ui, sans-serif';

/** Below this width (CSS px) a tile gets the small type, below the second no badges. */
const SMALL_TILE_CSS = 240;
const TINY_TILE_CSS = 110;

/** Sizes of one tile's overlay in device px: whole numbers, so that nothing is blurred. */
export interface OverlayStyle {
  readonly textPx: number;
  readonly nameFont: string;
  readonly badgeFont: string;
  readonly messageFont: string;
  readonly messageLinePx: number;
  readonly plateHeightPx: number;
  readonly platePaddingPx: number;
  readonly plateRadiusPx: number;
  readonly insetPx: number;
  readonly iconPx: number;
  readonly framePx: number;
  readonly badges: boolean;
}

export function overlayStyle(tile: Size, devicePixelRatio: number): OverlayStyle {
  const px = (css: number): number => Math.max(1, Math.round(css * devicePixelRatio));
  const widthCss = tile.width / devicePixelRatio;
  const heightCss = tile.height / devicePixelRatio;
  const small = widthCss < SMALL_TILE_CSS;
  const textPx = px(small ? 11 : 12);
  const messagePx = px(small ? 11 : 13);
  return {
    textPx,
    nameFont: `500 ${textPx}px ${FAMILY}`,
    badgeFont: `400 ${px(small ? 10 : 11)}px ${FAMILY}`,
    messageFont: `400 ${messagePx}px ${FAMILY}`,
    messageLinePx: Math.round(messagePx * 1.4),
    plateHeightPx: px(small ? 18 : 22),
    platePaddingPx: px(small ? 6 : 8),
    plateRadiusPx: px(3),
    insetPx: px(small ? 4 : 6),
    iconPx: px(Math.min(44, Math.max(18, heightCss * 0.24))),
    framePx: px(2),
    badges: widthCss >= TINY_TILE_CSS,
  };
}

export const css = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** Behind every text: near black at 72 %, so that white text has contrast on any picture. */
export const PLATE = "rgba(9, 12, 16, 0.72)";
/** Over a picture that is not live: the picture recedes, so that the message can be read. */
export const SCRIM = { colour: 0x090c10, alpha: 0.62 } as const;
