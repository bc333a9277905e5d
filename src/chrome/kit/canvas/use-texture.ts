import { ImageSource, Texture } from "pixi.js";
import { useLayoutEffect, useState } from "react";

/**
 * A texture that shows a picture or canvas as it is at each render. There is one texture for the component's life. Its
 * canvas is removed with the component, and that frees the texture's GPU memory.
 */
export function useTexture(resource: ImageBitmap | OffscreenCanvas): Texture {
  const [texture] = useState(() => new Texture({ source: new ImageSource({ resource, autoGenerateMipmaps: false }) }));
  // This must run before pixi's own tree is committed and drawn.
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
