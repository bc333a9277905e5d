import type { DewarpScene } from "#domain/dewarp/tile-view.ts";
import { circleUniforms } from "#domain/dewarp/views.ts";
import type { PictureTexture } from "../gl/picture-texture.ts";
import { pictureUniforms } from "./video-pass.ts";

/** The uniforms of `chunks/fisheye.glsl`. */
export const fisheyeUniforms = ({ lens }: DewarpScene, picture: PictureTexture): Record<string, unknown> => ({
  ...pictureUniforms(picture),
  ...circleUniforms(lens, { width: picture.displayWidth, height: picture.displayHeight }),
});
