/** Paints a text over whole frames of our own, light with a dark edge, so that it can be read on any picture. */
import { need } from "#base/assert.ts";
import type { Frame } from "./av-shared.ts";
import { GLYPH_ADVANCE, GLYPH_HEIGHT, glyphColumns, glyphRows } from "./bitmap-font.ts";

/** One dot of the font is this share of the frame's height. */
const DOT_OF_HEIGHT = 1 / 180;
/** dots between two texts in a line, and from one line to the next */
const GAP_X = 14;
const STEP_Y = 5 * GLYPH_HEIGHT;
/** of 16: what is under it stays to be seen */
const STRENGTH = 5;
const LIGHT_LUMA = 235;
const DARK_LUMA = 16;

interface Stroke {
  readonly row: number;
  readonly start: number;
  readonly end: number;
  readonly luma: number;
}

/** For frames of one size in yuv420p or yuvj420p. */
export class WatermarkPainter {
  readonly #strokes: readonly Stroke[];

  constructor(text: string, widthPx: number, heightPx: number) {
    const dotPx = watermarkDotPx(heightPx);
    const word = wordOf(text, dotPx);
    const stepX = (text.length * GLYPH_ADVANCE + GAP_X) * dotPx;
    const stepY = STEP_Y * dotPx;
    const strokes: Stroke[] = [];
    for (let line = 0; line * stepY < heightPx; line++) {
      const y = line * stepY + 2 * GLYPH_HEIGHT * dotPx;
      // Every other line is moved, so that no part of the picture is without it.
      for (let x = 2 * dotPx - (line % 2) * Math.floor(stepX / 2); x < widthPx; x += stepX)
        for (const { row, start, end, luma } of word)
          if (row + y < heightPx && end + x > 0 && start + x < widthPx)
            strokes.push({ row: row + y, start: Math.max(0, start + x), end: Math.min(widthPx, end + x), luma });
    }
    this.#strokes = strokes;
  }

  /** The frame must be writable, and its maker's own. */
  readonly paint = (frame: Frame): void => {
    const data = need(frame.data?.[0], "plane");
    const stride = need(frame.linesize[0], "stride");
    for (const { row, start, end, luma } of this.#strokes)
      for (let at = row * stride + start; at < row * stride + end; at++) {
        const before = data[at] ?? 0;
        data[at] = before + (((luma - before) * STRENGTH) >> 4);
      }
  };
}

export const watermarkDotPx = (heightPx: number): number => Math.max(1, Math.round(heightPx * DOT_OF_HEIGHT));

/** The text once, from its upper left corner: light, with its dark edge where nothing is light. */
function wordOf(text: string, dotPx: number): readonly Stroke[] {
  const edgePx = Math.max(1, Math.round(dotPx / 3));
  const widthPx = text.length * GLYPH_ADVANCE * dotPx + edgePx;
  const rows = Array.from({ length: GLYPH_HEIGHT * dotPx + edgePx }, () => new Uint8Array(widthPx));
  for (const [offsetPx, luma] of [
    [edgePx, DARK_LUMA],
    [0, LIGHT_LUMA],
  ] as const)
    for (const { x, y } of dotsOf(text))
      for (let row = 0; row < dotPx; row++)
        rows[y * dotPx + row + offsetPx]?.fill(luma, x * dotPx + offsetPx, (x + 1) * dotPx + offsetPx);
  return rows.flatMap((luma, row) => runsOf(luma).map((run) => ({ row, ...run })));
}

function dotsOf(text: string): { readonly x: number; readonly y: number }[] {
  return Array.from(text).flatMap((letter, at) =>
    glyphRows(letter).flatMap((bits, y) =>
      Array.from({ length: glyphColumns }, (_, column) => column)
        .filter((column) => ((bits >> (glyphColumns - 1 - column)) & 1) === 1)
        .map((column) => ({ x: at * GLYPH_ADVANCE + column, y })),
    ),
  );
}

function runsOf(luma: Uint8Array): Omit<Stroke, "row">[] {
  const runs: Omit<Stroke, "row">[] = [];
  for (let start = 0; start < luma.length; ) {
    const value = luma[start] ?? 0;
    let end = start + 1;
    while (end < luma.length && luma[end] === value) end++;
    if (value !== 0) runs.push({ start, end, luma: value });
    start = end;
  }
  return runs;
}
