import { describe, expect, test } from "vitest";
import { findCircle, type Luma } from "#domain/dewarp/circle.ts";

/** Deterministic noise in [-1, 1]. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  /** multiplies the scene's brightness */
  readonly light?: number;
  readonly noise?: number;
  /** half angle in radians of a dark sector */
  readonly darkSector?: number;
}

function fisheye({ width, height, cx, cy, r, light = 1, noise: grain = 2, darkSector = 0 }: Drawing): Luma {
  const random = noise(7);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      const distance = Math.hypot(dx, dy);
      const scene = Math.abs(Math.atan2(dy, dx)) < darkSector ? 6 : 110 + 60 * Math.sin(x / 37) * Math.cos(y / 53);
      const share = Math.min(1, Math.max(0, r - distance + 0.5));
      data[y * width + x] = Math.max(0, Math.min(255, 8 + (scene - 8) * share * light + random() * grain));
    }
  }
  return { width, height, data };
}

describe("a fisheye's circle", () => {
  test.each<[string, Drawing]>([
    ["square sensor", { width: 960, height: 960, cx: 480, cy: 480, r: 478 }],
    ["4:3, off centre", { width: 1280, height: 960, cx: 655, cy: 470, r: 430 }],
    ["16:9", { width: 1280, height: 720, cx: 640, cy: 360, r: 350 }],
    ["cut above and below", { width: 1280, height: 720, cx: 640, cy: 360, r: 460 }],
    ["night with noise", { width: 960, height: 960, cx: 480, cy: 480, r: 470, light: 0.3, noise: 8 }],
    ["dark sector", { width: 960, height: 960, cx: 480, cy: 480, r: 470, darkSector: 0.5 }],
  ])("%s is found to half a percent", (_name, drawing) => {
    const found = findCircle(fisheye(drawing));
    expect(found).not.toBeNull();
    expect(Math.hypot((found?.cx ?? 0) - drawing.cx, (found?.cy ?? 0) - drawing.cy)).toBeLessThan(0.005 * drawing.r);
    expect(Math.abs((found?.r ?? 0) - drawing.r)).toBeLessThan(0.005 * drawing.r);
  });

  test("the same picture always gives the same circle", () => {
    const picture = fisheye({ width: 640, height: 480, cx: 320, cy: 240, r: 230 });
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
    ["letterboxed", draw((x, y) => (y < 60 || y >= 420 ? 4 : 120 + 40 * Math.sin(x / 20)))],
    ["pillarboxed", draw((x, y) => (x < 80 || x >= 560 ? 4 : 120 + 40 * Math.sin(y / 20)))],
  ])("%s", (_name, picture) => {
    expect(findCircle(picture)).toBeNull();
  });
});
