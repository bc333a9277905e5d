import { expect, test } from "vitest";
import { centreFromPanorama, centreFromSource, flatToSource } from "#domain/dewarp/click.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { type PanoramaScene, panoramaToSource } from "#domain/dewarp/panorama.ts";
import { centreOnRound } from "#domain/dewarp/gestures.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";
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

test("the whole picture is contained and centred, and then zoomed", () => {
  expect(flatToSource(picture, tile, noZoom, { x: 320, y: 180 })).toEqual({ x: 512, y: 512 });
  expect(flatToSource(picture, tile, noZoom, { x: 140, y: 0 })).toEqual({ x: 0, y: 0 });
  const zoom = { scale: 4, centerX: 0.75, centerY: 0.5 };
  expect(flatToSource(picture, tile, zoom, { x: 320, y: 180 })).toEqual({ x: 768, y: 512 });
  expect(flatToSource(picture, tile, zoom, { x: 320 + 36, y: 180 - 72 }).x).toBeCloseTo(768 + 25.6, 9);
});

test("a point of the round picture stands in the middle of the perspective view", () => {
  const shown = tileDewarpOf(1, { ...DEFAULT_DEWARP_CONFIG, enable: true }, null, null);
  const state = centreOnRound(shown, picture, tile, noZoom, { x: 380, y: 200 });
  if (!state) throw new Error("not in the circle");
  const scene = { orientation: "ceiling", lens: DEFAULT_LENS, view: state.view, perspectiveDepth: 1, tile } as const;
  const middle = perspectiveToSource(scene, picture, { x: 320, y: 180 });
  const clicked = flatToSource(picture, tile, noZoom, { x: 380, y: 200 });
  expect(Math.hypot(middle.x - clicked.x, middle.y - clicked.y)).toBeLessThan(1e-6);
  expect(centreOnRound(shown, picture, tile, noZoom, { x: 3, y: 3 })).toBe(null);
});
