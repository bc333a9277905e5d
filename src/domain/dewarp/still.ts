/** A whole dewarped picture, pixel by pixel: for thumbnails and exported video. */
import type { Size } from "#base/geometry.ts";
import type { DewarpScene } from "./tile-view.ts";
import { type DewarpTable, dewarpTable, mapPixels, type PicturePixels } from "./table.ts";
import { dewarpViews, sourcePerTargetPx } from "./views.ts";

/** From this many source pixels per pixel of the view on, one sample leaves some out and edges shimmer. */
export const FOUR_TAPS_FROM = 1.5;

/** The tables of all parts of a scene, for pictures of one size. */
export function sceneTables(scene: DewarpScene, picture: Size, target: Size): readonly DewarpTable[] {
  return dewarpViews(scene, { x: 0, y: 0, ...target }).map((view) =>
    dewarpTable(view, scene.lens, picture, sourcePerTargetPx(scene, view, picture) > FOUR_TAPS_FROM ? 4 : 1),
  );
}

/** Fills `target` (RGBA, of `size`) with the parts of a picture; what none covers is black. */
export function drawTables(
  tables: readonly DewarpTable[],
  picture: PicturePixels,
  size: Size,
  target: Uint8ClampedArray,
): void {
  for (let at = 0; at < target.length; at += 4) target.set(BLACK, at);
  for (const table of tables) {
    const { covered } = table;
    const part = new Uint8ClampedArray(covered.width * covered.height * 4);
    mapPixels(table, picture, part, true);
    const left = Math.max(0, covered.x);
    const right = Math.min(size.width, covered.x + covered.width);
    for (let row = 0; row < covered.height; row += 1) {
      const y = covered.y + row;
      if (y < 0 || y >= size.height || right <= left) continue;
      const from = (row * covered.width + left - covered.x) * 4;
      target.set(part.subarray(from, from + (right - left) * 4), (y * size.width + left) * 4);
    }
  }
}

const BLACK = [0, 0, 0, 255];

export const drawDewarped = (scene: DewarpScene, picture: PicturePixels, size: Size, target: Uint8ClampedArray): void =>
  drawTables(sceneTables(scene, picture, size), picture, size, target);
