import type createREGL from "regl";
import type { Rect } from "#base/geometry.ts";
import type { TileView } from "#protocol/stage-worker.ts";
import type { FrameTexture } from "../gl/frame-texture.ts";
import type { Rows } from "../tile-geometry.ts";

/** The surface that is drawn into, px. */
export interface Target {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** One tile to draw at this tick. */
export interface TileDraw {
  readonly tile: TileView;
  /** whole px of the target */
  readonly rect: Rect;
  /** null before the source's first frame */
  readonly picture: FrameTexture | null;
  /** as large as the stage; null draws without overlay (snapshots) */
  readonly overlay: createREGL.Texture2D | null;
  /** the rows of the tile where the overlay has content: only these rows sample it */
  readonly overlayRows: readonly Rows[];
  /** 0..1 */
  readonly opacity: number;
  /** frame and view stand still: they are sampled with the best quality */
  readonly still: boolean;
}

/**
 * Draws one kind of tile with programs of its own: a branch in a shared program would cost every tile as much as the
 * most expensive kind. The renderer asks the passes in order and gives each tile to the first that accepts it. Tiles of
 * one call do not overlap. Called inside `handover.withRegl`; for snapshots regl has bound a framebuffer.
 */
export interface TilePass {
  accepts(draw: TileDraw): boolean;
  draw(tiles: readonly TileDraw[], target: Target): void;
}
