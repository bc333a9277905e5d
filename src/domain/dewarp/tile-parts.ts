/** The parts of a dewarped tile, each with a view of its own: quad shows the perspective view at +0, 90, 180 and 270 degrees, double panorama shows two halves of the strip. */
import type { Point, Rect, Size } from "#base/geometry.ts";
import { type PanoramaScene, panoramaStrip } from "./panorama.ts";
import { areaOf } from "./panorama-zoom.ts";
import type { PerspectiveScene } from "./perspective.ts";
import type { TileDewarp } from "./tile-dewarp.ts";

/** A part of the tile that shows a view of its own. */
export interface Part {
  readonly index: number;
  readonly rect: Rect;
}

export function partAt(tile: TileDewarp, size: Size, point: Point): Part {
  const columns = tile.layout === "quad" ? 2 : 1;
  const rows = tile.layout === "single" ? 1 : 2;
  const width = size.width / columns;
  const height = size.height / rows;
  const column = point.x < width ? 0 : columns - 1;
  const row = point.y < height ? 0 : rows - 1;
  return { index: row * columns + column, rect: { x: column * width, y: row * height, width, height } };
}

export const inside = ({ rect }: Part, point: Point): Point => ({ x: point.x - rect.x, y: point.y - rect.y });
export const panOffset = (tile: TileDewarp, part: Part): number => (tile.layout === "quad" ? part.index * 90 : 0);

export function perspectiveScene(tile: TileDewarp, part: Part): PerspectiveScene {
  const { orientation, perspectiveDepth } = tile.config;
  const view = { ...tile.view, pan: tile.view.pan + panOffset(tile, part) };
  return { orientation, lens: tile.lens, view, perspectiveDepth, tile: part.rect };
}

export function panoramaScene(tile: TileDewarp, part: Part): PanoramaScene {
  const { orientation, panoramaAspectRatio } = tile.config;
  const whole = tile.layout === "double-panorama" ? 2 : 1;
  const aspect =
    panoramaAspectRatio > 0 ? panoramaAspectRatio / whole : whole === 1 ? 0 : part.rect.width / part.rect.height;
  return { orientation, lens: tile.lens, panoramaAspectRatio: aspect, panoramaShift: tile.shift, tile: part.rect };
}

/** The unzoomed strips' rectangle in the tile, and how many degrees of heading a px of them spans. */
export function panoramaArea(tile: TileDewarp, size: Size): { readonly area: Rect; readonly degreesPerPx: number } {
  const first = partAt(tile, size, { x: 0, y: 0 });
  const last = partAt(tile, size, { x: 0, y: size.height });
  const area = areaOf(
    [first, last].map((part) => {
      const { rect } = panoramaStrip(panoramaScene(tile, part));
      return { ...rect, x: part.rect.x + rect.x, y: part.rect.y + rect.y };
    }),
  );
  const across = tile.layout === "double-panorama" ? 180 : panoramaStrip(panoramaScene(tile, first)).across;
  return { area, degreesPerPx: across / area.width };
}
