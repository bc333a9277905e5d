import type { CircleFinder } from "#actions/stage/lens-search.ts";
import type { FoundCircle } from "#domain/dewarp/circle/circle.ts";

/** A worker for each picture: there are few, seconds apart. Where none starts, no circle is found. */
export const findCircleInWorker: CircleFinder = ({ width, height, data }) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL("../../workers/circle.worker.ts", import.meta.url), {
      type: "module",
      name: "circle",
    });
    const end = (found: FoundCircle | null): void => {
      worker.terminate();
      resolve(found);
    };
    worker.onmessage = ({ data: answer }) => end(isCircle(answer) ? answer : null);
    worker.onerror = () => end(null);
    worker.postMessage({ width, height, data }, [data.buffer]);
  });

const NUMBERS = ["cx", "cy", "r", "error", "seen"] as const;
const isCircle = (answer: unknown): answer is FoundCircle =>
  typeof answer === "object" &&
  answer !== null &&
  NUMBERS.every((name) => Number.isFinite((answer as Partial<FoundCircle>)[name]));
