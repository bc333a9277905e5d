/** Where a fisheye's view shows nothing, all painters draw one pattern; snapshots have it, too. */
import { afterEach, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { hatchAt } from "#domain/dewarp/pixels/hatch.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { homeState, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { rgbFrame } from "./support/frames.ts";
import { stageView, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

const TILE = { width: 160, height: 90 };
/** All of the circle is red. */
const red = () => rgbFrame(200, 200, () => [200, 0, 0]);
const config = { ...DEFAULT_DEWARP_CONFIG, enable: true };
const home = homeState(config);
/** Half of it looks over the horizon. */
const perspective = tileDewarpOf(1, config, { ...home, view: { pan: 0, tilt: 0, zoom: 0.5 } }, null);
/** Of a circle that the picture cuts above and below. */
const cut = tileDewarpOf(2, config, home, { ...perspective.lens, radius: 0.6 });

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

async function drawn(
  tile: typeof perspective,
  hatched: boolean,
  [painter, mapping]: readonly ["webgl2" | "canvas2d", ("fragment" | "mesh")?],
): Promise<Uint8Array> {
  const dewarp = { ...dewarpScene(tile), hatched };
  const view = stageView(TILE.width, TILE.height, [tileView("a", { x: 0, y: 0, ...TILE }, { dewarp })]);
  wall = await makeWall(view, undefined, mapping, painter);
  wall.source("a").put(red());
  await wall.stage.whenIdle();
  return wall.read();
}

const PAINTERS = [["webgl2", "fragment"], ["webgl2", "mesh"], ["canvas2d"]] as const;
/** Where black turns into the pattern, and nothing else changes. */
function compare(hatched: Uint8Array, black: Uint8Array): { pattern: number; worst: number; picture: number } {
  let [pattern, worst, picture] = [0, 0, 0];
  for (let y = 0; y < TILE.height; y += 1)
    for (let x = 0; x < TILE.width; x += 1) {
      const at = (y * TILE.width + x) * 4;
      const was = [...black.subarray(at, at + 3)];
      const now = [...hatched.subarray(at, at + 3)];
      const differs = now.some((part, index) => part !== was[index]);
      if (!differs) picture += 1;
      // Pixels on the limit have a share of both.
      if (!differs || was.some((part) => part > 0)) continue;
      pattern += 1;
      const wanted = hatchAt(x + 0.5, y + 0.5);
      worst = Math.max(worst, ...now.map((part, index) => Math.abs(part - (wanted[index] ?? 0))));
    }
  return { pattern, worst, picture };
}

for (const painter of PAINTERS)
  for (const [name, tile] of [
    ["a perspective over the horizon", perspective],
    ["a panorama of a cut circle", cut],
  ] as const)
    test(`${painter.join(" ")}: ${name} is hatched where it was black, and as it was elsewhere`, async () => {
      const hatched = await drawn(tile, true, painter);
      wall?.dispose();
      const black = await drawn(tile, false, painter);
      const { pattern, worst, picture } = compare(hatched, black);
      expect(pattern).toBeGreaterThan(300);
      expect(picture).toBeGreaterThan(1000);
      expect(worst).toBeLessThan(2);
    });

test("a snapshot is hatched, too", async () => {
  await drawn(perspective, true, ["webgl2", "fragment"]);
  const png = await wall?.stage.snapshot("a");
  const picture = await createImageBitmap(png ?? new Blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context?.drawImage(picture, 0, 0);
  const [r, g, b] = context?.getImageData(5, 5, 1, 1).data ?? [];
  const wanted = hatchAt(5.5, 5.5);
  expect([r, g, b].map((part, index) => Math.abs((part ?? 0) - (wanted[index] ?? 0)) < 2)).toEqual([true, true, true]);
});
