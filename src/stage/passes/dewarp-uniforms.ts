import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { circleUniforms } from "#domain/dewarp/views.ts";
import type { FrameTexture } from "../gl/frame-texture.ts";
import { frameUniforms } from "./video-pass.ts";

/** The uniforms of `chunks/fisheye.glsl`. */
export const fisheyeUniforms = ({ lens }: DewarpScene, picture: FrameTexture): Record<string, unknown> => ({
  ...frameUniforms(picture),
  ...circleUniforms(lens, { width: picture.displayWidth, height: picture.displayHeight }),
});
