import { Graphics } from "pixi.js";
import { expect, test } from "vitest";
import { destroyNode, overlayNode, textures } from "#stage/overlay/overlay-node.ts";
import { RasterCache } from "#stage/overlay/raster-cache.ts";
import { TileOverlay } from "#stage/overlay/tile-overlay.ts";
import { theme, tileView } from "#test/stage/support/views.ts";

test("an overlay that goes takes everything along that it drew with", () => {
  const rasters = new RasterCache(textures);
  const rect = { x: 0, y: 0, width: 320, height: 180 };
  const tile = tileView("a", rect, { name: "Yard", overlay: "connecting", message: "Connecting", frame: "focus" });
  const node = overlayNode(new TileOverlay(tile, rect, 1, theme, rasters));
  const drawings = node.children.filter((child) => child instanceof Graphics).map(({ context }) => context);
  expect(drawings.length).toBeGreaterThan(2);
  destroyNode(node);
  expect(drawings.filter(({ destroyed }) => !destroyed)).toEqual([]);
});
