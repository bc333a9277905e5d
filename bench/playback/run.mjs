/**
 * Time from seek to picture (issue 4): the product's stage, paused, compared with a `<video>` + MSE player that knows
 * the index of the same recorded file and fetches only the group of pictures that it needs. Both are measured from the
 * request to the picture on the screen, over loopback, in alternating runs, and none of the pictures has been fetched
 * before. While the user drags, the stage shows the key frame before the position, from the camera's small stream when
 * that is recorded as well.
 */
import { execFileSync } from "node:child_process";
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { chromiumArguments, ensureChromium } from "../../scripts/machine/chromium.mjs";
import { freePort } from "../../scripts/machine/free-port.mjs";
import { BenchRecorder } from "../support/recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SEEKS = process.argv.includes("--quick") ? 20 : 60;
const TARGET = 0.5;
const TARGET_RESTED = 0.3;
/**
 * `<video>` decodes ahead of the picture that it shows: the next request would wait for that, in some rounds four times
 * as long.
 */
const REST_MS = 80;
/** For how long the pointer stands still before it is pressed, where it rests. */
const RESTED_MS = 300;
/** From a click to its order (document 1, section 9); the button is down for longer than that before. */
const CLICK_MS = 50;
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)];
const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

let file = "";
/** Serves the recorded file with byte ranges, as a web server does. */
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

/**
 * Writes two minutes of recordings of cameras, dated an hour ago; the recorder must not run. `streams`: camera, stream,
 * size (empty or "small"). Returns the start of the first stream's first segment.
 */
async function record(streams) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const made = mkdtempSync(join(root, ".cache/bench-playback-"));
  try {
    await buildRecorder(made, { make: "bench/support/make-recording.ts" });
    const recordingsDir = join(recorder.dataDir, "recordings");
    const about = Math.floor(Date.now() / 60_000 - 60) * 60_000;
    for (const { cameraId, streamId, size = "" } of streams)
      execFileSync(process.execPath, [
        join(made, "make.js"),
        recordingsDir,
        "2",
        streamId,
        cameraId,
        String(about),
        size,
      ]);
    const [{ streamId: wanted }] = streams;
    const [first] = readdirSync(join(recordingsDir, wanted), { recursive: true })
      .flatMap((name) => {
        const startMs = Number(/(\d+)\.mp4$/.exec(name)?.[1] ?? 0);
        return startMs >= about && startMs < about + 120_000
          ? [{ startMs, path: join(recordingsDir, wanted, name) }]
          : [];
      })
      .sort((a, b) => a.startMs - b.startMs);
    file = first.path;
    return first.startMs;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

let browser;
let vite;
const recorder = await BenchRecorder.withDemoCameras();
try {
  const { cameras } = await recorder.get("/service/cameras");
  const [one, both] = ["Corridor", "Yard"].map((wanted) => cameras.find(({ name }) => name === wanted));
  const { streams } = await recorder.get(`/service/cameras/${both.id}/streams`);
  const small = streams.find(({ id }) => id !== both.primaryStream.id);
  process.stderr.write("   recording\n");
  await recorder.stop();
  const startMs = await record([
    { cameraId: one.id, streamId: one.primaryStream.id },
    { cameraId: both.id, streamId: both.primaryStream.id },
    { cameraId: both.id, streamId: small.id, size: "small" },
  ]);
  process.stderr.write("   opening the players\n");
  // Nothing else records during the measurement. Pictures come straight from the recorder, as in the product: the
  // page's server, which handles all other requests, would be an additional hop that the other player does not have.
  const place = await freePort();
  await recorder.start(["--no-demo", "--http-origins", `http://127.0.0.1:${place}`]);
  process.env.PROSCENIUM_DEV_RECORDER = recorder.url;
  const server = { port: place, strictPort: true, host: "127.0.0.1", hmr: false };
  vite = await createServer({ root, logLevel: "error", server });
  await vite.listen();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: 660, height: 1130 } });
  page.on("pageerror", (error) => process.stderr.write(`${error}\n`));
  page.on("console", (message) => message.type() === "error" && process.stderr.write(`${message.text()}\n`));
  await page.goto(`http://127.0.0.1:${place}/bench/playback/index.html`);
  await page.waitForFunction(() => typeof globalThis.seek === "function", undefined, { timeout: 120_000 });
  const ask = {
    recorderUrl: recorder.url,
    username: "admin",
    password: recorder.password,
    streamId: one.primaryStream.id,
    besideSmallId: both.primaryStream.id,
    startMs,
  };
  process.stderr.write("   the stages\n");
  await page.evaluate((how) => globalThis.openStages(how), ask);
  process.stderr.write("   the player\n");
  const lengthS = await page.evaluate((url) => globalThis.openMse(url), `http://127.0.0.1:${files.address().port}/`);
  process.stderr.write("   seeking\n");
  const took = { stage: [], rested: [], clicked: [], draft: [], small: [], mse: [] };
  for (let seek = -4; seek < SEEKS; seek++) {
    // The golden ratio spreads the positions without a random seed.
    const timeMs = startMs + (((seek + 4) * 0.618_034) % 1) * (lengthS - 2) * 1000 + 500;
    const otherMs = startMs + (((seek + 4.5) * 0.618_034) % 1) * (lengthS - 2) * 1000 + 500;
    for (const way of ["stage", "mse", "rested", "draft", "small", "clicked"]) {
      await setTimeout(REST_MS);
      if (way === "rested" || way === "clicked") {
        // Elsewhere, so that this picture has not just been shown.
        await page.evaluate((args) => globalThis.seek(...args), ["stage", otherMs, startMs]);
        await page.evaluate((at) => globalThis.rest(at), timeMs);
        await setTimeout(way === "rested" ? RESTED_MS : CLICK_MS);
      }
      const sought = await page.evaluate((args) => globalThis.seek(...args), [way, timeMs, startMs]);
      // The first seeks warm up caches and decoders.
      if (seek >= 0) took[way].push(sought);
    }
  }
  for (const [way, what] of [
    ["stage", "exact picture at full size"],
    ["rested", "exact picture, after the pointer has rested there"],
    ["clicked", "exact picture, made ready since the click, 50 ms before the order"],
    ["draft", "while dragging"],
    ["small", "while dragging, small stream recorded as well"],
  ])
    for (const [moment, until] of [
      ["handedOverMs", "to the picture's handing over to the screen"],
      ["seenMs", "until the page knows of the picture, the stage's drawn"],
    ]) {
      // The stage tells when it presented last: here the picture of the play, not the one that was made ready.
      if ((way === "rested" || way === "clicked") && moment === "handedOverMs") continue;
      const [ours, theirs] = [took[way], took.mse].map((list) => list.map((sought) => sought[moment]));
      print({
        name: `seek ${until}, stage / video + MSE, ${what}`,
        ratio: middle(ours) / middle(theirs),
        target: way === "rested" || way === "clicked" ? TARGET_RESTED : TARGET,
        detail: `median ${middle(ours).toFixed(0)} (p95 ${p95(ours).toFixed(0)}) ms against ${middle(theirs).toFixed(0)} (${p95(theirs).toFixed(0)}) ms, ${SEEKS} seeks`,
      });
    }
} finally {
  await browser?.close();
  await vite?.close();
  files.close();
  await recorder.remove();
}
