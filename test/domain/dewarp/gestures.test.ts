import { describe, expect, test } from "vitest";
import type { DewarpConfig } from "#domain/dewarp/config.ts";
import { screenToWorld, worldToScreen } from "#domain/dewarp/perspective.ts";
import {
  centreDewarp,
  dragDewarp,
  grabDewarp,
  notchFactor,
  pinchDewarp,
  steerDewarp,
  zoomDewarp,
} from "#domain/dewarp/gestures.ts";
import { homeState, layoutsOf, type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { SIZE, ceiling, shown } from "./shown-tile.ts";

const wall: DewarpConfig = { ...ceiling, orientation: "wall" };
const scene = (tile: TileDewarp, size = SIZE, panOffset = 0) => ({
  orientation: tile.config.orientation,
  lens: tile.lens,
  view: { ...tile.view, pan: tile.view.pan + panOffset },
  perspectiveDepth: tile.config.perspectiveDepth,
  tile: size,
});

describe("a tile's lens and layout", () => {
  test("an explicit lens counts before a found one, that before the default", () => {
    const explicit = { ...DEFAULT_LENS, fov: 190 };
    const found = { ...DEFAULT_LENS, radius: 0.4 };
    expect(tileDewarpOf(1, { ...ceiling, lens: explicit }, null, found).lens).toBe(explicit);
    expect(tileDewarpOf(1, ceiling, null, found).lens).toBe(found);
    expect(tileDewarpOf(1, ceiling, null, null).lens).toBe(DEFAULT_LENS);
  });
  test("quad and double panorama need a mount that sees all round, and their mode", () => {
    expect(layoutsOf(1, ceiling)).toEqual(["single", "quad"]);
    expect(layoutsOf(2, ceiling)).toEqual(["single", "double-panorama"]);
    expect(layoutsOf(1, wall)).toEqual(["single"]);
    expect(shown(2, ceiling, "quad").layout).toBe("single");
  });
});

describe("dragging", () => {
  test("the grabbed point of the perspective view follows the pointer", () => {
    let tile = shown(1);
    const from = { x: 200, y: 120 };
    const grabbed = screenToWorld(scene(tile), from);
    const grab = grabDewarp(tile, SIZE, from);
    for (let step = 1; step <= 20; step += 1) {
      const point = { x: 200 + 9 * step, y: 120 + 5 * step };
      tile = { ...tile, ...dragDewarp(tile, grab, point) };
      const at = worldToScreen(scene(tile), grabbed);
      expect(at?.x).toBeCloseTo(point.x, 1);
      expect(at?.y).toBeCloseTo(point.y, 1);
    }
  });
  test("each part of a quad is dragged by its own heading, and all turn together", () => {
    const tile = shown(1, ceiling, "quad");
    const part = { width: 320, height: 180 };
    const from = { x: 400, y: 60 };
    const to = { x: 430, y: 50 };
    const grabbed = screenToWorld(scene(tile, part, 90), { x: from.x - 320, y: from.y });
    const after = { ...tile, ...dragDewarp(tile, grabDewarp(tile, SIZE, from), to) };
    const at = worldToScreen(scene(after, part, 90), grabbed);
    expect(at?.x).toBeCloseTo(to.x - 320, 1);
    expect(at?.y).toBeCloseTo(to.y, 1);
  });
  test("a panorama is shifted by as many degrees as the pointer crosses", () => {
    const tile = shown(2);
    const { shift } = dragDewarp(tile, grabDewarp(tile, SIZE, { x: 320, y: 180 }), { x: 480, y: 180 });
    expect(shift).toBeCloseTo(-90);
    const double = shown(2, ceiling, "double-panorama");
    // the strip of half a turn: 360 px wide at aspect 2 in a half of 180 px
    const half = dragDewarp(double, grabDewarp(double, SIZE, { x: 320, y: 90 }), { x: 500, y: 90 });
    expect(half.shift).toBeCloseTo(-90);
  });
});

describe("zoom, keys, clicks", () => {
  test("the wheel keeps what is under the pointer", () => {
    const tile = shown(1);
    const point = { x: 480, y: 90 };
    const grabbed = screenToWorld(scene(tile), point);
    const after = { ...tile, ...zoomDewarp(tile, SIZE, point, notchFactor(1)) };
    expect(after.view.zoom).toBeCloseTo(0.575);
    const at = worldToScreen(scene(after), grabbed);
    expect(at?.x).toBeCloseTo(point.x, 1);
    expect(at?.y).toBeCloseTo(point.y, 1);
  });
  test.each([
    ["spread", 1.4],
    ["closed", 0.8],
  ])("two fingers, %s: what was between them goes where they are now", (_name, factor) => {
    const tile = shown(1);
    const [from, to] = [
      { x: 300, y: 150 },
      { x: 340, y: 190 },
    ];
    const grabbed = screenToWorld(scene(tile), from);
    const after = { ...tile, ...pinchDewarp(tile, SIZE, from, to, factor) };
    expect(after.view.zoom).toBeCloseTo(0.5 * factor);
    const at = worldToScreen(scene(after), grabbed);
    expect(at?.x).toBeCloseTo(to.x, 1);
    expect(at?.y).toBeCloseTo(to.y, 1);
  });
  test("two fingers shift a panorama, and pull a quad's part by its own heading", () => {
    const strip = shown(2);
    expect(pinchDewarp(strip, SIZE, { x: 320, y: 180 }, { x: 480, y: 180 }, 1)).toEqual({
      ...homeState(ceiling),
      shift: -90,
    });
    const quad = shown(1, ceiling, "quad");
    const part = { width: 320, height: 180 };
    const grabbed = screenToWorld(scene(quad, part, 90), { x: 80, y: 60 });
    const after = { ...quad, ...pinchDewarp(quad, SIZE, { x: 400, y: 60 }, { x: 430, y: 70 }, 1.2) };
    const at = worldToScreen(scene(after, part, 90), grabbed);
    expect(at?.x).toBeCloseTo(110, 1);
    expect(at?.y).toBeCloseTo(70, 1);
  });
  test("keys shift the panorama and tilt the perspective view", () => {
    const tile = shown(2);
    expect(steerDewarp(tile, SIZE, { x: 1, y: 0 }, 1).shift).toBeCloseTo(45);
    expect(steerDewarp(shown(1), SIZE, { x: 0, y: 1 }, 0.1).view.tilt).toBeGreaterThan(45);
  });
  test("a click looks at the point", () => {
    const tile = shown(1);
    const point = { x: 400, y: 200 };
    const clicked = screenToWorld(scene(tile), point);
    const after = { ...tile, ...centreDewarp(tile, SIZE, point) };
    const at = worldToScreen(scene(after), clicked);
    expect(at?.x).toBeCloseTo(320, 3);
    expect(at?.y).toBeCloseTo(180, 3);
  });
});
