import { PNG } from "pngjs";
import { FRAME_CODE_COLUMNS, FRAME_CODE_ROWS, frameCodeCellPx } from "#domain/frame-code.ts";

/** The clock's strip at the foot of a demo picture: enough for the longest scene's name. */
const CLOCK_WIDTH_SHARE = 0.4;
const CLOCK_HEIGHT_SHARE = 0.1;

/**
 * The motion mask that a demo camera is registered with, a PNG of the stream's size: its frame code and its clock change
 * with every picture and are no motion, as the clock of a real camera is none.
 */
export function demoMask(widthPx: number, heightPx: number): Buffer {
  const png = new PNG({ width: widthPx, height: heightPx, colorType: 0 });
  png.data.fill(255);
  const blacken = (x0: number, y0: number, x1: number, y1: number): void => {
    for (let y = Math.max(0, y0); y < Math.min(heightPx, y1); y += 1) {
      for (let x = Math.max(0, x0); x < Math.min(widthPx, x1); x += 1)
        png.data.fill(0, (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
    }
  };
  const cell = frameCodeCellPx(heightPx);
  // one cell more: the encoder smears the code's edge
  blacken(0, 0, (FRAME_CODE_COLUMNS + 1) * cell, (FRAME_CODE_ROWS + 1) * cell);
  blacken(0, Math.floor(heightPx * (1 - CLOCK_HEIGHT_SHARE)), Math.ceil(widthPx * CLOCK_WIDTH_SHARE), heightPx);
  return PNG.sync.write(png, { colorType: 0 });
}
