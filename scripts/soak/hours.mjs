/**
 * A test that runs for hours: the recorder with its demo cameras, and two viewers (WebRTC and low bandwidth) whose
 * stages change every 30 s: `node scripts/soak/hours.mjs [minutes]` (default 480). Needs the e2e build (`npm run e2e --
 * --list`); settings come from the environment (PROSCENIUM_MEDIA_WORKERS=2). Every minute it prints memory (of each process),
 * open files and sockets of the recorder's processes and the browser's memory after garbage collection. At the end it prints the
 * growth of each per hour (without the first tenth of the time, in which caches fill) and the share of video that is missing in
 * the recordings.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { browserMemory, cleanHeap, collectable, privateMb, said, slope, sum } from "../../bench/support/memory.mjs";
import { addTiles, processTree, shownTiles, signedInPage, startProduct } from "../../bench/support/product.mjs";

const MINUTES = Number(process.argv[2] ?? 480);
const SWITCH_MS = 30_000;
const SAMPLE_MS = 60_000;
const PAGE = 500;
/** The memory that is left after garbage collection. */
const UNWRITTEN_MS = 5000;
const LIMITS = { missingShare: 0.0001, recorderMbPerHour: 1, browserMbPerHour: 50 / 24 };

const product = await startProduct(collectable);
try {
  const viewers = [];
  for (const lowBandwidth of [false, true]) {
    const { page } = await signedInPage(product, { lowBandwidth });
    await page.evaluate(() => (window.__shown = {}));
    await addTiles(page, 4);
    await shownTiles(product, page, 4);
    viewers.push({ page, cdp: await page.context().newCDPSession(page), first: 0 });
  }
  const memory = await browserMemory(product.browser);

  const fromMs = Date.now();
  const untilMs = fromMs + MINUTES * 60_000;
  const samples = [];
  let sampledAtMs = 0;
  while (Date.now() < untilMs) {
    await pause(Math.min(SWITCH_MS, untilMs - Date.now()));
    for (const viewer of viewers) await change(viewer);
    if (Date.now() - sampledAtMs < SAMPLE_MS - SWITCH_MS / 2) continue;
    sampledAtMs = Date.now();
    const recorder = sampleOf(processTree(product.recorderPid));
    const heaps = [];
    for (const { page, cdp } of viewers) heaps.push(await cleanHeap(page, cdp));
    const browser = memory();
    const minute = (sampledAtMs - fromMs) / 60_000;
    samples.push({ hour: minute / 60, recorder, browser });
    process.stdout.write(
      `${minute.toFixed(1)} min: recorder ${recorder.mb.toFixed(1)} MB (${said(recorder.parts, 1)}), ${recorder.files} files, ${recorder.sockets} sockets; browser ${sum(browser).toFixed(1)} MB (${said(browser, 1)}), JavaScript of the pages ${heaps.map((mb) => mb.toFixed(1)).join(" and ")} MB\n`,
    );
  }
  const settled = samples.filter(({ hour }) => hour * 60 >= MINUTES / 10);
  const growth = (of) => slope(settled.map((sample) => [sample.hour, of(sample)]));
  const recorderMbPerHour = growth(({ recorder }) => recorder.mb);
  const browserMbPerHour = growth(({ browser }) => sum(browser));
  const toMs = Date.now() - UNWRITTEN_MS;
  const { gaps, cameras } = await missing(fromMs, toMs);
  const missingShare = gaps.reduce((sum, { ms }) => sum + ms, 0) / ((toMs - fromMs) * cameras);
  for (const { name, atMs, ms } of gaps)
    process.stdout.write(`missing: ${name}, ${new Date(atMs).toISOString()}, ${Math.round(ms)} ms\n`);
  process.stdout.write(
    `${[
      `recorder: ${recorderMbPerHour.toFixed(2)} MB/h (limit ${LIMITS.recorderMbPerHour})`,
      `${growth(({ recorder }) => recorder.files).toFixed(2)} files/h, ${growth(({ recorder }) => recorder.sockets).toFixed(2)} sockets/h (flat)`,
      `browser: ${browserMbPerHour.toFixed(2)} MB/h (limit ${LIMITS.browserMbPerHour.toFixed(1)})`,
      `missing video: ${(missingShare * 100).toFixed(4)} % (limit ${LIMITS.missingShare * 100} %)`,
    ].join("\n")}\n`,
  );
  const isGood =
    recorderMbPerHour < LIMITS.recorderMbPerHour &&
    browserMbPerHour < LIMITS.browserMbPerHour &&
    missingShare <= LIMITS.missingShare;
  process.exitCode = isGood ? 0 : 1;
} finally {
  await product.stop();
}

/** Puts four other cameras on the stage, as a cycle would show them. */
async function change(viewer) {
  const { page } = viewer;
  viewer.first = (viewer.first + 4) % 8;
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await page.waitForFunction(() => document.querySelectorAll("[data-tile-id]").length === 0);
  await page.evaluate(() => (window.__shown = {}));
  await addTiles(page, 4, viewer.first);
  await shownTiles(product, page, 4);
}

/** The memory that only these processes use, MB, in total and of each by the script that it runs, and their open files. */
function sampleOf(pids) {
  const sample = { mb: 0, parts: {}, files: 0, sockets: 0 };
  for (const pid of pids) {
    try {
      const mb = privateMb(pid);
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const file = basename(words.find((word) => word.endsWith(".js")) ?? "", ".js");
      sample.mb += mb;
      let name = file;
      for (let nth = 2; name in sample.parts; nth++) name = `${file}-${nth}`;
      sample.parts[name] = mb;
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
        if (target.startsWith("socket:")) sample.sockets += 1;
        else if (target.startsWith("/")) sample.files += 1;
      }
    } catch {
      // the process, or a file of it, has disappeared meanwhile
    }
  }
  return sample;
}

/** The periods in which the cameras' primary streams have no video. */
async function missing(fromMs, toMs) {
  const get = async (path) => (await fetch(`${product.url}${path}`, { headers: product.headers })).json();
  const { cameras } = await get("/service/cameras");
  const gaps = [];
  for (const { name, primaryStream } of cameras) {
    const spans = [{ start: toMs, end: toMs }];
    for (let offset = 0; ; offset += PAGE) {
      const query = `streamId=${primaryStream.id}&start=${toMs}&stop=${fromMs}&take=${PAGE}&offset=${offset}`;
      const { archives } = await get(`/service/archives?${query}`);
      spans.push(...archives);
      if (archives.length < PAGE) break;
    }
    let reachedMs = fromMs;
    for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
      if (start > reachedMs) gaps.push({ name, atMs: reachedMs, ms: start - reachedMs });
      reachedMs = Math.max(reachedMs, end);
    }
  }
  return { gaps, cameras: cameras.length };
}
