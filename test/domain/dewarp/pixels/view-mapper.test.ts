import { describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { type DewarpTable, dewarpTable, mapPixels, type PicturePixels } from "#domain/dewarp/pixels/table.ts";
import { homeState, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { dewarpViews } from "#domain/dewarp/views.ts";
import { ViewMapper } from "#domain/dewarp/pixels/view-mapper.ts";

const SIDE = 131;

function noise(seed: number): PicturePixels {
  const rgba = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let at = 0; at < rgba.length; at += 1)
    rgba[at] = at % 4 === 3 ? 255 : Math.imul(at + seed, 2_654_435_761) >>> 24;
  return { width: SIDE, height: SIDE, rgba };
}

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation: "ceiling" } as const;

function tablesOf(mode: 1 | 2, taps: 1 | 4, hatched: boolean): readonly DewarpTable[] {
  const scene = dewarpScene(tileDewarpOf(mode, config, homeState(config, "single"), null));
  // An odd number of pixels.
  const views = dewarpViews(scene, { x: 3, y: 2, width: 97, height: 55 });
  return views.map((view) => dewarpTable(view, scene.lens, { width: SIDE, height: SIDE }, taps, hatched));
}

const mapper = ViewMapper.make();

function worstDifference(table: DewarpTable, picture: PicturePixels): number {
  const wanted = new Uint8ClampedArray(table.covered.width * table.covered.height * 4);
  mapPixels(table, picture, wanted, true);
  const mapped = mapper?.map(table, picture);
  expect(mapped?.length).toBe(wanted.length);
  return wanted.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (mapped?.[at] ?? 999))), 0);
}

describe.each([1, 4] as const)("%d taps", (taps) => {
  test.each([
    ["perspective", 1],
    ["panorama", 2],
  ] as const)("a %s comes as the domain draws it, hatched or black", (_, mode) => {
    for (const hatched of [false, true])
      for (const table of tablesOf(mode, taps, hatched))
        expect(worstDifference(table, noise(1))).toBeLessThanOrEqual(2);
  });
});

test("each frame is shown, also when many views show the one before it in between", () => {
  const [table] = tablesOf(1, 1, false);
  const [one, other] = [noise(1), noise(2)];
  expect(table && worstDifference(table, one)).toBeLessThanOrEqual(2);
  expect(table && worstDifference(table, one)).toBeLessThanOrEqual(2);
  expect(table && worstDifference(table, other)).toBeLessThanOrEqual(2);
  for (const four of tablesOf(2, 4, false)) expect(worstDifference(four, other)).toBeLessThanOrEqual(2);
  expect(table && worstDifference(table, one)).toBeLessThanOrEqual(2);
});
