import type { DewarpTileView } from "#protocol/stage-worker.ts";
import type { PictureTexture } from "../gl/picture-texture.ts";
import { pictureUniforms } from "./video-pass.ts";

/** The uniforms of `chunks/fisheye.glsl`. */
export function fisheyeUniforms(dewarp: DewarpTileView, picture: PictureTexture): Record<string, unknown> {
  const { lens } = dewarp;
  const width = picture.displayWidth;
  const height = picture.displayHeight;
  const radiusPx = lens.radius * Math.min(width, height);
  return {
    ...pictureUniforms(picture),
    u_circleCentre: [lens.centerX, lens.centerY],
    u_circleRadius: [(radiusPx * lens.stretch) / width, radiusPx / height],
  };
}
