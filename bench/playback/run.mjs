/**
 * Seek to picture (issue 4): the product's stage, paused, against a `<video>` + MSE player that knows the index of the same
 * recorded file and fetches just the group of pictures it needs. Both from the wish to the picture on the screen, over
 * loopback, alternating, none of the pictures fetched before. Wants the e2e build (`npm run e2e -- --list` makes it).
 */
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";
import { chromiumArguments, ensureChromium } from "../../scripts/chromium.mjs";
import { BenchRecorder } from "../support/recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SEEKS = process.argv.includes("--quick") ? 20 : 60;
const TARGET = 0.5;
/** Segments last a minute: by then the first one is closed, and the player's file does not grow. */
const SEGMENT_WITHIN_MS = 200_000;
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)];
const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

let file = "";
/** The recorded file with byte ranges, as a web server gives it. */
const files = createHttp((request, response) => {
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "range");
  if (request.method === "OPTIONS") return response.writeHead(204).end();
  const { size } = statSync(file);
  const range = from === undefined ? { start: 0, end: size - 1 } : { start: Number(from), end: Number(to) };
  response.writeHead(from === undefined ? 200 : 206, { "content-length": range.end - range.start + 1 });
  createReadStream(file, range).pipe(response);
});
await new Promise((resolve) => files.listen(0, "127.0.0.1", resolve));

let browser;
let vite;
const recorder = await BenchRecorder.start();
try {
  // One without sound: `<video>` takes no file with a track of G.711.
  const streamId = await recorder.whenWritten(
    "the corridor",
    async () => {
      const { cameras } = await recorder.get("/service/cameras");
      return cameras.find(({ name }) => name === "Corridor")?.primaryStream?.id;
    },
    60_000,
  );
  process.stderr.write("   recording for more than a minute\n");
  const folder = join(recorder.dataDir, "recordings", streamId);
  const startMs = await recorder.whenWritten(
    "a closed segment",
    () => {
      if (!existsSync(folder)) return null;
      const starts = readdirSync(folder, { recursive: true })
        .flatMap((name) => (name.endsWith(".mp4") ? [[Number(/(\d+)\.mp4$/.exec(name)?.[1]), join(folder, name)]] : []))
        .sort((a, b) => a[0] - b[0]);
      if (starts.length < 2) return null;
      file = starts[0][1];
      return starts[0][0];
    },
    SEGMENT_WITHIN_MS,
  );
  process.env.PROSCENIUM_DEV_RECORDER = recorder.url;
  vite = await createServer({ root, logLevel: "error", server: { port: 0, host: "127.0.0.1", hmr: false } });
  await vite.listen();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: 660, height: 760 } });
  page.on("pageerror", (error) => process.stderr.write(`${error}\n`));
  await page.goto(`http://127.0.0.1:${vite.httpServer.address().port}/bench/playback/index.html`);
  await page.waitForFunction(() => typeof globalThis.seek === "function", undefined, { timeout: 120_000 });
  const ask = {
    username: "admin",
    password: recorder.password,
    streamId,
    startMs,
    file: `http://127.0.0.1:${files.address().port}/`,
  };
  const lengthS = await page.evaluate((open) => globalThis.open(open), ask);
  const took = { stage: [], draft: [], mse: [] };
  for (let seek = -4; seek < SEEKS; seek++) {
    // The golden ratio spreads without a seed.
    const timeMs = startMs + (((seek + 4) * 0.618_034) % 1) * (lengthS - 2) * 1000 + 500;
    for (const way of ["stage", "mse", "draft"]) {
      const ms = await page.evaluate((args) => globalThis.seek(...args), [way, timeMs, startMs]);
      // The first ones warm caches and decoders up.
      if (seek >= 0) took[way].push(ms);
    }
  }
  for (const [way, name] of [
    ["stage", "seek to picture, stage / video + MSE, exact picture at full size"],
    ["draft", "seek to picture, stage / video + MSE, while dragging"],
  ])
    print({
      name,
      ratio: middle(took[way]) / middle(took.mse),
      target: TARGET,
      detail: `median ${middle(took[way]).toFixed(0)} (p95 ${p95(took[way]).toFixed(0)}) ms against ${middle(took.mse).toFixed(0)} (${p95(took.mse).toFixed(0)}) ms, ${SEEKS} seeks`,
    });
} finally {
  await browser?.close();
  await vite?.close();
  files.close();
  await recorder.stop();
}
