import { expect, test } from "vitest";
import { centreFromPanorama, centreFromSource, flatToSource } from "#domain/dewarp/click.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { type PanoramaScene, panoramaToSource } from "#domain/dewarp/panorama.ts";
import { type PerspectiveScene, perspectiveToSource } from "#domain/dewarp/perspective.ts";

const picture = { width: 1024, height: 1024 };
const tile = { width: 640, height: 360 };

test.each(["ceiling", "floor", "wall"] as const)("%s: what was clicked stands in the middle", (orientation) => {
  const scene: PanoramaScene = { orientation, lens: DEFAULT_LENS, panoramaAspectRatio: 4, panoramaShift: 20, tile };
  for (const screen of [
    { x: 300, y: 180 },
    { x: 420, y: 200 },
    { x: 250, y: 160 },
  ]) {
    const source = panoramaToSource(scene, picture, screen);
    for (const view of [
      centreFromPanorama(scene, screen, 0.7),
      centreFromSource(orientation, DEFAULT_LENS, picture, source, 0.7),
    ]) {
      if (!view) throw new Error("not in the picture");
      const perspective: PerspectiveScene = { orientation, lens: DEFAULT_LENS, view, perspectiveDepth: 1, tile };
      const middle = perspectiveToSource(perspective, picture, { x: 320, y: 180 });
      expect(Math.hypot(middle.x - source.x, middle.y - source.y)).toBeLessThan(1e-6);
      expect(view.zoom).toBe(0.7);
    }
  }
  expect(centreFromPanorama(scene, { x: 5, y: 5 }, 1)).toBe(null);
  expect(centreFromSource(orientation, DEFAULT_LENS, picture, { x: 5, y: 5 }, 1)).toBe(null);
});

test("the whole picture is contained and centred", () => {
  expect(flatToSource(picture, tile, { x: 320, y: 180 })).toEqual({ x: 512, y: 512 });
  expect(flatToSource(picture, tile, { x: 140, y: 0 })).toEqual({ x: 0, y: 0 });
});
