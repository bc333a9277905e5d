import { describe, expect, test } from "vitest";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { meshError, meshGrid } from "#domain/dewarp/mesh/mesh.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { dewarpViews } from "#domain/dewarp/views.ts";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";

const base = fisheyeScene();
const rect = { x: 0, y: 0, width: 640, height: 360 };
const orthographic = { ...DEFAULT_LENS, projection: "orthographic" as const };

describe("the mesh against the fragment mapping", () => {
  test.each<[string, DewarpScene, number, number]>([
    ["default view", base, 512, 0.16],
    ["default view of a small stream", base, 180, 0.16],
    ["wide view", { ...base, zoom: 0.2 }, 512, 0.6],
    ["wide view of a small stream", { ...base, zoom: 0.2 }, 180, 0.2],
    ["wide view by an orthographic lens", { ...base, zoom: 0.2, lens: orthographic }, 180, 0.6],
    ["panorama", { ...base, mode: 2 }, 512, 0.6],
    ["wall with a rolled lens", { ...base, orientation: "wall", lens: { ...DEFAULT_LENS, roll: 12 } }, 512, 0.16],
  ])("%s: between grid points at most a fraction of a source px", (_name, dewarp, radiusPx, limitPx) => {
    const [view] = dewarpViews(dewarp, rect);
    if (!view) throw new Error("no view");
    const offPx = radiusPx * meshError(view, dewarp.lens, ...meshGrid(view, dewarp.lens, radiusPx));
    expect(offPx).toBeLessThan(limitPx);
    expect(offPx).toBeGreaterThan(0);
  });

  test("a small circle and a narrow view take fewer triangles than a large circle and a wide view", () => {
    const cells = (dewarp: DewarpScene, radiusPx: number): number => {
      const [view] = dewarpViews(dewarp, rect);
      if (!view) throw new Error("no view");
      const [columns, rows] = meshGrid(view, dewarp.lens, radiusPx);
      return columns * rows;
    };
    expect(cells(base, 180)).toBeLessThan(cells(base, 512));
    expect(cells({ ...base, zoom: 1 }, 512)).toBeLessThan(cells({ ...base, zoom: 0.2 }, 512));
  });
});
