/**
 * Measures of the wall (architecture, section 3) against their baselines in one run: the designs alternate and use the
 * same clips, and CDP reports the CPU of all browser processes. Prints one JSON line per measure for `npm run bench`,
 * and writes a table to bench/results/page.md. `--quick`: one short round. `--only=wall,dewarp`: some of the measures.
 * `--walls=q64,m16`: walls of the given number of tiles, of 320x180 at 10 pictures per second (q) or 640x360 at 15 (m).
 * `--swiftshader-page`: SwiftShader composes the page as well, which is how the architecture's targets were measured;
 * without it Chromium behaves as on a machine without a GPU. `--gpu`: the machine's own graphics, for a report; where
 * there are none it says so and measures nothing.
 */
import { spanned } from "../support/measuring.mjs";
import { PageHost } from "./host.mjs";
import { dewarp, overlay, recovery, upload } from "./measures-stage.mjs";
import { damage, idle, jank, wall } from "./measures-wall.mjs";
import { Report } from "./report.mjs";

const quick = process.argv.includes("--quick");
const list = (name) =>
  process.argv
    .find((word) => word.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(",");
const only = list("only");
const SECONDS = quick ? 3 : 5;
const gpu = process.argv.includes("--gpu");
const host = await PageHost.open({ swiftShaderPage: process.argv.includes("--swiftshader-page"), gpu });
const report = new Report();
report.browser = `Chromium ${host.browserVersion}`;
if (gpu) {
  const renderer = await host.renderer();
  if (renderer === "" || /swiftshader|llvmpipe|software/i.test(renderer)) {
    await host.close();
    process.stderr.write(
      `Chromium finds no GPU here (${renderer || "no WebGL 2"}): a report of this machine would be one of its processor. That is what \`npm run bench -- page\` measures.\n`,
    );
    process.exit(3);
  }
}
const bench = { host, report, during, rounds: quick ? 1 : 3, seconds: SECONDS };
try {
  await measures();
} finally {
  await host.close();
}
report.write(quick);

async function measures() {
  if (wants("wall")) {
    const walls = list("walls") ?? (quick ? ["q4", "q64", "m64"] : ["q1", "q4", "q16", "q64", "m16", "m64"]);
    for (const name of walls) await wall(bench, name.slice(0, 1), Number(name.slice(1)));
  }
  if (wants("jank")) await jank(bench);
  if (wants("idle")) await idle(bench);
  if (wants("damage")) await damage(bench);
  if (wants("overlay")) await overlay(bench);
  if (wants("upload")) await upload(bench);
  if (wants("dewarp")) await dewarp(bench);
  if (wants("recovery")) await recovery(bench);
}

/**
 * Measures a design that has been started: warm-up, then CPU and counts over SECONDS. With `frames` the page's animation frames are
 * watched for as long again: who watches them makes the browser compose 60 times a second, which no design would do by itself.
 */
async function during(page, { frames = false } = {}) {
  await page.evaluate(() => window.bench.warm());
  const before = await page.evaluate(() => window.bench.counts());
  const cpuBefore = await host.cpuSecondsByType();
  const wallSeconds = (await spanned(SECONDS * 1000)) / 1000;
  const cpuAfter = await host.cpuSecondsByType();
  const cpuByType = Object.entries(cpuAfter).map(([type, seconds]) => [type, seconds - (cpuBefore[type] ?? 0)]);
  const cpu = cpuByType.reduce((sum, [, seconds]) => sum + seconds, 0);
  const after = await page.evaluate(() => window.bench.counts());
  if (frames) {
    await page.evaluate(() => window.bench.watchFrames());
    await spanned(SECONDS * 1000);
  }
  const gapP95Ms = frames ? await page.evaluate(() => window.bench.frameGapP95Ms()) : 0;
  const facts = await page.evaluate(() => window.bench.facts());
  if (facts.renderer && !report.about.renderer) report.about = facts;
  const shown = after.shown - before.shown;
  const presents = after.presents - before.presents;
  return {
    shown,
    due: after.due - before.due,
    replaced: after.replaced - before.replaced,
    cpuPerSecondMs: (cpu * 1000) / wallSeconds,
    cpuByTypeMs: cpuByType
      .map(([type, seconds]) => `${type} ${((seconds * 1000) / wallSeconds).toFixed(0)}`)
      .join(", "),
    perCpuSecond: shown / cpu,
    presentsPerSecond: presents / wallSeconds,
    cpuPerPresentMs: (cpu * 1000) / Math.max(1, presents),
    latencyP95Ms: after.latencyP95Ms,
    tickHz: after.tickHz,
    gapP95Ms,
  };
}

function wants(name) {
  return !only || only.includes(name);
}
