import { CanvasSource, Container, Graphics, Sprite, Texture } from "pixi.js";
import type { RasterKind } from "./raster-cache.ts";
import type { TileOverlay } from "./tile-overlay.ts";

/** Rasters as pixi draws them. */
export const textures: RasterKind<Texture> = {
  make: (resource) => new Texture({ source: new CanvasSource({ resource, resolution: 1, scaleMode: "nearest" }) }),
  destroy: (texture) => texture.destroy(true),
};

/** A tile's overlay as a pixi node at the tile's place. It is drawn over its old content, so it first removes that. */
export function overlayNode({ rect, parts }: TileOverlay<Texture>): Container {
  const node = new Container();
  node.position.set(rect.x, rect.y);
  const rubber = new Graphics().rect(0, 0, rect.width, rect.height).fill(0xffffff);
  rubber.blendMode = "erase";
  node.addChild(rubber);
  for (const part of parts) {
    if (part.kind === "raster") {
      const sprite = new Sprite(part.raster);
      sprite.position.set(part.x, part.y);
      node.addChild(sprite);
      continue;
    }
    const area = new Graphics();
    for (const { x, y, width, height } of part.rects) area.rect(x, y, width, height);
    area.fill(part.colour);
    area.alpha = part.alpha;
    node.addChild(area);
  }
  return node;
}

/** Ends a node. A drawing owns what it draws, and keeps it unless it is told to destroy it. */
export const destroyNode = (node: Container): void => node.destroy({ children: true, context: true });
