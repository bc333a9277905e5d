import { expect, test } from "vitest";
import { paintedName } from "#domain/accounts/watermark.ts";
import { Canvas, Scaler } from "#recorder/codec/av-video.ts";
import { GLYPH_ADVANCE, glyphColumns, glyphRows } from "#recorder/codec/bitmap-font.ts";
import { overlayOf } from "#recorder/codec/picture-overlay.ts";
import { watermarkDotPx } from "#recorder/codec/watermark-painter.ts";

const TEXT = "UMA@EXAMPLE.ORG 2026-11-25 19:05 UTC";

/** The luma of a flat grey picture with the text over it. */
function painted(width: number, height: number, grey: number, masks: Parameters<typeof overlayOf>[0]["masks"] = []) {
  const canvas = new Canvas(width, height, "yuv420p");
  canvas.pixels.fill(grey);
  const scaler = new Scaler(width, height, "yuv420p");
  const frame = scaler.scale(canvas.frame(0));
  overlayOf({ masks, watermark: TEXT }, { width, height })?.(frame);
  const luma = Buffer.from(frame.data?.[0] ?? []);
  const stride = frame.linesize[0] ?? 0;
  canvas.close();
  return { at: (x: number, y: number) => luma[y * stride + x] ?? 0, close: () => scaler.close() };
}

const alphabet = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .:_+/@#(),'?-");
const shapes = new Map(alphabet.map((letter) => [glyphRows(letter).join(), letter]));

test.each([
  [1920, 1080, 20],
  [1920, 1080, 230],
  [1280, 720, 128],
  [640, 360, 128],
  [320, 180, 60],
])("can be read in a picture of %d x %d on grey %d", (width, height, grey) => {
  const picture = painted(width, height, grey);
  const dot = watermarkDotPx(height);
  const [left, top] = [2 * dot, 14 * dot];
  const letters = Math.min(TEXT.length, Math.floor((width - left) / (GLYPH_ADVANCE * dot)));
  let read = "";
  for (let at = 0; at < letters; at++) {
    const rows = Array.from({ length: 7 }, (_, line) =>
      Array.from({ length: glyphColumns }, (_each, column) => column).reduce((bits, column) => {
        const x = left + (at * GLYPH_ADVANCE + column) * dot;
        const isLit = picture.at(x, top + line * dot) > grey;
        return (bits << 1) | (isLit ? 1 : 0);
      }, 0),
    );
    read += shapes.get(rows.join()) ?? "*";
  }
  expect(read).toBe(TEXT.slice(0, letters));
  picture.close();
});

test("what is under it stays to be seen, and every quarter of the picture has some of it", () => {
  const picture = painted(1280, 720, 128);
  const counts = [0, 0, 0, 0];
  let furthest = 0;
  for (let y = 0; y < 720; y++)
    for (let x = 0; x < 1280; x++) {
      const value = picture.at(x, y);
      furthest = Math.max(furthest, Math.abs(value - 128));
      if (value !== 128) counts[(y < 360 ? 0 : 2) + (x < 640 ? 0 : 1)]! += 1;
    }
  expect(furthest).toBeLessThan(64);
  for (const count of counts) expect(count).toBeGreaterThan(2000);
  picture.close();
});

test("a mask stays a mask: the text over it shows nothing of what is under it", () => {
  const masks = [
    {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
        { x: 0, y: 1 },
      ],
    },
  ];
  const [dark, light] = [painted(320, 180, 20, masks), painted(320, 180, 220, masks)];
  let differing = 0;
  for (let y = 0; y < 180; y++) for (let x = 0; x < 320; x++) if (dark.at(x, y) !== light.at(x, y)) differing += 1;
  expect(differing).toBe(0);
  dark.close();
  light.close();
});

test("every letter of a name that is painted as it is has a shape of its own", () => {
  for (const letter of alphabet) expect(paintedName(`a${letter}`, "id")).toBe(`a${letter}`);
  expect(shapes.size).toBe(alphabet.length);
});
