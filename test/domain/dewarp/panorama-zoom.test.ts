import { describe, expect, test } from "vitest";
import type { Point, Rect } from "#base/geometry.ts";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig, type Orientation } from "#domain/dewarp/config.ts";
import { degrees } from "#domain/dewarp/lens.ts";
import { sourceSide } from "#domain/dewarp/tile-in-source.ts";
import {
  centreDewarp,
  dragDewarp,
  grabDewarp,
  pinchDewarp,
  steerDewarp,
  stepDewarpZoom,
  wheelDewarp,
} from "#domain/dewarp/gestures.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { type DewarpState, homeState, type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { dewarpViews } from "#domain/dewarp/views.ts";
import { noZoom } from "#domain/first-facts.ts";
import { levelScale } from "#domain/player/digital-zoom.ts";

// Digital zoom in the panorama: 1 to 20 in 33 steps; the point under the pointer stays in place, as drawn by the
// passes.
const SIZE = { width: 640, height: 360 };
const TILE: Rect = { x: 0, y: 0, ...SIZE };

const shown = (
  orientation: Orientation = "ceiling",
  layout: TileDewarp["layout"] = "single",
  change: Partial<DewarpConfig> = {},
): TileDewarp => {
  const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation, ...change };
  return tileDewarpOf(2, config, { ...homeState(config), layout }, null);
};
const after = (tile: TileDewarp, state: DewarpState): TileDewarp => ({ ...tile, ...state });

/** Heading and depression in degrees that the passes draw under a point of the tile; null on the black. */
function under(tile: TileDewarp, { x, y }: Point): { readonly heading: number; readonly depression: number } | null {
  for (const view of dewarpViews(dewarpScene(tile), TILE)) {
    if (view.kind !== "panorama") continue;
    const s = (x - view.strip.x) / view.strip.width;
    const t = (y - view.strip.y) / view.strip.height;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) continue;
    const [heading, across, depression, down] = view.angles;
    return { heading: degrees(heading + across * s), depression: degrees(depression + down * t) };
  }
  return null;
}
function expectSame(tile: TileDewarp, point: Point, wanted: ReturnType<typeof under>): void {
  const found = under(tile, point);
  if (!wanted || !found) throw new Error(`nothing at ${point.x}, ${point.y}`);
  // headings may have gone once round
  expect(Math.sin(((found.heading - wanted.heading) * Math.PI) / 360)).toBeCloseTo(0, 9);
  expect(found.depression).toBeCloseTo(wanted.depression, 9);
}

const panoramas: readonly (readonly [string, TileDewarp, Point])[] = [
  ["ceiling", shown(), { x: 150, y: 200 }],
  ["floor", shown("floor"), { x: 600, y: 130 }],
  ["wall", shown("wall"), { x: 90, y: 240 }],
  ["filling its tile", shown("ceiling", "single", { panoramaAspectRatio: 0 }), { x: 630, y: 5 }],
  ["narrower than its tile", shown("wall", "single", { panoramaAspectRatio: 1 }), { x: 300, y: 350 }],
  ["double", shown("ceiling", "double-panorama"), { x: 200, y: 250 }],
];

describe.each(panoramas)("%s", (_name, tile, point) => {
  test("the wheel keeps what is under the pointer, in and out again", () => {
    const wanted = under(tile, point);
    let now = tile;
    for (const notches of [1, 1, 3, 7, -2, 1]) {
      now = after(now, wheelDewarp(now, SIZE, point, notches));
      expectSame(now, point, wanted);
    }
    expect(now.panoramaZoom.scale).toBeCloseTo(1 + 11 * 0.625, 9);
    expect(after(now, wheelDewarp(now, SIZE, point, -99)).panoramaZoom).toEqual(noZoom);
    expect(after(now, wheelDewarp(now, SIZE, point, 99)).panoramaZoom.scale).toBe(20);
  });
  test("what was grabbed follows the pointer, past the panorama's end as well", () => {
    const zoomed = after(tile, wheelDewarp(tile, SIZE, point, 4));
    const grab = grabDewarp(zoomed, SIZE, point);
    const wanted = under(zoomed, point);
    let now = zoomed;
    // without limit sideways, up and down to the edge of the strip
    for (const x of [-40, 15, 260, 500, -300, 0]) {
      now = after(now, dragDewarp(now, grab, { x: point.x + x, y: point.y }));
      const to = { x: point.x + x, y: point.y };
      if (to.x >= 0 && to.x <= SIZE.width) expectSame(now, to, wanted);
    }
    expect(now).toEqual(zoomed);
    expect(dragDewarp(now, grab, { x: point.x, y: point.y + 9999 }).panoramaZoom.centerY).toBeCloseTo(0.5 / 3.5, 9);
  });
  test("two fingers: what was between them goes where they are now", () => {
    const zoomed = after(tile, wheelDewarp(tile, SIZE, point, 4));
    const to = { x: point.x > 320 ? point.x - 30 : point.x + 30, y: point.y };
    const now = after(zoomed, pinchDewarp(zoomed, SIZE, point, to, 1.3));
    expect(now.panoramaZoom.scale).toBeCloseTo(3.5 * 1.3, 9);
    expectSame(now, to, under(zoomed, point));
  });
  test("keys go through the levels and back", () => {
    let now = tile;
    for (let level = 1; level <= 32; level += 1) {
      now = after(now, stepDewarpZoom(now, SIZE, 1));
      expect(now.panoramaZoom.scale).toBeCloseTo(levelScale(level), 9);
    }
    expect(after(now, stepDewarpZoom(now, SIZE, 1)).panoramaZoom.scale).toBe(20);
    expect(after(now, stepDewarpZoom(now, SIZE, -40)).panoramaZoom).toEqual(noZoom);
  });
});

test("a magnified panorama is looked at by a click, steered slower, and wants a larger stream", () => {
  const tile = shown();
  const point = { x: 150, y: 200 };
  const zoomed = after(tile, wheelDewarp(tile, SIZE, point, 8));
  expect(centreDewarp(zoomed, SIZE, point)?.view).toEqual(centreDewarp(tile, SIZE, point)?.view);
  expect(sourceSide(zoomed, 640)).toBe(640 * 6);
  const turned = steerDewarp(zoomed, SIZE, { x: 1, y: 0.5 }, 1);
  expect(turned.shift).toBeCloseTo(45 / 6, 9);
  expect(turned.panoramaZoom.centerY).toBeGreaterThan(zoomed.panoramaZoom.centerY);
  expect(steerDewarp(tile, SIZE, { x: 0, y: 1 }, 1)).toEqual(homeState(tile.config));
});

test("beside the strip there is nothing: an empty view stays in its tile", () => {
  const tall = { x: 0, y: 0, width: 200, height: 800 };
  const scene = dewarpScene({
    ...shown("ceiling", "double-panorama"),
    panoramaZoom: { scale: 20, centerX: 0.5, centerY: 0.9 },
  });
  for (const { rect } of dewarpViews(scene, tall)) {
    expect(rect.y).toBeGreaterThanOrEqual(0);
    expect(rect.y + rect.height).toBeLessThanOrEqual(800);
  }
});
