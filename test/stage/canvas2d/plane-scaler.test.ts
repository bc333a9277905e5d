import * as fc from "fast-check";
import { expect, test } from "vitest";
import { yuvToRgb } from "#stage/gl/colour.ts";
import { axisOf, type PlanarFrame, PlaneScaler } from "#stage/canvas2d/plane-scaler.ts";

type Sample = (x: number, y: number) => number;

/** Planes as `copyTo` leaves them; the samples come from functions of their place. */
function planar(form: "i420" | "nv12", widthPx: number, heightPx: number, [y, u, v]: readonly Sample[]): PlanarFrame {
  const size = { widthPx: (widthPx + 1) >> 1, heightPx: (heightPx + 1) >> 1 };
  const luma = widthPx * heightPx;
  const chroma = size.widthPx * size.heightPx;
  const bytes = new Uint8Array(luma + 2 * chroma);
  for (let at = 0; at < luma; at += 1) bytes[at] = y?.(at % widthPx, Math.floor(at / widthPx)) ?? 0;
  for (let at = 0; at < chroma; at += 1) {
    const [x, row] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    const [first, second] = form === "nv12" ? [luma + 2 * at, luma + 2 * at + 1] : [luma + at, luma + chroma + at];
    bytes[first] = u?.(x, row) ?? 128;
    bytes[second] = v?.(x, row) ?? 128;
  }
  const planes = [
    { offset: 0, widthPx, heightPx },
    { offset: luma, ...size },
  ];
  if (form === "i420") planes.push({ offset: luma + chroma, ...size });
  const shape = { widthPx, heightPx, displayWidth: widthPx, displayHeight: heightPx, wallMs: null, arrivedAtMs: 0 };
  return { form, bytes, planes, yuv: yuvToRgb({ matrix: "bt709", fullRange: false }), ...shape };
}

const scaler = PlaneScaler.make();

function scaled(frame: PlanarFrame, width: number, height: number): Uint8ClampedArray {
  const columns = axisOf(frame.widthPx, 0.5 / width, 1 / width, width);
  const rows = axisOf(frame.heightPx, 0.5 / height, 1 / height, height);
  const pixels = scaler?.scale(frame, columns, rows);
  if (!pixels) throw new Error("no WebAssembly with vectors");
  return pixels.slice();
}

test.each([
  ["black", [16, 128, 128], [0, 0, 0]],
  ["white", [235, 128, 128], [255, 255, 255]],
  ["red", [63, 102, 240], [255, 0, 0]],
  ["green", [173, 42, 26], [0, 255, 0]],
  ["blue", [32, 240, 118], [0, 0, 255]],
  ["beyond what RGB can say", [255, 255, 255], [255, 184, 255]],
])("%s", (_, [y, u, v], rgb) => {
  for (const form of ["i420", "nv12"] as const) {
    const frame = planar(form, 8, 6, [() => y ?? 0, () => u ?? 0, () => v ?? 0]);
    const pixels = scaled(frame, 3, 2);
    for (let at = 0; at < pixels.length; at += 4) {
      for (const [channel, value] of rgb.entries())
        expect(Math.abs((pixels[at + channel] ?? 0) - value), `${form} ${channel}`).toBeLessThanOrEqual(3);
      expect(pixels[at + 3]).toBe(255);
    }
  }
});

test("a ramp stays a ramp at any size, and what lies outside of the frame is its edge", () => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, side, side, (widthPx, heightPx, width, height) => {
      const frame = planar("i420", widthPx, heightPx, [(x) => 16 + Math.round((219 * x) / Math.max(1, widthPx - 1))]);
      const pixels = scaled(frame, width, height);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const place = Math.min(widthPx - 1, Math.max(0, ((x + 0.5) * widthPx) / width - 0.5));
          const grey = widthPx === 1 ? 0 : (255 * place) / (widthPx - 1);
          expect(Math.abs((pixels[(y * width + x) * 4] ?? 0) - grey)).toBeLessThanOrEqual(2);
        }
    }),
  );
});

test("each pixel takes the colour under its middle", () => {
  const frame = planar("nv12", 8, 8, [() => 126, (x) => (x < 2 ? 90 : 170), (_, y) => (y < 2 ? 90 : 170)]);
  const pixels = scaled(frame, 4, 4);
  const at = (x: number, y: number) => pixels.subarray((y * 4 + x) * 4, (y * 4 + x) * 4 + 3);
  expect(at(0, 0)[2]).toBeLessThan(at(3, 0)[2] ?? 0);
  expect(at(1, 0)).toEqual(at(0, 0));
  expect(at(0, 0)[0]).toBeLessThan(at(0, 3)[0] ?? 0);
  expect(at(2, 1)).toEqual(at(3, 0));
});

/** The value of a plane at a place, between its four samples. */
function sampleAt(of: Sample, widthPx: number, heightPx: number, x: number, y: number): number {
  const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, at));
  const [left, top] = [within(x, widthPx), within(y, heightPx)];
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const along = (line: number) =>
    of(column, line) * (1 - left + column) + of(Math.min(widthPx - 1, column + 1), line) * (left - column);
  return along(row) * (1 - top + row) + along(Math.min(heightPx - 1, row + 1)) * (top - row);
}

const noise =
  (seed: number): Sample =>
  (x, y) =>
    (Math.imul(x + 31 * y + seed, 2_654_435_761) >>> 24) % 220;

test.each([
  ["larger", 37, 21, 103, 64],
  ["as it is", 40, 24, 40, 24],
  ["smaller", 641, 361, 240, 135],
  ["so small that a group spans more than a byte can say", 4000, 40, 50, 9],
  ["two samples", 2, 2, 9, 9],
])("%s: noise comes within two steps of the exact colours", (_, widthPx, heightPx, width, height) => {
  const half = [(widthPx + 1) >> 1, (heightPx + 1) >> 1] as const;
  const [y, u, v] = [noise(1), noise(2), noise(3)];
  const { matrix, offset } = yuvToRgb({ matrix: "bt709", fullRange: false });
  for (const form of ["i420", "nv12"] as const) {
    const pixels = scaled(planar(form, widthPx, heightPx, [y, u, v]), width, height);
    let worst = 0;
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const place = (length: number, count: number, at: number) => ((at + 0.5) * length) / count - 0.5;
        const found = (of: Sample, wide: number, high: number) =>
          sampleAt(of, wide, high, place(wide, width, column), place(high, height, row)) / 255;
        const yuv = [found(y, widthPx, heightPx), found(u, ...half), found(v, ...half)];
        for (const channel of [0, 1, 2]) {
          const exact = yuv.reduce((sum, at, plane) => {
            const factor = matrix[plane * 3 + channel] ?? 0;
            return sum + factor * (at - (offset[plane] ?? 0));
          }, 0);
          const wanted = Math.min(255, Math.max(0, exact * 255));
          worst = Math.max(worst, Math.abs((pixels[(row * width + column) * 4 + channel] ?? 0) - wanted));
        }
      }
    expect(worst, form).toBeLessThanOrEqual(2);
  }
});
