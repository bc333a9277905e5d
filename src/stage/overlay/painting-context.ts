/** What a painter draws on: a worker's or a window's 2D context. */
export type Context2D = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/** A 2D canvas of its own, transparent, in a worker as in a window. Throws where the thread has none. */
export function paintingContext(
  widthPx: number,
  heightPx: number,
  options?: CanvasRenderingContext2DSettings,
): Context2D {
  if (typeof OffscreenCanvas !== "undefined") {
    const made = new OffscreenCanvas(widthPx, heightPx).getContext("2d", options);
    if (made) return made;
  } else if (typeof document !== "undefined") {
    const canvas = document.createElement("canvas");
    canvas.width = widthPx;
    canvas.height = heightPx;
    const made = canvas.getContext("2d", options);
    if (made) return made;
  }
  throw new Error("no 2D canvas in this thread");
}
