/**
 * The place at which a demo picture shows its scene and time: at the right edge, below the height of a tile's toolbar
 * and above the middle of the picture. The frame code (top left), the name plate and badges (foot) and the state icon
 * (middle) of a tile of a 3 x 3 or larger grid stand elsewhere. In a round picture the corner outside the lens' circle
 * has room for the seconds.
 */
import { GLYPH_ADVANCE, GLYPH_HEIGHT } from "#recorder/codec/bitmap-font.ts";

/** The space above the caption, as a share of the picture's height. */
const TOP_SHARE = 0.18;
/** The width of the dark border around the letters, in dots. */
export const CAPTION_PAD = 2;
/** The number of lines per dot of a letter; a round picture has less room. */
const LINES_PER_DOT = { plain: 240, round: 340 } as const;

export interface CaptionPlace {
  /** px from the picture's top left corner */
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** px per dot of the font */
  readonly scale: number;
}

/** The place of a caption with this number of letters in a picture of this size. */
export function captionPlace(widthPx: number, heightPx: number, letters: number, round: boolean): CaptionPlace {
  const scale = Math.max(1, Math.round(heightPx / (round ? LINES_PER_DOT.round : LINES_PER_DOT.plain)));
  const width = (letters * GLYPH_ADVANCE + 2 * CAPTION_PAD) * scale;
  return {
    x: widthPx - width - scale,
    y: Math.round(heightPx * TOP_SHARE),
    widthPx: width,
    heightPx: (GLYPH_HEIGHT + 2 * CAPTION_PAD) * scale,
    scale,
  };
}
