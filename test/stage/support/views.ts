import type { Rect } from "#base/geometry.ts";
import type { StageTheme, StageView, TileView } from "#protocol/stage-worker.ts";
import { bareTile } from "#stage/bare-tile.ts";

export const theme: StageTheme = {
  background: 0x0b0e13,
  cell: 0x141922,
  text: 0xe8edf4,
  accent: 0x3d9bff,
  danger: 0xf0524f,
  warning: 0xf2b134,
};

export const tileView = (id: string, rect: Rect, change: Partial<TileView> = {}): TileView => ({
  ...bareTile(id),
  rect,
  ...change,
});

export const stageView = (
  widthPx: number,
  heightPx: number,
  tiles: readonly TileView[],
  change: Partial<StageView> = {},
): StageView => ({
  widthPx,
  heightPx,
  devicePixelRatio: 1,
  theme,
  tiles,
  interacting: false,
  presentCapHz: 0,
  hidden: false,
  ...change,
});
