/**
 * What "still until something happens" saves: bytes and the browser's CPU of eight demo cameras, without it and with it,
 * as the demo site moves and at a night in which nothing counts as motion. `node bench/live/still.mjs [seconds]`.
 */
import { addTiles, shownTiles, signedInPage, startProduct } from "../support/product.mjs";

const seconds = Number(process.argv[2] ?? 20);
const TILES = 8;
/** Ten quiet seconds, a key frame, and what a switch itself costs. */
const SETTLE_MS = 20_000;

const product = await startProduct();
const cdp = await product.browser.newBrowserCDPSession();
const cpuSeconds = async () => {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};

async function measured(page) {
  await page.waitForTimeout(SETTLE_MS);
  const begun = await cpuSeconds();
  const rates = [];
  let still = 0;
  for (let second = 0; second < seconds; second += 1) {
    await page.waitForTimeout(1000);
    const text = await page.getByRole("region", { name: "Wall", exact: true }).innerText();
    rates.push(Number(/([\d.,]+)\s*kbit\/s/.exec(text)?.[1]?.replaceAll(",", "") ?? Number.NaN));
    still += await page.locator("[data-tile-id][data-still]").count();
  }
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return { kbitPerSecond: mean, cpu: (await cpuSeconds()) - begun, still: still / seconds };
}

async function watchMotion(objectSize) {
  const { cameras } = await (await fetch(`${product.url}/service/cameras`, { headers: product.headers })).json();
  for (const { id, primaryStream } of cameras)
    await fetch(`${product.url}/service/cameras/${id}/streams/${primaryStream.id}`, {
      method: "PATCH",
      headers: { ...product.headers, "content-type": "application/json" },
      body: JSON.stringify({ recordingConfiguration: { mode: "ALL_FEATURES_MODE", bgseg: { boxArea: objectSize } } }),
    });
}

try {
  for (const lowBandwidth of [true, false])
    for (const [scene, objectSize] of [
      ["as the demo site moves", 5],
      ["at night", 100],
    ]) {
      await watchMotion(objectSize);
      const { context, page } = await signedInPage(product, { lowBandwidth });
      await addTiles(page, TILES);
      await shownTiles(product, page, TILES);
      await page.locator("[data-tile-id]").first().focus();
      await page.keyboard.press("i");
      await page.evaluate(() => document.activeElement?.blur());
      const before = await measured(page);
      await page.getByRole("button", { name: "Arrange" }).click();
      await page.getByRole("menuitem", { name: /^Still until something happens/ }).click();
      await page.evaluate(() => document.activeElement?.blur());
      const after = await measured(page);
      const saved = (name) => `${Math.round(100 * (1 - after[name] / before[name]))} %`;
      console.log(
        `${lowBandwidth ? "low bandwidth" : "WebRTC"}, ${scene}: ${after.still.toFixed(1)} of ${TILES} still; ` +
          `${before.kbitPerSecond.toFixed(0)} to ${after.kbitPerSecond.toFixed(0)} kbit/s (${saved("kbitPerSecond")} saved), ` +
          `${(before.cpu / seconds).toFixed(2)} to ${(after.cpu / seconds).toFixed(2)} cores (${saved("cpu")} saved)`,
      );
      await context.close();
    }
} finally {
  await product.stop();
}
