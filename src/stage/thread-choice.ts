import type { PainterChoice } from "#domain/stage/painter-choice.ts";

export type StageThreadName = "worker" | "main";

/**
 * Where the wall is drawn. A worker needs a canvas that can be handed over. Safari 16.4 has one, but WebGL only in the
 * page itself: there the page's thread draws. Where neither has WebGL 2, the worker draws on its 2D canvas.
 */
export function threadFor(canvas: HTMLCanvasElement, painter: PainterChoice): StageThreadName {
  if (typeof Worker === "undefined" || !("transferControlToOffscreen" in canvas)) return "main";
  if (painter === "canvas2d" || hasEqualCanvases() || offscreenHasWebGl2()) return "worker";
  return hasWebGl2(document.createElement("canvas")) ? "main" : "worker";
}

/** Chromium, which is known by its track processor, has one WebGL for both: it need not make a context to find out. */
const hasEqualCanvases = (): boolean => "MediaStreamTrackProcessor" in globalThis;

const offscreenHasWebGl2 = (): boolean =>
  typeof OffscreenCanvas !== "undefined" && hasWebGl2(new OffscreenCanvas(1, 1));

function hasWebGl2(canvas: OffscreenCanvas | HTMLCanvasElement): boolean {
  const context: unknown = canvas.getContext("webgl2");
  if (typeof WebGL2RenderingContext === "undefined" || !(context instanceof WebGL2RenderingContext)) return false;
  // A page may hold only a few contexts: this one is given back at once.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return true;
}
