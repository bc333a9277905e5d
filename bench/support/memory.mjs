/** The memory of processes, and its growth. */
import { readFileSync } from "node:fs";
import { processTree, quantile } from "./product.mjs";

/** The memory that only this process uses, MB; throws when the process has ended. */
export function privateMb(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  let mb = 0;
  for (const [, kb] of text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)) mb += Number(kb) / 1000;
  return mb;
}

/** Options for `startProduct`, with which a page's garbage can be collected. */
export const collectable = { browserArguments: ["--js-flags=--expose-gc"] };

/** MB of JavaScript memory of a page and of its stage's thread, after collecting garbage frees no more of it. */
export async function cleanHeap(page, cdp) {
  for (const worker of page.workers()) await worker.evaluate(() => globalThis.gc());
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    if (usedSize > least - 50_000) return Math.min(usedSize, least) / 1e6;
    least = usedSize;
  }
}

/** The memory of the browser's processes by kind, MB. */
export async function browserMemory(browser) {
  const browserCdp = await browser.newBrowserCDPSession();
  const { processInfo } = await browserCdp.send("SystemInfo.getProcessInfo");
  const main = processInfo.find(({ type }) => type === "browser").id;
  const kinds = new Map(processInfo.map(({ id, type }) => [id, type]));
  return () => {
    const mbOfKind = {};
    for (const pid of processTree(main)) {
      try {
        const mb = privateMb(pid);
        const kind = kinds.get(pid) ?? "other";
        mbOfKind[kind] = (mbOfKind[kind] ?? 0) + mb;
      } catch {
        // the process has ended meanwhile
      }
    }
    return mbOfKind;
  };
}

/** "browser 106.1, GPU 185.5" */
export const said = (mbOfKind, digits) =>
  Object.entries(mbOfKind)
    .map(([kind, mb]) => `${kind} ${mb.toFixed(digits)}`)
    .join(", ");

export const sum = (mbOfKind) => Object.values(mbOfKind).reduce((all, mb) => all + mb, 0);

/** The median of the slopes between all pairs of points (Theil and Sen): single outliers do not count. */
export function slope(points) {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)),
  );
  return quantile(slopes, 0.5);
}
