import type createREGL from "regl";
import type { WebGLRenderer } from "pixi.js";
import { reglRefresh } from "./regl-internals.ts";

/** Texture units that regl's passes use; pixi may leave sampler objects there that would override their filters. */
const REGL_UNITS = 8;

/**
 * The only place that knows both libraries on one context. Each caches GL state and trusts its cache; these calls make
 * one forget before the other draws. Without one of them the overlay vanishes with no GL error; a pixel test guards
 * this.
 */
export class Handover {
  readonly #gl: WebGL2RenderingContext;
  readonly #pixi: WebGLRenderer;
  readonly #refresh: () => void;

  constructor(gl: WebGL2RenderingContext, regl: createREGL.Regl, pixi: WebGLRenderer) {
    this.#gl = gl;
    this.#pixi = pixi;
    this.#refresh = reglRefresh(regl);
  }

  /** Runs regl passes and raw GL calls that leave regl's own state alone. */
  withRegl<T>(work: () => T): T {
    const gl = this.#gl;
    gl.bindVertexArray(null);
    for (let unit = 0; unit < REGL_UNITS; unit++) gl.bindSampler(unit, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.#refresh();
    return work();
  }

  /** Runs pixi renders. */
  withPixi<T>(work: () => T): T {
    this.#gl.bindVertexArray(null);
    this.#pixi.resetState();
    return work();
  }

  /**
   * Runs raw texture uploads into unit 0.
   */
  withUploads<T>(work: () => T): T {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    return work();
  }
}

/**
 * Rows of uploads are tight, top first and not premultiplied. Both libraries change these settings and neither restores
 * them (regl also when it makes a texture), so this is set before every single upload.
 */
export function resetUnpack(gl: WebGL2RenderingContext): void {
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
}
