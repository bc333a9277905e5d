import { PNG } from "pngjs";
import { FRAME_CODE_COLUMNS, FRAME_CODE_ROWS, frameCodeCellPx } from "#domain/frame-code.ts";
import { captionPlace } from "./scenes/caption.ts";

/**
 * The number of letters of the longest caption, `NIGHT STREET  12.3`, and of the caption of a round picture, which
 * shows only the seconds.
 */
const CAPTION_LETTERS = { plain: 18, round: 4 } as const;

/**
 * The motion mask with which a demo camera is registered, a PNG of the stream's size. It excludes the frame code and
 * the clock: both change with every picture and, like the clock of a real camera, are not motion. A round lens has a
 * square picture.
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
  // one cell more, because the encoder smears the edge of the code
  blacken(0, 0, (FRAME_CODE_COLUMNS + 1) * cell, (FRAME_CODE_ROWS + 1) * cell);
  const round = widthPx === heightPx;
  const clock = captionPlace(widthPx, heightPx, round ? CAPTION_LETTERS.round : CAPTION_LETTERS.plain, round);
  const margin = 2 * clock.scale;
  blacken(clock.x - margin, clock.y - margin, widthPx, clock.y + clock.heightPx + margin);
  return PNG.sync.write(png, { colorType: 0 });
}
