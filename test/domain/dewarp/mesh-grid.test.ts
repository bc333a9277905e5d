import { describe, expect, test } from "vitest";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import type { DewarpScene } from "#domain/dewarp/tile-view.ts";
import { dewarpViews, meshGrid, meshLensPoints } from "#domain/dewarp/views.ts";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";

const base = fisheyeScene();
const rect = { x: 0, y: 0, width: 640, height: 360 };

describe("the mesh against the fragment mapping", () => {
  test.each<[string, DewarpScene, number, number]>([
    ["default view", base, 1024, 0.12],
    ["default view of a small stream", base, 512, 0.12],
    ["wide view", { ...base, zoom: 0.2 }, 1024, 0.6],
    ["wide view of a small stream", { ...base, zoom: 0.2 }, 512, 0.3],
    ["panorama", { ...base, mode: 2 }, 1024, 0.6],
    ["wall with a rolled lens", { ...base, orientation: "wall", lens: { ...DEFAULT_LENS, roll: 12 } }, 1024, 0.12],
  ])("%s: between grid points at most a fraction of a source px", (_name, dewarp, side, limitPx) => {
    const [view] = dewarpViews(dewarp, rect);
    if (!view) throw new Error("no view");
    const [columns, rows] = meshGrid(dewarp, view, { width: side, height: side });
    const coarse = meshLensPoints(view, dewarp.lens, columns, rows);
    const fine = meshLensPoints(view, dewarp.lens, columns * 2, rows * 2);
    const at = (points: Float32Array, perRow: number, column: number, row: number): [number, number] => {
      const index = (row * (perRow + 1) + column) * 3;
      return [points[index] ?? 0, points[index + 1] ?? 0];
    };
    let worst = 0;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        // the middle of the diagonal that both triangles of a cell share
        const [ax, ay] = at(coarse, columns, column + 1, row);
        const [bx, by] = at(coarse, columns, column, row + 1);
        const [cx, cy] = at(fine, columns * 2, column * 2 + 1, row * 2 + 1);
        if (Math.hypot(cx, cy) > 1) continue;
        worst = Math.max(worst, (side / 2) * Math.hypot((ax + bx) / 2 - cx, (ay + by) / 2 - cy));
      }
    }
    expect(worst).toBeLessThan(limitPx);
    expect(worst).toBeGreaterThan(0);
  });
});
