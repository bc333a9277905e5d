import { describe, expect, test } from "vitest";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { meshGrid } from "#domain/dewarp/mesh/mesh.ts";
import { areInside, patchError, viewPatches } from "#domain/dewarp/mesh/patches.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { circleUniforms, dewarpViews } from "#domain/dewarp/views.ts";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";

const base = fisheyeScene();
const rect = { x: 0, y: 0, width: 640, height: 360 };
const orthographic = { ...DEFAULT_LENS, projection: "orthographic" as const };
const viewOf = (dewarp: DewarpScene) => {
  const [view] = dewarpViews(dewarp, rect);
  if (!view) throw new Error("no view");
  return view;
};
const patchesOf = (dewarp: DewarpScene, radiusPx: number) => {
  const patches = viewPatches(viewOf(dewarp), dewarp.lens, radiusPx);
  if (!patches) throw new Error("no patches");
  return patches;
};

describe("curved cells against the fragment mapping", () => {
  test.each<[string, DewarpScene, number]>([
    ["default view", base, 512],
    ["default view of a small stream", base, 180],
    ["a view of a large circle", base, 1500],
    ["wide view", { ...base, zoom: 0.2, tilt: 90 }, 512],
    ["the widest view", { ...base, zoom: 0.1, tilt: 90 }, 180],
    ["a view over the rim", { ...base, tilt: 20 }, 512],
    ["a view by an orthographic lens", { ...base, lens: orthographic }, 512],
    ["panorama", { ...base, mode: 2 }, 512],
    ["wall with a rolled lens", { ...base, orientation: "wall", lens: { ...DEFAULT_LENS, roll: 12 } }, 512],
  ])(
    "%s: anywhere in a cell at most a fraction of a source px, and with at most a fifth of the straight cells",
    (_name, dewarp, radiusPx) => {
      const patches = patchesOf(dewarp, radiusPx);
      const offPx = radiusPx * patchError(viewOf(dewarp), dewarp.lens, patches);
      expect(offPx).toBeLessThan(0.16);
      expect(offPx).toBeGreaterThan(0);
      const [columns, rows] = meshGrid(viewOf(dewarp), dewarp.lens, radiusPx);
      expect(patches.columns * patches.rows).toBeLessThan((columns * rows) / 5);
    },
  );

  test("a view that comes near to what lies behind the lens has none: points jump there", () => {
    expect(viewPatches(viewOf({ ...base, tilt: 0, zoom: 0.2 }), base.lens, 512)).toBeNull();
  });
});

describe("whether circle and picture hold all of a view", () => {
  const isHeld = (dewarp: DewarpScene, picture = { width: 1024, height: 1024 }): boolean => {
    const { u_circleCentre: middle, u_circleRadius: radii } = circleUniforms(dewarp.lens, picture);
    return areInside(patchesOf(dewarp, 512), { middle, radii });
  };
  const cut = { ...DEFAULT_LENS, radius: 0.9 };
  test.each<[string, boolean, DewarpScene]>([
    ["a view well below the horizon", true, base],
    ["a view over the rim", false, { ...base, tilt: 20 }],
    ["a panorama, which begins at the rim", false, { ...base, mode: 2 }],
    ["a view straight down of a cut circle", true, { ...base, tilt: 90, zoom: 1, lens: cut }],
    ["a view over a cut", false, { ...base, pan: 0, lens: cut }],
  ])("%s: %s", (_name, expected, dewarp) => {
    expect(isHeld(dewarp)).toBe(expected);
  });
});
