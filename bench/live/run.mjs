/**
 * Latency and first picture of the real product: recorder with demo cameras, client in Chromium, frame codes read from the
 * stage's pixels. Prints JSON lines for `npm run bench`; `ratio` is the figure divided by its target.
 * Wants the e2e build (`npm run e2e -- --list` makes it). `--quick`: 4 tiles only.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { rolldown } from "rolldown";
import { chromiumArguments, ensureChromium } from "../../scripts/chromium.mjs";
import { interactionDelays } from "./interactions.mjs";
import { addedOneByOne } from "./one-by-one.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const quick = process.argv.includes("--quick");
/** share of a tile's width and height in which its frame code lies */
const CORNER = 0.4;
const built = join(root, ".cache/e2e");
if (!existsSync(join(built, "client/index.html"))) {
  process.stderr.write("no e2e build: npm run e2e -- --list\n");
  process.exit(1);
}

const bundle = await rolldown({ cwd: root, input: join(root, "src/domain/frame-code.ts"), logLevel: "warn" });
await bundle.write({ file: join(root, ".cache/bench/frame-code.mjs"), format: "esm" });
await bundle.close();
const { frameAgeMs, readFrameCode } = await import(join(root, ".cache/bench/frame-code.mjs"));

const port = await new Promise((resolve) => {
  const server = createServer();
  server.listen(0, "127.0.0.1", () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const dataDir = process.env.PROSCENIUM_BENCH_DATA ?? mkdtempSync(join(tmpdir(), "proscenium-bench-"));
let log = "";
const recorder = spawn(
  process.execPath,
  [
    join(built, "recorder/main.js"),
    "--data",
    dataDir,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--rtsp-port",
    "0",
  ],
  {
    stdio: ["ignore", "pipe", "pipe"],
  },
);
for (const stream of [recorder.stdout, recorder.stderr]) stream.on("data", (chunk) => (log += chunk));
const until = async (what, holds, timeoutMs = 180_000) => {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const value = await holds();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not come:\n${log}`);
};
const url = `http://127.0.0.1:${port}`;
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const row = (name, value, target, detail) =>
  process.stdout.write(
    `${JSON.stringify({ name, ratio: value / target, target: 1, targetText: `<= ${target} ms`, detail })}\n`,
  );

let browser;
try {
  await until("ready", () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  const password = process.env.PROSCENIUM_BENCH_PASSWORD ?? /password:\s+(\S+)/.exec(log)?.[1];
  const session = await (
    await fetch(`${url}/service/sessions/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password, expiresIn: 3600, cookie: "session" }),
    })
  ).json();
  await until("eight running cameras", async () => {
    const { cameras } = await (
      await fetch(`${url}/service/cameras`, { headers: { authorization: `Bearer ${session.id}` } })
    ).json();
    return cameras.length >= 8 && cameras.every((camera) => camera.primaryStream?.status?.streamState === "running");
  });

  browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  for (const lowBandwidth of [false, true]) {
    for (const tiles of quick ? [4] : [4, 16]) {
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByLabel("Username").fill("admin");
      await page.getByLabel("Password").fill(password);
      if (lowBandwidth) await page.getByText("Low-bandwidth (compatibility) mode").click();
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForSelector("[data-camera-id]");
      // When did each tile first say that it plays? Watched in the page, so that the wire to the test adds nothing.
      await page.evaluate(() => {
        window.__shown = {};
        const look = () => {
          for (const tile of document.querySelectorAll("[data-tile-id]")) {
            const entry = (window.__shown[tile.dataset.tileId] ??= { addedMs: performance.now(), playingMs: 0 });
            if (tile.dataset.state === "playing" && !entry.playingMs) entry.playingMs = performance.now();
          }
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ["data-state"],
        });
      });
      // All in one turn of the page: they are added at once.
      await page.evaluate((count) => {
        const items = [...document.querySelectorAll("[data-camera-id]")];
        for (let index = 0; index < count; index += 1)
          items[index % items.length].dispatchEvent(new MouseEvent("dblclick", { bubbles: true, cancelable: true }));
      }, tiles);
      const mode = lowBandwidth ? "low bandwidth" : "WebRTC";
      const shown = await until(
        `${tiles} tiles by ${mode}`,
        () =>
          page.evaluate((count) => {
            const all = Object.values(window.__shown);
            return all.length >= count && all.every((one) => one.playingMs) && all;
          }, tiles),
        60_000,
      );
      const firsts = shown.map((one) => one.playingMs - one.addedMs);
      row(
        `first picture p95, ${shown.length} tiles added at once to a fresh page, ${mode}`,
        quantile(firsts, 0.95),
        400,
        `median ${quantile(firsts, 0.5).toFixed(0)} ms, p95 ${quantile(firsts, 0.95).toFixed(0)} ms`,
      );
      const all = Math.max(...shown.map((one) => one.playingMs)) - Math.min(...shown.map((one) => one.addedMs));
      row(
        `all ${shown.length} tiles added at once show, ${mode}`,
        all,
        1500,
        `${all.toFixed(0)} ms from the first to be added`,
      );

      const ages = [];
      const boxes = await page.$$eval("[data-tile-id]", (found) =>
        found.map((tile) => tile.getBoundingClientRect().toJSON()),
      );
      for (let round = 0; round < (quick ? 40 : 100); round += 1) {
        for (const box of boxes.slice(0, 4)) {
          // The corner that holds the code, in wide and in square pictures.
          const read = await page.evaluate((rect) => window.__proscenium.readPixels(rect), {
            x: box.x,
            y: box.y,
            width: box.width * CORNER,
            height: box.height * CORNER,
          });
          const rgba = Buffer.from(read.rgbaBase64, "base64");
          for (const picture of [
            { width: 1280, height: 720 },
            { width: 1024, height: 1024 },
            { width: 640, height: 360 },
            { width: 320, height: 180 },
            { width: 320, height: 320 },
          ]) {
            const scale = Math.min(box.width / picture.width, box.height / picture.height);
            const left = (box.width - picture.width * scale) / 2;
            const top = (box.height - picture.height * scale) / 2;
            const code = readFrameCode((x, y) => {
              const at =
                (Math.min(read.height - 1, Math.round(top + y * scale)) * read.width +
                  Math.min(read.width - 1, Math.round(left + x * scale))) *
                4;
              return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
            }, picture.height);
            if (!code) continue;
            ages.push(frameAgeMs(code, read.atMs));
            break;
          }
        }
      }
      row(
        `latency median, ${boxes.length} tiles, ${mode}`,
        quantile(ages, 0.5),
        120,
        `median ${quantile(ages, 0.5).toFixed(0)} ms, p95 ${quantile(ages, 0.95).toFixed(0)} ms of ${ages.length} codes; a picture stands 67 ms`,
      );
      const delays = await interactionDelays(page, quick ? 5 : 15);
      row(
        `interaction delay p95, ${boxes.length} tiles playing, ${mode}`,
        quantile(delays, 0.95),
        100,
        `median ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${quantile(delays, 0.95).toFixed(0)} ms of ${delays.length} interactions`,
      );
      const singles = await addedOneByOne(page, quick ? 8 : 20);
      row(
        `first picture p95 of a tile added to ${boxes.length} playing, ${mode}`,
        quantile(singles, 0.95),
        400,
        `median ${quantile(singles, 0.5).toFixed(0)} ms, p95 ${quantile(singles, 0.95).toFixed(0)} ms of ${singles.length}`,
      );
      await context.close();
    }
  }
} finally {
  await browser?.close();
  recorder.kill("SIGTERM");
  await new Promise((resolve) => (recorder.exitCode === null ? recorder.once("exit", resolve) : resolve()));
  if (!process.env.PROSCENIUM_BENCH_DATA) rmSync(dataDir, { recursive: true, force: true });
}
