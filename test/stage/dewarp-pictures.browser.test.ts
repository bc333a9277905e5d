import { afterEach, expect, test } from "vitest";
import type { Point, Rect } from "#base/geometry.ts";
import { clampView, type Orientation } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens, lensCircle } from "#domain/dewarp/lens.ts";
import { panoramaStrip, panoramaToSource } from "#domain/dewarp/panorama.ts";
import { perspectiveToSource } from "#domain/dewarp/perspective.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { areaOf, magnifier, unmagnify } from "#domain/dewarp/panorama-zoom.ts";
import { noZoom } from "#domain/first-facts.ts";
import { clampZoom } from "#domain/player/digital-zoom.ts";
import type { TileView } from "#protocol/stage-worker.ts";
import { rgbFrame } from "./support/frames.ts";
import { stageView, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

// Compares the whole stage with the TypeScript twin: every lens model on every mount, odd sizes, circles off the
// middle. A texel's colour encodes its position, so that a pixel shows from which place of the source it was taken.
const PICTURE = { width: 254, height: 201 };
const placePicture = (): VideoFrame => rgbFrame(PICTURE.width, PICTURE.height, (x, y) => [x, y, 128]);

const circle = { centerX: 0.52, centerY: 0.49, radius: 0.47 };
const lenses: readonly Lens[] = [
  { ...DEFAULT_LENS, ...circle, fov: 200 },
  { ...DEFAULT_LENS, ...circle, projection: "equisolid", roll: 17 },
  { ...DEFAULT_LENS, ...circle, projection: "stereographic", fov: 170, stretch: 1.15 },
  { ...DEFAULT_LENS, ...circle, projection: "orthographic", fov: 170, roll: -40 },
  { ...DEFAULT_LENS, ...circle, projection: "polynomial", fov: 190, k: [-0.09, 0.004, 0, 0] },
];
const orientations: readonly Orientation[] = ["ceiling", "floor", "wall"];
const sizes = [
  { width: 133, height: 75 },
  { width: 87, height: 149 },
  { width: 151, height: 151 },
];

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

/** The views of a magnified panorama: left and right of its middle, and for a wall in the part that its lens sees. */
const middles = (at: number): readonly number[] => [0.2, 0.7, 0.75 - 0.25 * at];

/** Fifteen scenes of a mode, one per lens and mount, each in a tile of its own. */
const scenes = (mode: 1 | 2, magnified = false): readonly DewarpScene[] =>
  lenses.flatMap((lens, at) =>
    orientations.map((orientation, mount) => ({
      mode,
      layout: "single" as const,
      orientation,
      ...clampView(orientation, {
        pan: 37 * (at + 1) + 100 * mount,
        tilt: 8 + 14 * at,
        zoom: [0.5, 0.12, 0.8, 0.3, 0.2][at] ?? 1,
      }),
      perspectiveDepth: 1 + 0.2 * mount,
      panoramaAspectRatio: [4, 2, 1, 0, 7][at] ?? 4,
      panoramaShift: 50 * at - 100,
      panoramaZoom: magnified ? clampZoom({ scale: 1.5 + at, centerX: middles(at)[mount] ?? 0, centerY: 0.4 }) : noZoom,
      lens,
    })),
  );

function tilesOf(list: readonly DewarpScene[]): { tiles: TileView[]; width: number; height: number } {
  const tiles = list.map((dewarp, at) => {
    const size = sizes[at % sizes.length] ?? { width: 1, height: 1 };
    const rect = { x: (at % 5) * 155 + 1, y: Math.floor(at / 5) * 155 + 2, ...size };
    return tileView(`t${at}`, rect, { sourceId: "a", dewarp });
  });
  return { tiles, width: 5 * 155 + 3, height: 3 * 155 + 5 };
}

function sourceOf(dewarp: DewarpScene, size: { width: number; height: number }, at: Point) {
  const { orientation, lens, perspectiveDepth, panoramaAspectRatio, panoramaShift, pan, tilt, zoom } = dewarp;
  if (dewarp.mode === 1)
    return perspectiveToSource(
      { orientation, lens, view: { pan, tilt, zoom }, perspectiveDepth, tile: size },
      PICTURE,
      at,
    );
  const panorama = { orientation, lens, panoramaAspectRatio, panoramaShift, tile: size };
  const by = magnifier(areaOf([panoramaStrip(panorama).rect]), dewarp.panoramaZoom);
  return panoramaToSource(panorama, PICTURE, unmagnify(by, at));
}

/**
 * How near a source point is to the rim (1) or the picture's border; at the boundary of the two colours no statement is
 * possible.
 */
function place(lens: Lens, { x, y }: Point): "inside" | "outside" | "border" {
  const { cx, cy, rx, ry } = lensCircle(lens, PICTURE);
  const share = Math.hypot((x - cx) / rx, (y - cy) / ry);
  const margin = Math.min(x, y, PICTURE.width - x, PICTURE.height - y);
  if (share < 0.96 && margin > 3) return "inside";
  return share > 1.05 || margin < -3 ? "outside" : "border";
}

interface Found {
  readonly compared: number;
  readonly worstPx: number;
  readonly meanPx: Point;
  readonly ghosts: number;
}
function compare(pixels: Uint8Array, widthPx: number, dewarp: DewarpScene, rect: Rect): Found {
  const sum = { x: 0, y: 0 };
  let [compared, worstPx, ghosts] = [0, 0, 0];
  for (let row = 0; row < rect.height; row += 1) {
    for (let column = 0; column < rect.width; column += 1) {
      const at = ((rect.y + row) * widthPx + rect.x + column) * 4;
      const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
      const wanted = sourceOf(dewarp, rect, { x: column + 0.5, y: row + 0.5 });
      const where = place(dewarp.lens, wanted);
      if (where === "outside") ghosts += b > 20 ? 1 : 0;
      if (where !== "inside" || !wanted.visible) continue;
      // a black pixel in place of the picture counts as the largest error
      const [dx, dy] = [r + 0.5 - wanted.x, g + 0.5 - wanted.y];
      compared += 1;
      sum.x += dx;
      sum.y += dy;
      worstPx = Math.max(worstPx, Math.hypot(dx, dy));
    }
  }
  return { compared, worstPx, meanPx: { x: sum.x / compared, y: sum.y / compared }, ghosts };
}

test.each([
  ["perspective", 1, "fragment"],
  ["perspective", 1, "mesh"],
  ["perspective", 1, "table"],
  ["panorama", 2, "fragment"],
  ["panorama", 2, "mesh"],
  ["panorama", 2, "table"],
  ["magnified panorama", 2, "fragment"],
  ["magnified panorama", 2, "mesh"],
  ["magnified panorama", 2, "table"],
] as const)("%s (mode %i) by %s: every pixel comes from where the mathematics say", async (what, mode, mapping) => {
  const list = scenes(mode, what.startsWith("magnified"));
  const { tiles, width, height } = tilesOf(list);
  const view = stageView(width, height, tiles);
  // The 2D canvas maps by a table.
  wall =
    mapping === "table"
      ? await makeWall(view, "rgba-bytes", "mesh", "canvas2d")
      : await makeWall(view, "rgba-bytes", mapping);
  wall.source("a").put(placePicture());
  await wall.stage.whenIdle();
  const pixels = wall.read();
  for (const [at, dewarp] of list.entries()) {
    const rect = tiles[at]?.rect;
    if (!rect) throw new Error("unreachable: a tile per scene");
    const found = compare(pixels, width, dewarp, rect);
    const name = `${dewarp.orientation}, ${dewarp.lens.projection}: ${JSON.stringify(found)}`;
    expect(found.compared, name).toBeGreaterThan(0.05 * rect.width * rect.height);
    expect(found.ghosts, name).toBe(0);
    // a level is a pixel: rounding costs half of one, and four taps blur where the source is much denser than the tile
    expect(found.worstPx, name).toBeLessThan(mapping === "fragment" ? 1.2 : 1.6);
    expect(Math.abs(found.meanPx.x), name).toBeLessThan(0.15);
    expect(Math.abs(found.meanPx.y), name).toBeLessThan(0.15);
  }
});

test("quad: each quarter is the single view at 0, 90, 180 and 270 degrees, from one texture", async () => {
  const [scene] = scenes(1);
  if (!scene) throw new Error("unreachable");
  const quad = tileView(
    "quad",
    { x: 0, y: 0, width: 240, height: 140 },
    { sourceId: "a", dewarp: { ...scene, layout: "quad" } },
  );
  const singles = [0, 1, 2, 3].map((index) =>
    tileView(
      `single${index}`,
      { x: 240 + (index % 2) * 120, y: Math.floor(index / 2) * 70, width: 120, height: 70 },
      { sourceId: "a", dewarp: { ...scene, pan: scene.pan + index * 90 } },
    ),
  );
  wall = await makeWall(stageView(480, 140, [quad, ...singles]), "rgba-bytes");
  wall.source("a").put(placePicture());
  await wall.stage.whenIdle();
  const left = wall.read({ x: 0, y: 0, width: 240, height: 140 });
  const right = wall.read({ x: 240, y: 0, width: 240, height: 140 });
  expect(left.reduce((most, value, at) => Math.max(most, Math.abs(value - (right[at] ?? 0))), 0)).toBeLessThanOrEqual(
    1,
  );
});

test.each([
  ["perspective", 1, "fragment"],
  ["perspective", 1, "mesh"],
  ["panorama", 2, "fragment"],
  ["panorama", 2, "mesh"],
] as const)(
  "%s (mode %i) by %s: a lost context comes back within a second with an equal picture",
  async (_name, mode, mapping) => {
    const { tiles, width, height } = tilesOf(scenes(mode));
    wall = await makeWall(stageView(width, height, tiles), "i420-planes", mapping);
    wall.source("a").put(placePicture());
    await wall.stage.whenIdle();
    const before = wall.read();
    const from = wall.messages.length;
    const lostAt = performance.now();
    wall.stage.loseContext(20);
    await wall.message((message) => message.type === "context" && message.state === "restored", from);
    await wall.stage.whenIdle();
    expect(performance.now() - lostAt).toBeLessThan(1000);
    expect(before.some((value) => value > 100)).toBe(true);
    const after = wall.read();
    expect(
      before.reduce((most, value, at) => Math.max(most, Math.abs(value - (after[at] ?? 0))), 0),
    ).toBeLessThanOrEqual(1);
  },
);
