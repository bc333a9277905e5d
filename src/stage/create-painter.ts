import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import type { ContextListener, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";
import { WebGlPainter, type WebGlOptions } from "./webgl-painter.ts";

/**
 * With what pixi asks for its context, and that no CPU draws for it. A canvas has one context for all its life, so these
 * must be pixi's own attributes: it is given this very context when it asks.
 */
const BY_A_GPU: WebGLContextAttributes = {
  alpha: false,
  premultipliedAlpha: true,
  antialias: false,
  stencil: true,
  preserveDrawingBuffer: true,
  powerPreference: "default",
  failIfMajorPerformanceCaveat: true,
};

/** Null where WebGL is missing or drawn by a CPU: the canvas stays free for another kind. */
function contextByGpu(canvas: StageCanvas): WebGL2RenderingContext | null {
  const context: unknown = canvas.getContext("webgl2", BY_A_GPU);
  return typeof WebGL2RenderingContext !== "undefined" && context instanceof WebGL2RenderingContext ? context : null;
}

/**
 * Makes the painter of a wall. "auto": WebGL 2 where a GPU draws it, otherwise a 2D canvas, which shows the same for
 * less CPU time (docs/benchmarks.md). Throws `NoWebGl2` where WebGL 2 is demanded and missing.
 */
export async function createPainter(
  canvas: StageCanvas,
  view: StageView,
  listener: ContextListener,
  { choice, ...options }: WebGlOptions & { readonly choice: PainterChoice },
): Promise<Painter> {
  const context = choice === "auto" ? contextByGpu(canvas) : null;
  if (choice === "webgl2" || context) {
    try {
      return await WebGlPainter.create(canvas, view, listener, context ? { ...options, context } : options);
    } catch (error) {
      if (choice === "webgl2" || !(error instanceof NoWebGl2)) throw error;
    }
  }
  // A chunk of its own: browsers with a GPU never load it.
  const { CanvasPainter } = await import("./canvas2d/canvas-painter.ts");
  return new CanvasPainter(canvas, view, listener, options.bytes);
}
