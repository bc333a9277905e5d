import { afterEach, expect, test } from "vitest";
import { i420Frame, type Yuv } from "#test/stage/support/frames.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { makeWall, type TestWall } from "#test/stage/support/wall.ts";

/**
 * Conversions round differently. libyuv keeps its factors in eight bits: BT.709's factor for blue (2.11) becomes 2.0,
 * so saturated blue is off by 9. `copyTo` to RGBA uses it, and `texImage2D` does where the page is composed in
 * software.
 */
const TOLERANCE = { "rgba-bytes": 10, "i420-planes": 3, "vf-teximage": 10 } as const;
const PATHS = ["rgba-bytes", "i420-planes", "vf-teximage"] as const;

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

/** Shows a frame pixel for pixel and returns the RGB at a point. */
async function shown(frame: VideoFrame, path: (typeof PATHS)[number]): Promise<(x: number, y: number) => number[]> {
  const { displayWidth: width, displayHeight: height } = frame;
  wall = await makeWall(stageView(width, height, [tileView("a", { x: 0, y: 0, width, height })]), path);
  wall.source("a").put(frame);
  await wall.stage.whenIdle();
  const pixels = wall.read();
  return (x, y) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

function expectNear(path: (typeof PATHS)[number], actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((value, index) =>
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(TOLERANCE[path]),
  );
}

// Six colours as BT.709 and BT.601, limited range, by the standards' formulas.
const RGB: readonly (readonly [number, number, number])[] = [
  [255, 255, 255],
  [0, 0, 0],
  [200, 40, 40],
  [40, 200, 40],
  [40, 40, 200],
  [128, 90, 60],
];
function toYuv([r, g, b]: readonly [number, number, number], red: number, blue: number, full: boolean): Yuv {
  const luma = red * r + (1 - red - blue) * g + blue * b;
  const u = (b - luma) / (2 * (1 - blue));
  const v = (r - luma) / (2 * (1 - red));
  return full
    ? { y: Math.round(luma), u: Math.round(128 + u), v: Math.round(128 + v) }
    : {
        y: Math.round(16 + (luma * 219) / 255),
        u: Math.round(128 + (u * 224) / 255),
        v: Math.round(128 + (v * 224) / 255),
      };
}
const STANDARDS = [
  { name: "BT.709", matrix: "bt709", red: 0.2126, blue: 0.0722, full: false },
  { name: "BT.601", matrix: "smpte170m", red: 0.299, blue: 0.114, full: false },
  { name: "BT.709 full range", matrix: "bt709", red: 0.2126, blue: 0.0722, full: true },
] as const;

for (const path of PATHS) {
  test.each(STANDARDS)(`${path}: $name colours are right`, async ({ matrix, red, blue, full }) => {
    const frame = i420Frame(96, 32, (x) => toYuv(RGB[Math.floor(x / 16)] ?? [0, 0, 0], red, blue, full), {
      colorSpace: { matrix, fullRange: full, primaries: "bt709", transfer: "bt709" },
    });
    const pixel = await shown(frame, path);
    RGB.forEach((colour, index) => expectNear(path, pixel(index * 16 + 8, 16), colour));
  });

  test(`${path}: odd sizes keep every row and column in place`, async () => {
    const grey = (x: number, y: number): number => 60 + ((x * 7 + y * 13) % 5) * 30;
    const frame = i420Frame(37, 23, (x, y) => ({ y: grey(x, y), u: 128, v: 128 }), {
      colorSpace: { matrix: "bt709", fullRange: true, primaries: "bt709", transfer: "bt709" },
    });
    const pixel = await shown(frame, path);
    for (const [x, y] of [
      [0, 0],
      [36, 0],
      [0, 22],
      [36, 22],
      [17, 11],
      [35, 21],
    ] as const) {
      const value = grey(x, y);
      expectNear(path, pixel(x, y), [value, value, value]);
    }
  });

  test(`${path}: a decoder's padding is not shown`, async () => {
    // 64x48 coded, of which 60x45 at (2, 2) are visible; the rest is bright.
    const inside = (x: number, y: number): boolean => x >= 2 && x < 62 && y >= 2 && y < 47;
    const frame = i420Frame(64, 48, (x, y) => ({ y: inside(x, y) ? 80 : 255, u: 128, v: 128 }), {
      visibleRect: { x: 2, y: 2, width: 60, height: 45 },
      colorSpace: { matrix: "bt709", fullRange: true, primaries: "bt709", transfer: "bt709" },
    });
    const pixel = await shown(frame, path);
    for (const [x, y] of [
      [0, 0],
      [59, 0],
      [0, 44],
      [59, 44],
    ] as const)
      expectNear(path, pixel(x, y), [80, 80, 80]);
  });

  test(`${path}: the first row is on top`, async () => {
    const frame = i420Frame(32, 32, (_, y) => ({ y: y < 16 ? 235 : 16, u: 128, v: 128 }));
    const pixel = await shown(frame, path);
    expectNear(path, pixel(16, 4), [255, 255, 255]);
    expectNear(path, pixel(16, 28), [0, 0, 0]);
  });
}

test("NV12 planes are read in the right order", async () => {
  const luma = new Uint8Array(16 * 16).fill(toYuv([200, 40, 40], 0.2126, 0.0722, false).y);
  const { u, v } = toYuv([200, 40, 40], 0.2126, 0.0722, false);
  const chroma = Uint8Array.from({ length: 8 * 8 * 2 }, (_, index) => (index % 2 === 0 ? u : v));
  const frame = new VideoFrame(new Uint8Array([...luma, ...chroma]), {
    format: "NV12",
    codedWidth: 16,
    codedHeight: 16,
    timestamp: 0,
    colorSpace: { matrix: "bt709", fullRange: false, primaries: "bt709", transfer: "bt709" },
  });
  const pixel = await shown(frame, "i420-planes");
  expectNear("i420-planes", pixel(8, 8), [200, 40, 40]);
});

test("the start-up probe measures every path and chooses the cheapest", async () => {
  wall = await makeWall(stageView(64, 64, []));
  const ready = await wall.message((message) => message.type === "ready");
  const costs = wall.stage.uploadCosts;
  expect(Object.keys(costs).toSorted()).toEqual([...PATHS].toSorted());
  const [cheapest] = Object.entries(costs).toSorted(([, a], [, b]) => a - b);
  expect(ready).toMatchObject({ type: "ready", uploadPath: cheapest?.[0] });
});
