import type { Rect } from "#base/geometry.ts";
import type { StageTheme, StageView, TileView } from "#protocol/stage-worker.ts";

export const theme: StageTheme = {
  background: 0x0b0e13,
  cell: 0x141922,
  text: 0xe8edf4,
  accent: 0x3d9bff,
  danger: 0xf0524f,
  warning: 0xf2b134,
};

export const noZoom = { scale: 1, centerX: 0.5, centerY: 0.5 } as const;

export const tileView = (id: string, rect: Rect, change: Partial<TileView> = {}): TileView => ({
  id,
  sourceId: id,
  rect,
  name: "",
  overlay: "none",
  message: "",
  badges: [],
  frame: "none",
  opacity: 1,
  floating: false,
  zoom: noZoom,
  dewarp: null,
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
