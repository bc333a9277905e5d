import { ImageSource, Texture } from "pixi.js";
import { useLayoutEffect, useState } from "react";

/**
 * A texture that shows a picture or canvas as it is at each render. One for the component's life: its canvas, which goes with
 * the component, frees what lies on the GPU.
 */
export function useTexture(resource: ImageBitmap | OffscreenCanvas): Texture {
  const [texture] = useState(() => new Texture({ source: new ImageSource({ resource, autoGenerateMipmaps: false }) }));
  // Before pixi's own tree is committed and drawn.
  useLayoutEffect(() => show(texture, resource));
  return texture;
}

function show({ source }: Texture, resource: ImageBitmap | OffscreenCanvas): void {
  if (source.resource !== resource) {
    source.resource = resource;
    source.resize(resource.width, resource.height);
  }
  source.update();
}
