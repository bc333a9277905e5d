/**
 * The whole product for benches and soaks: the recorder of the e2e build with its demo cameras, and pages of its
 * client.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { chromiumArguments, ensureChromium } from "../../scripts/machine/chromium.mjs";
import { freePort } from "../../scripts/machine/free-port.mjs";
import { ensureProductBuilt } from "./built.mjs";
import { until } from "./measuring.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(root, ".cache/e2e");

export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/**
 * Starts a recorder whose demo cameras are running, and a browser. PROSCENIUM_BENCH_DATA: a data folder that is kept,
 * with PROSCENIUM_BENCH_PASSWORD of its admin.
 */
export async function startProduct({ browserArguments = [] } = {}) {
  ensureProductBuilt();
  const port = await freePort();
  const kept = process.env.PROSCENIUM_BENCH_DATA;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), "proscenium-bench-"));
  const drawn = join(built, "demo");
  if (!kept && existsSync(drawn)) cpSync(drawn, join(dataDir, "demo"), { recursive: true });
  let log = "";
  const args = ["--data", dataDir, "--host", "127.0.0.1", "--port", String(port), "--rtsp-port", "0"];
  const recorder = spawn(process.execPath, [join(built, "recorder/main.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [recorder.stdout, recorder.stderr]) stream.on("data", (chunk) => (log += chunk));
  const url = `http://127.0.0.1:${port}`;
  let browser = null;
  const wait = (what, holds, withinMs = 180_000) =>
    until(what, holds, { withinMs }).catch((error) => {
      throw new Error(`${error.message}\n${log}`);
    });
  const stop = async () => {
    await browser?.close();
    recorder.kill("SIGTERM");
    await new Promise((resolve) => (recorder.exitCode === null ? recorder.once("exit", resolve) : resolve()));
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await wait("ready", isReady);
    const password = process.env.PROSCENIUM_BENCH_PASSWORD ?? /password:\s+(\S+)/.exec(log)?.[1];
    const answer = await fetch(`${url}/service/sessions/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password, expiresIn: 2_592_000, cookie: "session" }),
    });
    const headers = { authorization: `Bearer ${(await answer.json()).id}` };
    await wait("eight running cameras", async () => {
      const { cameras } = await (await fetch(`${url}/service/cameras`, { headers })).json();
      return cameras.length >= 8 && cameras.every((camera) => camera.primaryStream?.status?.streamState === "running");
    });
    browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: [...chromiumArguments, ...browserArguments],
    });
    return { url, password, headers, browser, recorderPid: recorder.pid, until: wait, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A signed-in page that shows the panel's cameras. `prepare` gets the page before it opens. */
export async function signedInPage(
  { browser, url, password },
  { lowBandwidth = false, viewport = { width: 1920, height: 1080 }, prepare } = {},
) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(url);
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password").fill(password);
  if (lowBandwidth) await page.getByText("Low-bandwidth (compatibility) mode").click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForSelector("[data-camera-id]");
  // Records the time at which each tile first says that it plays. The page itself observes this, so the connection to
  // the test adds nothing.
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
  return { context, page };
}

/** Adds cameras of the panel, in turn, all within one task of the page: those that are there already once more (Alt). */
export const addTiles = (page, count, first = 0) =>
  page.evaluate(
    ([from, to]) => {
      const items = [...document.querySelectorAll("[data-camera-id]")];
      for (let index = from; index < to; index += 1)
        items[index % items.length].dispatchEvent(
          new MouseEvent("dblclick", { bubbles: true, cancelable: true, altKey: index >= items.length }),
        );
    },
    [first, first + count],
  );

/** Resolves with the entries of `window.__shown` once this number of tiles have played. */
export const shownTiles = (product, page, count, timeoutMs = 90_000) =>
  product.until(
    `${count} tiles`,
    () =>
      page.evaluate((wanted) => {
        const all = Object.values(window.__shown);
        return all.length >= wanted && all.every(({ playingMs }) => playingMs) && all;
      }, count),
    timeoutMs,
  );

/** A process and its descendants. */
export function processTree(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // the process has ended meanwhile
    }
  }
  const tree = [pid];
  for (const each of tree) for (const [child, parent] of parents) if (parent === each) tree.push(child);
  return tree;
}

/** The CPU seconds that processes have used so far. */
export function cpuSecondsOf(pids) {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // the process has ended meanwhile
    }
  }
  return ticks / 100;
}
