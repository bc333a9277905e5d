import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { CanvasPainter } from "./canvas2d/canvas-painter.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import { isSoftware, rendererName } from "./gl/renderer-name.ts";
import type { ContextListener, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";
import { WebGlPainter, type WebGlOptions } from "./webgl-painter.ts";

/**
 * Whether a GPU draws WebGL 2 here. Asked of a canvas of its own: the wall's takes one kind of context for all its life.
 * Chromium gives its software renderer even to who declines it (`failIfMajorPerformanceCaveat`), so its name is read.
 */
function hasGpu(): boolean {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const gl: unknown = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (typeof WebGL2RenderingContext === "undefined" || !(gl instanceof WebGL2RenderingContext)) return false;
  const software = isSoftware(rendererName(gl));
  // A thread has few contexts: this one is given back at once.
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !software;
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
  if (choice === "webgl2" || (choice === "auto" && hasGpu())) {
    try {
      return await WebGlPainter.create(canvas, view, listener, options);
    } catch (error) {
      if (choice === "webgl2" || !(error instanceof NoWebGl2)) throw error;
    }
  }
  return new CanvasPainter(canvas, view, listener, options.bytes);
}
