import { describe, expect, it } from "vitest";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { PixelFormat } from "#recorder/codec/av-shared.ts";
import { Canvas, Scaler } from "#recorder/codec/av-video.ts";
import { MASK_LUMA, MaskPainter } from "#recorder/codec/mask-painter.ts";

const SOURCE = { width: 640, height: 360 };
const MASKS: readonly PrivacyMask[] = [
  {
    points: [
      { x: 0.1, y: 0.1 },
      { x: 0.4, y: 0.15 },
      { x: 0.35, y: 0.6 },
      { x: 0.12, y: 0.5 },
    ],
  },
  {
    points: [
      { x: 0.7, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 1, y: 1 },
      { x: 0.7, y: 1 },
    ],
  },
];

/** Whether a pixel of the source lies inside one of the masks, by the definition of an inside. */
function isHidden(x: number, y: number): boolean {
  return MASKS.some(({ points }) => {
    let inside = false;
    for (const [i, from] of points.entries()) {
      const to = points[(i + 1) % points.length] ?? from;
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
    }
    return inside;
  });
}

/** The same picture outside, another secret inside: noise of the given seed. */
function picture(seed: number): Canvas {
  const { width, height } = SOURCE;
  const canvas = new Canvas(width, height, "yuv420p");
  let state = seed;
  const noise = (): number => ((state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16) & 255;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      canvas.pixels[y * width + x] = isHidden((x + 0.5) / width, (y + 0.5) / height) ? noise() : (x + y) & 255;
  for (const plane of [0, 1])
    for (let y = 0; y < height / 2; y += 1)
      for (let x = 0; x < width / 2; x += 1) {
        const at = width * height + plane * ((width * height) / 4) + y * (width / 2) + x;
        canvas.pixels[at] = isHidden((2 * x + 1) / width, (2 * y + 1) / height) ? noise() : (x * 3 + y) & 255;
      }
  return canvas;
}

function painted(
  seed: number,
  width: number,
  height: number,
  format: PixelFormat,
  quality: "bilinear" | "area",
): Buffer[] {
  const canvas = picture(seed);
  const scaler = new Scaler(width, height, format, quality);
  const frame = scaler.scale(canvas.frame(0));
  new MaskPainter(MASKS, width, height).paint(frame);
  const planes = [0, 1, 2].map((plane) => {
    const stride = frame.linesize[plane] ?? 0;
    const [columns, rows] = plane === 0 ? [width, height] : [width / 2, height / 2];
    const data = frame.data?.[plane] ?? Buffer.alloc(0);
    return Buffer.concat(
      Array.from({ length: rows }, (_, row) => Buffer.from(data.subarray(row * stride, row * stride + columns))),
    );
  });
  scaler.close();
  canvas.close();
  return planes;
}

describe("a picture with masks painted over it", () => {
  // Sizes as transcoded streams have them, one larger than the source, and odd ratios.
  it.each([
    [640, 360],
    [320, 180],
    [214, 120],
    [80, 46],
    [960, 540],
    [638, 358],
  ])("says nothing of what is hidden, in %i by %i: other secrets give the same pixels", (width, height) => {
    for (const format of ["yuv420p", "yuvj420p"] as const)
      for (const quality of ["bilinear", "area"] as const) {
        const [one, other] = [painted(1, width, height, format, quality), painted(99, width, height, format, quality)];
        expect(one.map((plane, i) => plane.equals(other[i] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
      }
  });

  it("shows the rest as it was", () => {
    const [luma] = painted(1, 640, 360, "yuv420p", "bilinear");
    const canvas = picture(1);
    let hidden = 0;
    for (let y = 0; y < 360; y += 1)
      for (let x = 0; x < 640; x += 1) {
        const value = luma?.[y * 640 + x];
        if (value === MASK_LUMA && isHidden((x + 0.5) / 640, (y + 0.5) / 360)) hidden += 1;
        else if (value !== MASK_LUMA) expect(value).toBe(canvas.pixels[y * 640 + x]);
      }
    canvas.close();
    expect(hidden / (640 * 360)).toBeGreaterThan(0.2);
  });
});
