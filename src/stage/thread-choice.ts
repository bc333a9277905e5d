import type { PainterChoice } from "#domain/stage/painter-choice.ts";

export type StageThreadName = "worker" | "main";

/**
 * Where the wall is drawn: in a worker, where its canvas can be handed over. Safari 16.4 has no WebGL there; the worker
 * then draws on its 2D canvas.
 */
export const threadFor = (canvas: HTMLCanvasElement): StageThreadName =>
  typeof Worker !== "undefined" && "transferControlToOffscreen" in canvas ? "worker" : "main";

/**
 * With what it is drawn there. regl compiles its draw calls, which the recorder's policy allows to the worker only: the
 * page itself draws on a 2D canvas.
 */
export const painterFor = (thread: StageThreadName, painter: PainterChoice): PainterChoice =>
  thread === "main" && painter === "auto" && !mayCompile() ? "canvas2d" : painter;

function mayCompile(): boolean {
  try {
    return typeof Reflect.construct(Function, [""]) === "function";
  } catch {
    return false;
  }
}
