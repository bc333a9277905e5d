/**
 * A canvas that shows one frame with the stage's own passes, dewarped or round: for the exported player, which has no
 * stage.
 */
import createREGL from "regl";
import { closeFrame, ownFrame, type FrameImage } from "#media/frame-mailbox.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { bareTile } from "./bare-tile.ts";
import { shimExtensions, shimmedExtensions } from "./gl/extension-shim.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import { FrameTexture, TexturePool } from "./gl/frame-texture.ts";
import { reglRefresh } from "./gl/regl-internals.ts";
import { isVideoFrame } from "./gl/upload-path.ts";
import { DewarpPass } from "./passes/dewarp-pass.ts";
import type { TileDraw } from "./passes/tile-pass.ts";
import { VideoPass } from "./passes/video-pass.ts";

export class DewarpSurface {
  readonly #canvas: HTMLCanvasElement;
  readonly #regl: createREGL.Regl;
  readonly #dewarp: DewarpPass;
  readonly #round: VideoPass;
  readonly #picture: FrameTexture;
  readonly #refresh: () => void;
  #hasPicture = false;

  /** Throws `NoWebGl2` where there is none. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new NoWebGl2("WebGL 2 is not available");
    this.#canvas = canvas;
    shimExtensions(gl);
    this.#regl = createREGL({ gl, extensions: shimmedExtensions, pixelRatio: 1 });
    this.#refresh = reglRefresh(this.#regl);
    this.#dewarp = new DewarpPass(this.#regl, false);
    this.#round = new VideoPass(this.#regl, true);
    this.#picture = new FrameTexture(gl, new TexturePool(this.#regl));
  }

  /** Uploads a frame to the GPU and closes it. */
  upload(picture: FrameImage): void {
    const [widthPx, heightPx] = isVideoFrame(picture)
      ? [picture.displayWidth, picture.displayHeight]
      : [picture.width, picture.height];
    const frame = ownFrame(picture, null, performance.now());
    const size = { widthPx, heightPx, displayWidth: widthPx, displayHeight: heightPx };
    this.#picture.upload({ form: "picture", frame, ...size, wallMs: null, arrivedAtMs: frame.arrivedAtMs });
    closeFrame(frame);
    // The upload bound a texture without regl's knowledge.
    this.#refresh();
    this.#hasPicture = true;
  }

  /** Draws the frame over the whole canvas. `dewarp` null: undistorted. `still`: nothing of it is about to change. */
  draw(dewarp: DewarpScene | null, still: boolean): void {
    const { width, height } = this.#canvas;
    this.#regl.clear({ color: [0, 0, 0, 1] });
    if (!this.#hasPicture) return;
    const rect = { x: 0, y: 0, width, height };
    const draw: TileDraw = {
      tile: { ...bareTile("player"), rect, dewarp },
      rect,
      picture: this.#picture,
      overlay: null,
      overlayRows: [],
      opacity: 1,
      still,
    };
    const pass = this.#dewarp.accepts(draw) ? this.#dewarp : this.#round;
    pass.draw([draw], { widthPx: width, heightPx: height });
  }
}
