import createREGL from "regl";
import { DOMAdapter, Ticker, WebGLRenderer, WebWorkerAdapter } from "pixi.js";
import type { ContextListener, StageCanvas } from "../frame-picture.ts";
import { Handover } from "./handover.ts";
import { NoWebGl2 } from "./no-webgl2.ts";
import { isSoftware, rendererName } from "./renderer-name.ts";
import { shimExtensions, shimmedExtensions } from "./extension-shim.ts";

/** After this time a lost context counts as failed, and the stage with it. */
const RESTORE_LIMIT_MS = 5000;
/**
 * pixi's shader has a branch for each texture of a batch. Sixteen, its default, keep a software rasteriser busy for
 * half a second when it first draws a name (docs/benchmarks.md). More batches cost next to nothing, as overlays are
 * seldom drawn.
 */
const BATCH_TEXTURES = 4;

/**
 * Owner of the one WebGL 2 context: pixi's renderer creates it, regl borrows it. Nobody else creates contexts (a worker
 * may hold four; the fifth silently kills the first).
 */
export class GlHost {
  readonly canvas: StageCanvas;
  readonly gl: WebGL2RenderingContext;
  readonly regl: createREGL.Regl;
  readonly pixi: WebGLRenderer;
  readonly handover: Handover;
  /** GL_RENDERER, unmasked where the browser tells */
  readonly rendererName: string;
  /** a CPU draws: presents and fill are expensive, uploads of bytes are cheap */
  readonly software: boolean;
  #failTimer: ReturnType<typeof setTimeout> | null = null;
  readonly #unlisten: () => void;
  /** the stage has ended: nothing may touch the context any more */
  disposed = false;

  private constructor(canvas: StageCanvas, pixi: WebGLRenderer, gl: WebGL2RenderingContext, listener: ContextListener) {
    this.canvas = canvas;
    this.pixi = pixi;
    this.gl = gl;
    shimExtensions(gl);
    this.regl = createREGL({ gl, extensions: shimmedExtensions, pixelRatio: 1 });
    this.handover = new Handover(gl, this.regl, pixi);
    this.rendererName = rendererName(gl);
    this.software = isSoftware(this.rendererName);
    this.#unlisten = this.#listen(listener);
  }

  /** Throws `NoWebGl2` when the browser has none. */
  static async create(
    canvas: StageCanvas,
    widthPx: number,
    heightPx: number,
    listener: ContextListener,
  ): Promise<GlHost> {
    if (typeof document === "undefined") DOMAdapter.set(WebWorkerAdapter);
    // pixi's scheduler would otherwise request frame callbacks for ever (1793 ms CPU per idle second); the frame loop
    // owns them.
    Ticker.system.autoStart = false;
    Ticker.system.stop();
    const pixi = new WebGLRenderer();
    const options = {
      canvas,
      width: widthPx,
      height: heightPx,
      resolution: 1,
      autoDensity: false,
      antialias: false,
      backgroundAlpha: 1,
      clearBeforeRender: false,
      preserveDrawingBuffer: true,
      // events, accessibility and DOM plug-ins would listen on a canvas that is not their own
      skipExtensionImports: true,
    };
    // pixi creates the context first. Without one it throws an error with its own text.
    await pixi.init(options).catch((error: unknown) => {
      throw pixi.gl ? error : new NoWebGl2(String(error));
    });
    const gl: unknown = pixi.gl;
    if (!(gl instanceof WebGL2RenderingContext)) throw new NoWebGl2("WebGL 1 only");
    pixi.limits.maxBatchableTextures = BATCH_TEXTURES;
    return new GlHost(canvas, pixi, gl, listener);
  }

  get lost(): boolean {
    return this.gl.isContextLost();
  }

  /** At least one pixel each way; empties the canvas. */
  resize(widthPx: number, heightPx: number): void {
    this.pixi.resize(Math.max(1, widthPx), Math.max(1, heightPx), 1);
  }

  /**
   * Lets pixi free what it has not used for a minute. Its own clock is stopped, so the stage must call this now and
   * then.
   */
  tidy(): void {
    Ticker.system.update();
  }

  dispose(): void {
    this.disposed = true;
    this.#unlisten();
    if (this.#failTimer) clearTimeout(this.#failTimer);
    this.regl.destroy();
    this.pixi.destroy();
  }

  // Registered after pixi's and regl's own listeners, so both have rebuilt their handles when ours runs.
  #listen(listener: ContextListener): () => void {
    const lost = (event: Event): void => {
      event.preventDefault();
      this.#failTimer = setTimeout(() => listener.failed(), RESTORE_LIMIT_MS);
      listener.lost();
    };
    const restored = (): void => {
      if (this.#failTimer) clearTimeout(this.#failTimer);
      this.#failTimer = null;
      listener.restored();
    };
    this.canvas.addEventListener("webglcontextlost", lost);
    this.canvas.addEventListener("webglcontextrestored", restored);
    return () => {
      this.canvas.removeEventListener("webglcontextlost", lost);
      this.canvas.removeEventListener("webglcontextrestored", restored);
    };
  }
}
