/**
 * From the sign-in button to a usable stage, and to the first picture of a stage that was saved, over a line of 10 Mbit/s
 * on which an answer takes 50 ms longer. The baseline of the same run is the answer to the sign-in itself, over the same
 * line: nothing can be there before it. `node bench/live/sign-in.mjs [rounds] [--trace]`; the trace prints every request.
 */
import { addTiles, quantile, shownTiles, signedInPage, startProduct } from "../support/product.mjs";

const rounds = Number(process.argv[2] ?? 7) || 7;
const trace = process.argv.includes("--trace");
const LATENCY_MS = 50;
const BYTES_PER_S = 10_000_000 / 8;
/** People type for some seconds; what travels meanwhile has arrived then. */
const TYPING_MS = 3000;

const product = await startProduct();

/** Slows down a page and its workers, as they begin. */
async function slowLine(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const line = { offline: false, latency: LATENCY_MS, downloadThroughput: BYTES_PER_S, uploadThroughput: BYTES_PER_S };
  await cdp.send("Network.emulateNetworkConditions", line);
}

async function round(context) {
  const page = await context.newPage();
  const requests = [];
  const begun = new Map();
  await slowLine(page);
  page.on("request", (request) => begun.set(request, Date.now()));
  page.on("requestfinished", (request) =>
    requests.push({ url: request.url(), from: begun.get(request), to: Date.now() }),
  );
  await page.goto(product.url);
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password").fill(product.password);
  await page.waitForTimeout(TYPING_MS);
  // The page itself watches, so that the connection to this script adds nothing.
  await page.evaluate(() => {
    window.__times = {};
    const note = (name) => {
      window.__times[name] ??= performance.now() - window.__pressedMs;
    };
    document.addEventListener("click", () => (window.__pressedMs ??= performance.now()), { capture: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name.endsWith("/service/sessions/user"))
          window.__times.answer ??= entry.responseEnd - window.__pressedMs;
    }).observe({ type: "resource" });
    const look = () => {
      if (document.querySelector("[data-camera-id]") && document.querySelector("canvas")) note("usable");
      if (document.querySelector('[data-tile-id][data-state="playing"]')) note("picture");
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const pressed = Date.now();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForSelector('[data-tile-id][data-state="playing"]', { timeout: 60_000 });
  const times = await page.evaluate(() => window.__times);
  const after = requests.filter(({ from }) => from >= pressed).toSorted((a, b) => a.from - b.from);
  if (trace)
    for (const { url, from, to } of after)
      console.log(
        `  ${String(from - pressed).padStart(5)} to ${String(to - pressed).padStart(5)} ms  ${new URL(url).pathname}`,
      );
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Username").waitFor();
  await page.close();
  return { ...times, requests: after.filter(({ from }) => from - pressed < times.picture).length };
}

try {
  const { context, page } = await signedInPage(product);
  await addTiles(page, 1);
  await shownTiles(product, page, 1);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Username").waitFor();
  await page.close();
  const all = [];
  for (let index = 0; index < rounds; index += 1) {
    const times = await round(context);
    all.push(times);
    console.log(
      Object.entries(times)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join(", "),
    );
  }
  const median = (name) =>
    quantile(
      all.map((times) => times[name]),
      0.5,
    );
  for (const name of ["usable", "picture"])
    console.log(
      `${name}: median ${Math.round(median(name))} ms, ${(median(name) / median("answer")).toFixed(2)} of the sign-in's answer (${Math.round(median("answer"))} ms)`,
    );
} finally {
  await product.stop();
}
