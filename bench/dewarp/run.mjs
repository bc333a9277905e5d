/**
 * What dewarping costs the stage's renderer (issue 5): a new 1024x1024 picture on every 640x360 tile, dewarped against plain,
 * both in turn in one page, the least of many rounds: other work on the machine makes single rounds longer, never shorter.
 * Several views of one camera against as many cameras. `--quick`: fewer rounds.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";
import { chromiumArguments, ensureChromium } from "../../scripts/chromium.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const ROUNDS = process.argv.includes("--quick") ? 12 : 40;
const server = await createServer({ root, logLevel: "error", server: { port: 0, host: "127.0.0.1", hmr: false } });
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/bench/dewarp/cost.html`);
  await page.waitForFunction(() => typeof globalThis.cost === "function", undefined, { timeout: 120_000 });
  const cost = async (tiles, sources) => {
    const figures = await page.evaluate((args) => globalThis.cost(...args), [tiles, sources, ROUNDS]);
    process.stderr.write(`   ${tiles} tiles, ${sources} cameras: ${JSON.stringify(figures)}\n`);
    return figures;
  };
  for (const tiles of [1, 8, 16, 32]) {
    const { plainMs, dewarpedMs } = await cost(tiles, tiles);
    print({
      name: `a new picture on ${tiles} dewarped tiles / on ${tiles} plain ones`,
      ratio: dewarpedMs / plainMs,
      ...(tiles === 16 ? { target: 2 } : { target: null, targetText: "-", ok: true }),
      detail: `${dewarpedMs.toFixed(1)} against ${plainMs.toFixed(1)} ms`,
    });
  }
  const one = await cost(16, 1);
  const many = await cost(16, 16);
  print({
    name: "a new picture, 16 views of one camera / of 16 cameras",
    ratio: one.dewarpedMs / many.dewarpedMs,
    target: 1,
    detail: `${one.dewarpedMs.toFixed(1)} against ${many.dewarpedMs.toFixed(1)} ms`,
  });
} finally {
  await browser.close();
  await server.close();
}
