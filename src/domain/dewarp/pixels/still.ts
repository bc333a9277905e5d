/** A whole dewarped picture, pixel by pixel: for thumbnails and exported video. */
import type { Size } from "#base/geometry.ts";
import type { DewarpScene } from "../scene.ts";
import { type DewarpTable, dewarpTable, mapPixels, type PicturePixels } from "./table.ts";
import type { ViewMapper } from "./view-mapper.ts";
import { dewarpViews, sourcePerTargetPx } from "../views.ts";

/** From this many source pixels per pixel of the view on, one sample leaves some out and edges shimmer. */
export const FOUR_TAPS_FROM = 1.5;

/** The tables of all parts of a scene, for pictures of one size. */
export function sceneTables(scene: DewarpScene, picture: Size, target: Size): readonly DewarpTable[] {
  return dewarpViews(scene, { x: 0, y: 0, ...target }).map((view) =>
    dewarpTable(
      view,
      scene.lens,
      picture,
      sourcePerTargetPx(scene, view, picture) > FOUR_TAPS_FROM ? 4 : 1,
      scene.hatched,
    ),
  );
}

/** Fills `target` (RGBA, of `size`) with the parts of a picture; what none covers is black. `mapper`: for who draws many. */
export function drawTables(
  tables: readonly DewarpTable[],
  picture: PicturePixels,
  size: Size,
  target: Uint8ClampedArray,
  mapper: ViewMapper | null = null,
): void {
  const [only] = tables;
  if (tables.length === 1 && only && coversAll(only, size)) {
    if (mapper) target.set(mapper.map(only, picture));
    else mapPixels(only, picture, target, true);
    return;
  }
  target.fill(0);
  for (let at = 3; at < target.length; at += 4) target[at] = OPAQUE;
  for (const table of tables) {
    const { covered } = table;
    const part = mapper?.map(table, picture) ?? new Uint8ClampedArray(covered.width * covered.height * 4);
    if (!mapper) mapPixels(table, picture, part, true);
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

const OPAQUE = 255;

/** Most views fill their picture: then nothing is copied. */
const coversAll = ({ covered }: DewarpTable, { width, height }: Size): boolean =>
  covered.x === 0 && covered.y === 0 && covered.width === width && covered.height === height;

export const drawDewarped = (scene: DewarpScene, picture: PicturePixels, size: Size, target: Uint8ClampedArray): void =>
  drawTables(sceneTables(scene, picture, size), picture, size, target);
