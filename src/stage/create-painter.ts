import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import type { ContextListener, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";
import { WebGlPainter, type WebGlOptions } from "./webgl-painter.ts";

/**
 * Makes the painter of a wall. "auto": WebGL 2, and a 2D canvas where the browser has none. Throws `NoWebGl2` where
 * WebGL 2 is demanded and missing.
 */
export async function createPainter(
  canvas: StageCanvas,
  view: StageView,
  listener: ContextListener,
  { choice, ...options }: WebGlOptions & { readonly choice: PainterChoice },
): Promise<Painter> {
  if (choice !== "canvas2d") {
    try {
      return await WebGlPainter.create(canvas, view, listener, options);
    } catch (error) {
      if (choice === "webgl2" || !(error instanceof NoWebGl2)) throw error;
    }
  }
  // A chunk of its own: most browsers never load it.
  const { CanvasPainter } = await import("./canvas2d/canvas-painter.ts");
  return new CanvasPainter(canvas, view, listener);
}
