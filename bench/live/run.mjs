/**
 * Latency and first picture of the real product: recorder with demo cameras, client in Chromium, frame codes read from the
 * stage's pixels. Prints JSON lines for `npm run bench`; `ratio` is the figure divided by its target.
 * Wants the e2e build (`npm run e2e -- --list` makes it). `--quick`: 4 tiles only.
 */
import { join } from "node:path";
import { rolldown } from "rolldown";
import { addTiles, quantile, root, shownTiles, signedInPage, startProduct } from "../support/product.mjs";
import { interactionDelays } from "./interactions.mjs";
import { addedOneByOne } from "./one-by-one.mjs";

const quick = process.argv.includes("--quick");
/** share of a tile's width and height in which its frame code lies */
const CORNER = 0.4;
const bundle = await rolldown({ cwd: root, input: join(root, "src/domain/frame-code.ts"), logLevel: "warn" });
await bundle.write({ file: join(root, ".cache/bench/frame-code.mjs"), format: "esm" });
await bundle.close();
const { frameAgeMs, readFrameCode } = await import(join(root, ".cache/bench/frame-code.mjs"));

const row = (name, value, target, detail) =>
  process.stdout.write(
    `${JSON.stringify({ name, ratio: value / target, target: 1, targetText: `<= ${target} ms`, detail })}\n`,
  );

const product = await startProduct();
try {
  for (const lowBandwidth of [false, true]) {
    for (const tiles of quick ? [4] : [4, 16]) {
      const { context, page } = await signedInPage(product, { lowBandwidth });
      await addTiles(page, tiles);
      const mode = lowBandwidth ? "low bandwidth" : "WebRTC";
      const shown = await shownTiles(product, page, tiles);
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
  await product.stop();
}
