/**
 * The timeline with 10 k, 100 k and a million items (issue 4; architecture, measure 9): the cost of panning and zooming
 * compared with fewer items and with a 2D canvas that shows the same picture. Sizes and designs alternate in one run.
 * `--quick`: fewer rounds.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";
import { chromiumArguments, ensureChromium } from "../../scripts/machine/chromium.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const quick = process.argv.includes("--quick");
const ROUNDS = quick ? 3 : 5;
const FRAMES = 60;
/** A canvas needs seconds for a frame with a million rectangles, so it is not drawn in every round. */
const CANVAS_FRAMES = 5;
const CANVAS_ROUNDS = quick ? 1 : 3;
/** The stage's first frames compile shaders and allocate memory. */
const FIRST_FRAMES = 3;
const SIZES = [10_000, 100_000, 1_000_000];

const server = await createServer({ root, logLevel: "error", server: { port: 0, host: "127.0.0.1", hmr: false } });
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

try {
  const page = await browser.newPage({ viewport: { width: 1620, height: 200 } });
  await page.goto(`http://127.0.0.1:${port}/bench/timeline/index.html`);
  await page.waitForFunction(() => typeof globalThis.run === "function", undefined, { timeout: 120_000 });
  for (const kind of ["pan", "zoom"]) {
    const runs = {};
    for (let round = 0; round <= ROUNDS; round++) {
      for (const items of SIZES) {
        for (const design of ["stage", "canvas"]) {
          if (design === "canvas" && round <= ROUNDS - CANVAS_ROUNDS) continue;
          const frames = design === "stage" ? FRAMES : CANVAS_FRAMES;
          const figures = await page.evaluate((args) => globalThis.run(...args), [design, items, kind, frames]);
          // The first round warms up the compilers.
          if (round > 0) (runs[`${design}/${items}`] ??= []).push(figures);
          process.stderr.write(`   ${kind} ${design} ${items}: ${middle(figures.frameMs).toFixed(2)} ms a frame\n`);
        }
      }
    }
    // For each frame the best round counts: a round in which other work used the core says nothing about the timeline.
    const bestOf = (design, items, field) => {
      const rounds = runs[`${design}/${items}`].map((figures) => figures[field]);
      const best = rounds[0].map((_, frame) => Math.min(...rounds.map((round) => round[frame])));
      return design === "stage" ? best.slice(FIRST_FRAMES) : best;
    };
    const of = (design, items) => middle(bestOf(design, items, "frameMs"));
    const ms = (design, items) => `${of(design, items).toFixed(2)} ms`;
    for (const [few, target] of [
      [10_000, 1.3],
      [100_000, 1.3],
    ])
      print({
        name: `timeline ${kind}, 1 M / ${few / 1000} k items`,
        ratio: of("stage", 1_000_000) / of("stage", few),
        target,
        detail: `${ms("stage", 1_000_000)} against ${ms("stage", few)}`,
      });
    for (const items of SIZES)
      print({
        name: `timeline ${kind}, stage / 2D canvas, ${items / 1000} k items`,
        ratio: of("stage", items) / of("canvas", items),
        target: 1,
        detail: `${ms("stage", items)} against ${ms("canvas", items)}`,
      });
    const own = bestOf("stage", 1_000_000, "scriptMs");
    const firstMs = middle(runs["stage/1000000"].map((figures) => figures.firstMs));
    print({
      name: `timeline ${kind}, own script of the longest frame at 1 M / 8 ms`,
      ratio: Math.max(...own) / 8,
      target: 1,
      detail: `median frame ${middle(own).toFixed(1)} ms; first picture of new lanes ${firstMs.toFixed(0)} ms`,
    });
  }
} finally {
  await browser.close();
  await server.close();
}
