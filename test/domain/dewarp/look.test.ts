import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { lookOf, readLook, splitLook, stateOfLook } from "#domain/dewarp/look.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";

const look: FisheyeLook = {
  mode: 1,
  view: { pan: 350, tilt: 40, zoom: 1.5 },
  shift: 20,
  layout: "single",
  panoramaZoom: noZoom,
};
const ceiling = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation: "ceiling" } as const;
const wall = { ...ceiling, orientation: "wall" } as const;

describe("a look", () => {
  test("is what a player shows, and a player that begins with it shows the same", () => {
    const tile = tileDewarpOf(look.mode, ceiling, stateOfLook(look, ceiling), null);
    expect(lookOf(tile)).toEqual(look);
  });

  test("of a mount that was changed since then comes inside its limits", () => {
    expect(stateOfLook({ ...look, view: { pan: 180, tilt: -80, zoom: 1 } }, wall).view).toMatchObject({
      pan: -90,
      tilt: -80,
    });
    expect(stateOfLook({ ...look, view: { pan: -10, tilt: -80, zoom: 1 } }, ceiling).view).toMatchObject({
      pan: 350,
      tilt: 0,
    });
  });

  test("is read as it was stored; what is none is null", () => {
    expect(readLook(JSON.parse(JSON.stringify(look)))).toEqual(look);
    expect(readLook({ mode: 2, view: look.view, shift: 190 })).toMatchObject({
      mode: 2,
      shift: -170,
      layout: "single",
    });
    for (const wrong of [
      null,
      "look",
      {},
      { ...look, mode: 0 },
      { ...look, view: null },
      { ...look, view: { pan: "1", tilt: 0, zoom: 1 } },
      { ...look, layout: "triple" },
      { ...look, shift: null },
      { ...look, panoramaZoom: 2 },
    ])
      expect(readLook(wrong), JSON.stringify(wrong)).toBeNull();
  });
});

describe("splitting a look", () => {
  test.each([
    [2, [350, 170]],
    [4, [350, 80, 170, 260]],
  ] as const)("into %i looks round it, from its own heading on", (parts, pans) => {
    expect(splitLook(look, ceiling, parts).map(({ view }) => view.pan)).toEqual(pans);
    expect(splitLook(look, ceiling, parts).every(({ view }) => view.tilt === 40 && view.zoom === 1.5)).toBe(true);
  });

  test("on a wall side by side, inside what it sees", () => {
    expect(splitLook(look, wall, 2).map(({ view }) => view.pan)).toEqual([-35, 35]);
    expect(splitLook(look, wall, 4).map(({ view }) => view.pan)).toEqual([-49.5, -16.5, 16.5, 49.5]);
  });

  test("of a panorama turns it; parts are single and not magnified", () => {
    const quad: FisheyeLook = { ...look, mode: 2, layout: "double-panorama", panoramaZoom: { ...noZoom, scale: 3 } };
    expect(splitLook(quad, ceiling, 4)).toMatchObject(
      [20, 110, -160, -70].map((shift) => ({ mode: 2, shift, layout: "single", panoramaZoom: noZoom })),
    );
  });

  test("every part can be read again, whatever was split", () => {
    fc.assert(
      fc.property(
        fc.record({
          pan: fc.double({ min: -360, max: 360, noNaN: true }),
          tilt: fc.double({ min: -90, max: 90, noNaN: true }),
          zoom: fc.double({ min: 0.5, max: 10, noNaN: true }),
        }),
        fc.constantFrom(ceiling, wall),
        fc.constantFrom(2 as const, 4 as const),
        (view, config, parts) => {
          for (const part of splitLook({ ...look, view }, config, parts)) expect(readLook(part)).toEqual(part);
        },
      ),
    );
  });
});
