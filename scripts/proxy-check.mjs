/**
 * Signs in through the proxies that docs/proxies.md describes, with its own lines: `node scripts/proxy-check.mjs [nginx]
 * [caddy] [haproxy]` (default: all that are installed). For each it shows one camera by WebRTC and by low bandwidth and
 * watches whether the page stays alive for longer than the proxies' limit of 60 s for silent connections. Exits with 1
 * when one fails. The gate's part of it: e2e/specs/app/real-proxies.spec.ts.
 */
import { addTiles, signedInPage, startProduct } from "../bench/support/product.mjs";
import { findProxy, proxyNames, startProxy } from "./machine/proxies.mjs";

const ALIVE_MS = 75_000;

const wanted = process.argv.slice(2);
const product = await startProduct();
let failed = false;
try {
  for (const name of proxyNames) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (!findProxy(name)) {
      process.stdout.write(`${name}: is not installed\n`);
      continue;
    }
    const result = await through(name).catch((error) => `FAILS: ${error.message}`);
    failed ||= result.startsWith("FAILS");
    process.stdout.write(`${name}: ${result}\n`);
  }
} finally {
  await product.stop();
}
process.exit(failed ? 1 : 0);

async function through(name) {
  const proxy = await startProxy(name, product.url);
  const contexts = [];
  try {
    for (const lowBandwidth of [false, true]) {
      const opened = await signedInPage({ ...product, url: `${proxy.url}/` }, { lowBandwidth });
      contexts.push(opened.context);
      await addTiles(opened.page, 1);
      await opened.page.waitForSelector('[data-tile-id][data-state="playing"]', { timeout: 60_000 });
    }
    await new Promise((resolve) => setTimeout(resolve, ALIVE_MS));
    const states = [];
    for (const context of contexts)
      states.push(await context.pages()[0].evaluate(() => document.querySelector("[data-tile-id]")?.dataset.state));
    if (states.some((state) => state !== "playing"))
      throw new Error(`after ${ALIVE_MS / 1000} s: ${states.join(", ")}`);
    return `plays by WebRTC and by low bandwidth, and still after ${ALIVE_MS / 1000} s`;
  } finally {
    for (const context of contexts) await context.close();
    await proxy.stop();
  }
}
