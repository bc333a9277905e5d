import { describe, expect, test } from "vitest";
import { findCircle } from "#domain/dewarp/circle/circle.ts";
import type { Luma } from "#domain/dewarp/circle/luma.ts";
import { cutCircle, type DrawnFisheye, drawFisheye, randomNumbers } from "../drawn-fisheye.ts";

const noise = (seed: number): (() => number) => {
  const random = randomNumbers(seed);
  return () => 2 * random() - 1;
};

/** Distance between the found and the true circle, the larger of centre's and radius's, as a share of the radius. */
function missed(drawing: DrawnFisheye): number {
  const found = findCircle(drawFisheye(drawing));
  if (!found) return Number.POSITIVE_INFINITY;
  return Math.max(Math.hypot(found.cx - drawing.cx, found.cy - drawing.cy), Math.abs(found.r - drawing.r)) / drawing.r;
}

const PART = 10;

describe("a fisheye's circle", () => {
  const hd = { width: 1280, height: 720, cx: 640, cy: 360 };
  test.each<[string, DrawnFisheye]>([
    ["square sensor", { width: 960, height: 960, cx: 480, cy: 480, r: 478 }],
    ["4:3, off centre", { width: 1280, height: 960, cx: 655, cy: 470, r: 430 }],
    ["16:9", { ...hd, r: 350 }],
    ["cut above and below", { ...hd, r: 460 }],
    ["cut above and below, as wide as the picture", { ...hd, r: 640 }],
    ["cut on four sides: its corners are seen", { ...hd, r: 690 }],
    ["cut above and below, one of the two arcs nearly dark", { ...hd, r: 600, shadow: { at: 0, half: 0.55 } }],
    ["cut above and below, with a darker ring along the rim", { ...hd, r: 500, ring: 0.5 }],
    ["cut below only", { ...hd, cy: 500, r: 480 }],
    ["night with noise", { width: 960, height: 960, cx: 480, cy: 480, r: 470, light: 0.15, noise: 3 }],
    ["dark sector", { width: 960, height: 960, cx: 480, cy: 480, r: 470, shadow: { at: 0, half: 0.5 } }],
  ])("%s: found to a thousandth of its radius", (_name, drawing) => {
    expect(missed(drawing)).toBeLessThan(0.001);
  });

  // In parts, so that each ends in time on a busy machine.
  test.each(Array.from({ length: 200 / PART }, (_, part) => ({ from: part * PART })))(
    "drawn cut circles from number $from (200 lenses, crops, nights, texts, shadows) to three thousandths",
    ({ from }) => {
      const misses = Array.from({ length: PART }, (_, at) => ({
        number: from + at,
        missed: missed(cutCircle(from + at)),
      }));
      expect(misses.filter((one) => !(one.missed < 0.003))).toEqual([]);
    },
  );

  test("says how much of the rim it saw, and is less certain in a noisy night than by day", () => {
    const day = findCircle(drawFisheye({ ...hd, r: 600 }));
    const night = findCircle(drawFisheye({ ...hd, r: 600, light: 0.12, noise: 4 }));
    expect(day?.seen).toBeCloseTo((4 * Math.asin(360 / 600)) / (2 * Math.PI), 1);
    expect(night?.error).toBeGreaterThan(day?.error ?? 1);
  });

  test("the same picture always gives the same circle", () => {
    const picture = drawFisheye({ width: 640, height: 480, cx: 320, cy: 240, r: 230 });
    expect(findCircle(picture)).toEqual(findCircle(picture));
  });
});

describe("is not found in", () => {
  const draw = (paint: (x: number, y: number) => number): Luma => {
    const data = new Uint8Array(640 * 480);
    for (let y = 0; y < 480; y += 1) for (let x = 0; x < 640; x += 1) data[y * 640 + x] = paint(x, y);
    return { width: 640, height: 480, data };
  };
  const grain = noise(3);
  test.each<[string, Luma]>([
    ["an ordinary picture", draw((x, y) => 90 + 60 * Math.sin(x / 40) + 30 * Math.cos(y / 31))],
    ["black", draw(() => 0)],
    ["noise", draw(() => 128 + 100 * grain())],
    ["dark at the corners", draw((x, y) => 140 * Math.max(0, 1 - (Math.hypot(x - 320, y - 240) / 400) ** 4))],
    ["an oval frame", draw((x, y) => (Math.hypot((x - 320) / 320, (y - 240) / 240) > 1.05 ? 4 : 120 + (x % 64)))],
    [
      "a frame with round corners",
      draw((x, y) =>
        Math.hypot(Math.max(0, Math.abs(x - 320) - 260), Math.max(0, Math.abs(y - 240) - 180)) > 60 ? 4 : 120,
      ),
    ],
    ["letterboxed", draw((x, y) => (y < 60 || y >= 420 ? 4 : 120 + 40 * Math.sin(x / 20)))],
    ["pillarboxed", draw((x, y) => (x < 80 || x >= 560 ? 4 : 120 + 40 * Math.sin(y / 20)))],
  ])("%s", (_name, picture) => {
    expect(findCircle(picture)).toBeNull();
  });
});
