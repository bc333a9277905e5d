/** What of a view is said to show nothing is what the mathematics of the view does not see. */
import { describe, expect, test } from "vitest";
import type { Point } from "#base/geometry.ts";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook, type Orientation } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import { stateOfLook } from "#domain/dewarp/look.ts";
import { panoramaToSource } from "#domain/dewarp/panorama.ts";
import { perspectiveToSource } from "#domain/dewarp/perspective.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { pictureLimit } from "#domain/stage/picture-limit.ts";

const rect = { x: 40, y: 20, width: 960, height: 540 };
const square = { width: 1000, height: 1000 };
/** Its circle's top and bottom are missing. */
const wide = { width: 1600, height: 900 };
const cut: Lens = { ...DEFAULT_LENS, radius: 0.7 };
const round: Lens = { ...DEFAULT_LENS, radius: 0.5 };

const look = (mode: 1 | 2, tilt: number, more: Partial<FisheyeLook> = {}): FisheyeLook => ({
  mode,
  view: { pan: 90, tilt, zoom: 0.5 },
  shift: 0,
  layout: "single",
  panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
  ...more,
});
function shown(of: FisheyeLook, orientation: Orientation, lens: Lens) {
  const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation, lens };
  return tileDewarpOf(of.mode, config, stateOfLook(of, config), null);
}

const isIn = (outline: readonly Point[], { x, y }: Point): boolean => {
  let inside = false;
  for (const [index, a] of outline.entries()) {
    const b = outline[(index + 1) % outline.length] ?? a;
    if (a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)) inside = !inside;
  }
  return inside;
};

describe("the limit of a fisheye's picture", () => {
  test.each([
    ["a ceiling view down into the room", look(1, 60), "ceiling", round, square],
    ["a ceiling view at the horizon", look(1, 0), "ceiling", round, square],
    ["a wall view over the left rim", { ...look(1, 0), view: { pan: -80, tilt: 0, zoom: 0.5 } }, "wall", round, square],
    ["a view into the cut of the circle", look(1, 20), "wall", cut, wide],
    ["a ceiling panorama of a cut circle", look(2, 0), "ceiling", cut, wide],
    ["a wall panorama", look(2, 0), "wall", round, square],
  ] as const)("%s", (_name, of, orientation, lens, picture) => {
    const tile = shown(of, orientation, lens);
    const { outside, share } = pictureLimit(dewarpScene(tile), rect, picture);
    const size = { width: rect.width, height: rect.height };
    const { perspectiveDepth, panoramaAspectRatio } = tile.config;
    const sees = (at: Point): boolean =>
      of.mode === 1
        ? perspectiveToSource({ orientation, lens, view: tile.view, perspectiveDepth, tile: size }, picture, at).visible
        : panoramaToSource(
            { orientation, lens, panoramaAspectRatio, panoramaShift: tile.shift, tile: size },
            picture,
            at,
          ).visible;
    const stripHeight = of.mode === 2 ? rect.width / panoramaAspectRatio : rect.height;
    const top = (rect.height - stripHeight) / 2;
    let [wrong, all, blind] = [0, 0, 0];
    for (let y = top + 2.5; y < top + stripHeight; y += 5)
      for (let x = 2.5; x < rect.width; x += 5) {
        const at = { x: rect.x + x, y: rect.y + y };
        const covers = outside.filter((outline) => isIn(outline, at)).length;
        expect(covers).toBeLessThan(2);
        all += 1;
        if (!sees({ x, y })) blind += 1;
        if ((covers === 1) === sees({ x, y })) wrong += 1;
      }
    // Only points within a pixel or so of the limit may be taken for the other side.
    expect(wrong / all).toBeLessThan(0.004);
    expect(share).toBeCloseTo(blind / all, 2);
  });

  test("nothing is outside of a view that the picture fills, and all of one that looks away", () => {
    expect(pictureLimit(dewarpScene(shown(look(1, 80), "ceiling", round)), rect, square)).toEqual({
      outside: [],
      share: 0,
    });
    const away = { ...dewarpScene(shown(look(1, 0), "ceiling", round)), tilt: -80, zoom: 2 };
    expect(pictureLimit(away, rect, square).share).toBeCloseTo(1, 5);
  });
});
