/**
 * The stage's worker, begun before there is a stage: its script is larger than all that a start loads besides, and has
 * arrived and been compiled by the time at which somebody has typed a password.
 */
import { threadFor } from "./thread-choice.ts";

let spare: Worker | null = null;

const begin = (): Worker =>
  new Worker(new URL("../../workers/stage.worker.ts", import.meta.url), { type: "module", name: "stage" });

/** Begins one for the next stage, where a worker can draw it. */
export function prepareStageWorker(): void {
  if (spare !== null || threadFor(HTMLCanvasElement.prototype) === "main") return;
  const worker = begin();
  // The worker could not be loaded: the stage tries again, and tells the user when that fails.
  worker.onerror = () => {
    if (spare === worker) spare = null;
  };
  spare = worker;
}

/** The prepared one, or a new one. It belongs to the caller. */
export function takeStageWorker(): Worker {
  const worker = spare ?? begin();
  spare = null;
  worker.onerror = null;
  return worker;
}
