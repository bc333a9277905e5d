import { noZoom } from "#domain/first-facts.ts";
import type { TileView } from "#protocol/stage-worker.ts";

/** A tile that shows the frame of source `id` and nothing over it; it has no place yet. */
export const bareTile = (id: string): TileView => ({
  id,
  sourceId: id,
  rect: { x: 0, y: 0, width: 0, height: 0 },
  name: "",
  overlay: "none",
  message: "",
  badges: [],
  frame: "none",
  opacity: 1,
  floating: false,
  zoom: noZoom,
  dewarp: null,
});
