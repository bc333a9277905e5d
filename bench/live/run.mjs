/**
 * Latency and first picture of the real product: recorder with demo cameras, client in Chromium, frame codes read from
 * the stage's pixels. Prints JSON lines for `npm run bench`; `ratio` is the figure divided by its target. `--quick`: 4 tiles only.
 */
import { addTiles, quantile, shownTiles, signedInPage, startProduct } from "../support/product.mjs";
import { frameAges } from "./ages.mjs";
import { interactionDelays } from "./interactions.mjs";
import { addedOneByOne } from "./one-by-one.mjs";

const quick = process.argv.includes("--quick");
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

      const boxes = await page.$$eval("[data-tile-id]", (found) =>
        found.map((tile) => tile.getBoundingClientRect().toJSON()),
      );
      const ages = await frameAges(page, boxes, quick ? 30 : 60);
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
