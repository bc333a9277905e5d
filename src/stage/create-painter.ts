import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { CanvasPainter } from "./canvas2d/canvas-painter.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import { isSoftware, rendererName } from "./gl/renderer-name.ts";
import type { ContextListener, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";
import type { WebGlOptions } from "./webgl-painter.ts";

/** Pixi, regl and the shaders are two thirds of a stage's script: where a 2D canvas draws, nobody reads them. */
const loadWebGl = () => import("./webgl-painter.ts");

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

let askedBefore: boolean | null = null;

/** Asks for a GPU before there is a wall, and begins to load what draws with it. */
export function preparePainter(): void {
  askedBefore = hasGpu();
  // Where it does not arrive, who makes the painter finds out.
  if (askedBefore) loadWebGl().catch(() => {});
}

function drawnByGpu(): boolean {
  const answer = askedBefore ?? hasGpu();
  // A GPU may go later: the next wall asks again.
  askedBefore = null;
  return answer;
}

/**
 * Makes the painter of a wall. "auto": WebGL 2 where a GPU draws it, otherwise a 2D canvas, which shows the same for
 * less CPU time (docs/benchmarks.md), or what draws WebGL 2 does not arrive. Throws `NoWebGl2` where WebGL 2 is demanded
 * and missing.
 */
export async function createPainter(
  canvas: StageCanvas,
  view: StageView,
  listener: ContextListener,
  { choice, ...options }: WebGlOptions & { readonly choice: PainterChoice },
): Promise<Painter> {
  const wanted = choice === "webgl2" || (choice === "auto" && drawnByGpu());
  const webGl = !wanted
    ? null
    : await loadWebGl().catch((error: unknown) => {
        if (choice === "webgl2") throw error;
        return null;
      });
  if (webGl !== null) {
    try {
      return await webGl.WebGlPainter.create(canvas, view, listener, options);
    } catch (error) {
      if (choice === "webgl2" || !(error instanceof NoWebGl2)) throw error;
    }
  }
  return new CanvasPainter(canvas, view, listener, options.bytes);
}
