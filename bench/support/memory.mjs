/** What processes take of a machine, and how that grows. */
import { readFileSync } from "node:fs";
import { quantile } from "./product.mjs";

/** Memory that only this process has, MB; throws when it has ended. */
export function privateMb(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  let mb = 0;
  for (const [, kb] of text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)) mb += Number(kb) / 1000;
  return mb;
}

/** Median of the slopes between all pairs of points (Theil and Sen): single samples that jump do not count. */
export function slope(points) {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)),
  );
  return quantile(slopes, 0.5);
}
