import { assert, constantFrom, double, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { maskCover } from "#domain/cameras/mask-cover.ts";
import { keptMask } from "#domain/cameras/privacy-mask.ts";
import type { DewarpConfig, FisheyeLook } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { perspectiveToSource, sourceToPerspective } from "#domain/dewarp/perspective.ts";
import { viewFootprint } from "#domain/dewarp/view-footprint.ts";
import { noZoom } from "#domain/first-facts.ts";
import { ceiling } from "./shown-tile.ts";

const PICTURE = { width: 640, height: 640 };
const MIDDLE = 320;
const fisheye: DewarpConfig = { ...ceiling, lens: DEFAULT_LENS };
const till: FisheyeLook = {
  mode: 1,
  view: { pan: 40, tilt: 45, zoom: 2 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
};
const coverOf = (look: FisheyeLook, config: DewarpConfig, picture = PICTURE): Uint8Array =>
  maskCover(viewFootprint(look, config, picture), picture);
const covered = (cover: Uint8Array, x: number, y: number): boolean =>
  cover[Math.min(PICTURE.height - 1, Math.floor(y)) * PICTURE.width + Math.min(PICTURE.width - 1, Math.floor(x))] === 1;

const looks = record({
  orientation: constantFrom("ceiling", "floor", "wall" as const),
  pan: integer({ min: 0, max: 359 }),
  tilt: integer({ min: 0, max: 90 }),
  zoom: double({ min: 1, max: 4, noNaN: true }),
  fov: integer({ min: 140, max: 220 }),
  roll: integer({ min: -180, max: 180 }),
});

/** A perspective's own frame, 16:9. */
const sceneOf = (config: DewarpConfig, look: FisheyeLook, tile = { width: 160, height: 90 }) => ({
  orientation: config.orientation,
  lens: config.lens ?? DEFAULT_LENS,
  view: look.view,
  perspectiveDepth: config.perspectiveDepth,
  tile,
});

test("what a perspective shows is shown, and what lies well outside of it is covered, for every lens and angle", () => {
  assert(
    property(looks, ({ orientation, pan, tilt, zoom, fov, roll }) => {
      const config: DewarpConfig = { ...fisheye, orientation, lens: { ...DEFAULT_LENS, fov, roll } };
      const wallPan = orientation === "wall" ? (pan % 180) - 90 : pan;
      const look: FisheyeLook = { ...till, view: { pan: wallPan, tilt, zoom } };
      const parts = viewFootprint(look, config, PICTURE);
      if (parts.length === 0) return;
      const cover = maskCover(parts, PICTURE);
      const scene = sceneOf(config, look);
      // The outermost pixels of a small frame go to the two that painting covers.
      for (let y = 10; y < 90; y += 10)
        for (let x = 10; x < 160; x += 10) {
          const at = perspectiveToSource(scene, PICTURE, { x, y });
          // The rim is covered early, because a cell that reaches beyond it is drawn back.
          const fromMiddle = Math.hypot(at.x - MIDDLE, at.y - MIDDLE) / MIDDLE;
          if (at.visible && fromMiddle < 0.93) expect(covered(cover, at.x, at.y)).toBe(false);
        }
      // The highest frame in which the view is whole, and a tenth of it on each side.
      const high = sceneOf(config, look, { width: 160, height: 120 });
      for (let y = 2; y < PICTURE.height; y += 12)
        for (let x = 2; x < PICTURE.width; x += 12) {
          const on = sourceToPerspective(high, PICTURE, { x: x + 0.5, y: y + 0.5 });
          const isNear = on !== null && on.x > -24 && on.x < 184 && on.y > -20 && on.y < 140;
          if (!isNear) expect(covered(cover, x, y)).toBe(true);
        }
    }),
    { numRuns: 60 },
  );
});

test("a whole panorama shows its ring, and not what lies beyond the circle", () => {
  const cover = coverOf({ ...till, mode: 2 }, fisheye);
  for (const heading of [0, 1, 2, 3, 4, 5, 6])
    expect(covered(cover, MIDDLE + 260 * Math.cos(heading), MIDDLE + 260 * Math.sin(heading))).toBe(false);
  expect(covered(cover, 4, 4)).toBe(true);
  expect(covered(cover, 636, 636)).toBe(true);
});

test("a view of four perspectives shows all four and covers what is between them", () => {
  const cover = coverOf({ ...till, view: { pan: 0, tilt: 30, zoom: 4 }, layout: "quad" }, fisheye);
  const radius = MIDDLE * (60 / 90);
  for (const [x, y] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const)
    expect(covered(cover, MIDDLE + radius * x, MIDDLE + radius * y)).toBe(false);
  expect(covered(cover, MIDDLE, MIDDLE)).toBe(true);
});

test("nothing is shown where the lens or the size is not known, or the stream is no fisheye", () => {
  expect(viewFootprint(till, { ...fisheye, lens: null }, PICTURE)).toEqual([]);
  expect(viewFootprint(till, { ...fisheye, enable: false }, PICTURE)).toEqual([]);
  expect(viewFootprint(till, fisheye, { width: 0, height: 0 })).toEqual([]);
  expect(viewFootprint(till, fisheye, { width: Number.NaN, height: 90 })).toEqual([]);
});

test("a mask inside of what is shown stays covered, and a mask from outside cannot say that it shows something", () => {
  const mask = {
    points: [
      { x: 0.4, y: 0.4 },
      { x: 0.6, y: 0.4 },
      { x: 0.6, y: 0.6 },
      { x: 0.4, y: 0.6 },
    ],
  };
  const shown = {
    isShown: true,
    points: [
      { x: 0.2, y: 0.2 },
      { x: 0.8, y: 0.2 },
      { x: 0.8, y: 0.8 },
      { x: 0.2, y: 0.8 },
    ],
  } as const;
  const cover = maskCover([mask, shown], PICTURE);
  expect(covered(cover, MIDDLE, MIDDLE)).toBe(true);
  expect(covered(cover, 180, 180)).toBe(false);
  expect(covered(cover, 20, 20)).toBe(true);
  expect(keptMask(shown)).toEqual({ points: expect.anything() });
});
