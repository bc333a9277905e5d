import { expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { perspectiveToSource } from "#domain/dewarp/perspective.ts";
import { hatchAt } from "#domain/dewarp/pixels/hatch.ts";
import { drawDewarped } from "#domain/dewarp/pixels/still.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { homeState, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";

const SIDE = 256;
const SIZE = { width: 64, height: 36 };
/** Red says how far right a pixel lies, green how far down. */
const picture = { width: SIDE, height: SIDE, rgba: new Uint8ClampedArray(SIDE * SIDE * 4) };
for (let y = 0; y < SIDE; y += 1)
  for (let x = 0; x < SIDE; x += 1) picture.rgba.set([x, y, 0, 255], (y * SIDE + x) * 4);

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation: "ceiling" } as const;
const draw = (mode: 1 | 2, layout: "single" | "quad" = "single") => {
  const tile = tileDewarpOf(mode, config, homeState(config, layout), null);
  const target = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  drawDewarped(dewarpScene(tile), picture, SIZE, target);
  const at = (x: number, y: number) => [...target.subarray((y * SIZE.width + x) * 4, (y * SIZE.width + x) * 4 + 4)];
  return { tile, at };
};

test("a perspective has each pixel from where the mathematics says, and nothing transparent", () => {
  const { tile, at } = draw(1);
  const scene = {
    orientation: config.orientation,
    lens: tile.lens,
    view: tile.view,
    perspectiveDepth: config.perspectiveDepth,
    tile: SIZE,
  };
  let seen = 0;
  for (const [x, y] of [
    [8, 6],
    [32, 18],
    [50, 30],
    [12, 30],
  ] as const) {
    const source = perspectiveToSource(scene, picture, { x: x + 0.5, y: y + 0.5 });
    const [red = 0, green = 0, , alpha] = at(x, y);
    expect(alpha).toBe(255);
    if (!source.visible) continue;
    seen += 1;
    expect(Math.abs(red - (source.x - 0.5)), `${x}, ${y}`).toBeLessThan(2);
    expect(Math.abs(green - (source.y - 0.5)), `${x}, ${y}`).toBeLessThan(2);
  }
  expect(seen).toBeGreaterThan(1);
});

test("a quad has four views, a panorama its strip with black beside it", () => {
  const quad = draw(1, "quad");
  const middles = [
    [16, 9],
    [48, 9],
    [16, 27],
    [48, 27],
  ].map(([x = 0, y = 0]) => quad.at(x, y).join());
  expect(new Set(middles).size).toBe(4);
  const panorama = draw(2);
  expect(panorama.at(32, 0)).toEqual([0, 0, 0, 255]);
  expect(panorama.at(32, 18)).not.toEqual([0, 0, 0, 255]);
});

test("what the picture does not hold is hatched, in a place that stands still in the target; without the pattern it is black", () => {
  const tile = tileDewarpOf(1, config, { ...homeState(config), view: { pan: 0, tilt: 0, zoom: 0.5 } }, null);
  const drawn = [dewarpScene(tile), { ...dewarpScene(tile), pan: 40 }, { ...dewarpScene(tile), hatched: false }].map(
    (scene) => {
      const target = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
      drawDewarped(scene, picture, SIZE, target);
      return target;
    },
  );
  const [hatched, turned, black] = drawn;
  const colours = new Set<string>();
  for (let y = 0; y < 10; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) {
      const at = (y * SIZE.width + x) * 4;
      const wanted = hatchAt(x + 0.5, y + 0.5).map(Math.round);
      expect([...(hatched?.subarray(at, at + 4) ?? [])]).toEqual([...wanted, 255]);
      expect([...(turned?.subarray(at, at + 4) ?? [])]).toEqual([...wanted, 255]);
      expect([...(black?.subarray(at, at + 4) ?? [])]).toEqual([0, 0, 0, 255]);
      colours.add(wanted.join());
    }
  expect(colours.size).toBeGreaterThan(1);
});
