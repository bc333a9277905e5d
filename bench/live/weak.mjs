/**
 * The wall on a weak machine: the browser alone may use half of one core (a cgroup, which needs root), the recorder and
 * its cameras as much as there is. 4, 9 and 16 tiles: share of the due pictures that are shown, their age, and the delay of
 * an interaction. `node bench/live/weak.mjs [share of a core] [seconds]`; prints a table for docs/benchmarks.md.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { addTiles, processTree, quantile, shownTiles, signedInPage, startProduct } from "../support/product.mjs";
import { frameAges } from "./ages.mjs";
import { interactionDelays } from "./interactions.mjs";

const share = Number(process.argv[2] ?? 0.5);
const seconds = Number(process.argv[3] ?? 20);
const WALLS = [4, 9, 16];
const PERIOD_US = 100_000;
/** Until the wall has found what it can do. */
const SETTLE_MS = 10_000;

const isV2 = existsSync("/sys/fs/cgroup/cgroup.controllers");
const group = isV2 ? "/sys/fs/cgroup/proscenium-weak" : "/sys/fs/cgroup/cpu/proscenium-weak";
function limit(pids) {
  mkdirSync(group, { recursive: true });
  const quotaUs = Math.round(share * PERIOD_US);
  if (isV2) writeFileSync(`${group}/cpu.max`, `${quotaUs} ${PERIOD_US}`);
  else {
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US));
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quotaUs));
  }
  // Processes and threads that they begin later belong to it, too.
  for (const pid of pids) writeFileSync(`${group}/cgroup.procs`, String(pid));
}
const isBrowser = (pid) => {
  try {
    return /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
};

const product = await startProduct();
try {
  const browser = processTree(process.pid).filter(isBrowser);
  if (browser.length === 0) throw new Error("the browser's processes were not found");
  limit(browser);
  console.log(
    `| ${share} of a core for the browser | pictures shown of those due | age p50; p95 | interaction p50; p95 |`,
  );
  console.log("|---|---|---|---|");
  for (const tiles of WALLS) {
    const { context, page } = await signedInPage(product, {
      lowBandwidth: true,
      viewport: { width: 1280, height: 800 },
    });
    await addTiles(page, tiles);
    await shownTiles(product, page, tiles, 180_000);
    // Statistics of one tile are enough for those of the wall.
    await page.locator("[data-tile-id]").first().focus();
    await page.keyboard.press("i");
    await page.waitForTimeout(SETTLE_MS);
    let [shown, due] = [0, 0];
    for (let second = 0; second < seconds; second += 1) {
      await page.waitForTimeout(1000);
      const wall = await page.evaluate(() => window.__proscenium.facts().wall);
      shown += wall?.shownPerSecond ?? 0;
      due += wall?.duePerSecond ?? 0;
    }
    const boxes = await page.$$eval("[data-tile-id]", (found) =>
      found.map((tile) => tile.getBoundingClientRect().toJSON()),
    );
    const ages = await frameAges(page, boxes, 8);
    const delays = await interactionDelays(page, 5);
    const pair = (values) => `${quantile(values, 0.5).toFixed(0)}; ${quantile(values, 0.95).toFixed(0)} ms`;
    console.log(
      `| ${boxes.length} tiles | ${due > 0 ? (shown / due).toFixed(2) : "none due"} | ${pair(ages)} | ${pair(delays)} |`,
    );
    await context.close();
  }
} finally {
  await product.stop();
  if (existsSync(group)) rmdirSync(group);
}
