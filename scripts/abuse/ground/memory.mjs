import { readFileSync } from "node:fs";

/** MB that only this process uses, 0 when it has ended. */
export function privateMb(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)].reduce(
      (sum, [, kb]) => sum + Number(kb) / 1000,
      0,
    );
  } catch {
    return 0;
  }
}

/** Of a recorder and all that it has forked. */
export const totalMb = (recorder) =>
  [recorder.pid, ...recorder.children().values()].reduce((sum, pid) => sum + privateMb(pid), 0);
