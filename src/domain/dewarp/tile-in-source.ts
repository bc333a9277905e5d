/** What part of the round picture a dewarped tile shows, and how many of its pixels it needs. Sizes are px of the tile. */
import type { Point, Size } from "#base/geometry.ts";
import { viewOutline } from "./interaction.ts";
import type { Lens } from "./lens.ts";
import { focalShare, perspectiveToSource } from "./perspective.ts";
import type { TileDewarp } from "./tile-dewarp.ts";
import { perspectiveScene } from "./tile-parts.ts";

/**
 * The size of a picture, px of its side, that gives a tile of this width about one source pixel per pixel in its middle
 * (design, dewarp 4.3: a circle radius of half a pi times the focal length).
 */
export function sourceSide(tile: TileDewarp, widthPx: number): number {
  if (tile.mode === 2) return (tile.layout === "single" ? widthPx : 2 * widthPx) * tile.panoramaZoom.scale;
  const focal = focalShare(tile.view.zoom, tile.config.perspectiveDepth) * widthPx;
  return Math.PI * (tile.layout === "quad" ? focal / 2 : focal);
}

/** A perspective view as the lens sees it: length 1 is the circle's rim, x right and y down as in the round picture. */
export interface ViewInCircle {
  /** round the view; null where the lens does not see */
  readonly outline: readonly (Point | null)[];
  /** the point in the middle of the screen */
  readonly centre: Point | null;
}

/** Where each perspective view of a tile lies in the round picture. */
export function viewsInCircle(tile: TileDewarp, size: Size): readonly ViewInCircle[] {
  if (tile.mode !== 1) return [];
  const quad = tile.layout === "quad";
  const part = { width: quad ? size.width / 2 : size.width, height: quad ? size.height / 2 : size.height };
  const lens: Lens = { ...tile.lens, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
  const picture = { width: 1, height: 1 };
  const inCircle = (point: Point | null): Point | null => point && { x: 2 * point.x - 1, y: 2 * point.y - 1 };
  return (quad ? [0, 1, 2, 3] : [0]).map((index) => {
    const scene = perspectiveScene({ ...tile, lens }, { index, rect: { x: 0, y: 0, ...part } });
    const middle = perspectiveToSource(scene, picture, { x: part.width / 2, y: part.height / 2 });
    return {
      outline: viewOutline(scene, picture, 24).map(inCircle),
      centre: middle.visible ? inCircle(middle) : null,
    };
  });
}
