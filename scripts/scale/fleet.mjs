/**
 * An aggregator with many servers (docs/scale.md): `node scripts/scale/fleet.mjs [--recorders 100] [--cameras 100] [--seconds 60]`.
 * One process plays the recorders; the aggregator is the built one. Prints what it costs while nothing happens, how fast 100 changes of
 * camera states per second reach a page, what it asks of its servers meanwhile, and how long its database searches. With `--page` a browser signs in instead: until the
 * stage is usable, until all cameras are there, and for a search, and what it asks for and holds then; `--cameras 1` is what to compare with. Each second round is of a page
 * for which the database does not answer, so that it asks each server.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { WebSocket } from "ws";
import { quantile } from "../../bench/support/product.mjs";
import { until } from "../../bench/support/measuring.mjs";
import { ensureProductBuilt } from "../../bench/support/built.mjs";
import { chromiumArguments, ensureChromium } from "../machine/chromium.mjs";
import { freePort } from "../machine/free-port.mjs";
import { playRecorders } from "./played-recorders.mjs";
import { say } from "./verdicts.mjs";

const CHANGES_PER_SECOND = 100;
const PAGE_ROUNDS = 3;
const SEARCH_ROUNDS = 20;
const LIMITS = { idleShare: 0.1, reachedP95Ms: 500, searchP95Ms: 100 };
/** of a second, in /proc/<pid>/stat */
const TICK_MS = 10;

const { values } = parseArgs({
  options: {
    recorders: { type: "string", default: "100" },
    cameras: { type: "string", default: "100" },
    seconds: { type: "string", default: "60" },
    page: { type: "boolean", default: false },
  },
});
const [recorders, cameras, seconds] = [values.recorders, values.cameras, values.seconds].map(Number);

ensureProductBuilt();
const scripts = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e/recorder");
const folder = mkdtempSync(join(tmpdir(), "proscenium-fleet-"));
const played = await playRecorders(recorders, cameras);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const words = ["--edition", "aggregator", "--data", folder, "--host", "127.0.0.1", "--port", String(port)];
const settings = ["--servers-allow-loopback", "--http-requests-per-minute", "0"];
let log = "";
const aggregator = spawn(process.execPath, [join(scripts, "main.js"), ...words, ...settings], {
  stdio: ["ignore", "pipe", "pipe"],
});
for (const stream of [aggregator.stdout, aggregator.stderr]) stream.on("data", (chunk) => (log += chunk));

/** CPU time of the aggregator since its start, ms. */
const cpuMs = () => {
  const fields = readFileSync(`/proc/${aggregator.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};
async function share(forS, during = () => {}) {
  played.startAnew();
  const [fromCpuMs, fromMs] = [cpuMs(), performance.now()];
  const end = during();
  await pause(forS * 1000);
  await end?.();
  const tookMs = performance.now() - fromMs;
  const { calls, bytes, wholeLists } = played.counts;
  const perS = (count) => count / (tookMs / 1000);
  return { share: (cpuMs() - fromCpuMs) / tookMs, callsPerS: perS(calls), kbPerS: perS(bytes) / 1000, wholeLists };
}
const said = ({ share, callsPerS, kbPerS, wholeLists }) =>
  `${(share * 100).toFixed(1)} % of a core, ${callsPerS.toFixed(1)} calls and ${kbPerS.toFixed(0)} KB a second to its servers, ${wholeLists} whole lists`;

async function measureServer(headers) {
  const page = new WebSocket(`${url.replace("http", "ws")}/service/events/socket`, { headers });
  const sentMs = new Map();
  const reachedMs = [];
  let others = 0;
  let withoutState = 0;
  page.on("message", (data) => {
    const { type, id, streamState } = JSON.parse(Buffer.from(data).toString("utf8"));
    if (type !== "stream-status") {
      if (type !== "server-session-id") others += 1;
      return;
    }
    if (streamState === undefined) withoutState += 1;
    const atMs = sentMs.get(id);
    sentMs.delete(id);
    if (atMs !== undefined) reachedMs.push(performance.now() - atMs);
  });
  await new Promise((resolve) => page.once("open", resolve));
  await pause(15_000);

  const idle = await share(seconds);
  say(`nothing happens: ${said(idle)} (limit ${LIMITS.idleShare * 100} % of a core)`);

  others = 0;
  let told = 0;
  const busy = await share(seconds, () => {
    const beginMs = performance.now();
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - beginMs) / 1000) * CHANGES_PER_SECOND);
      for (; told < due; told += 1) {
        const recorder = played.all[told % recorders];
        const atMs = performance.now();
        sentMs.set(recorder.blink(Math.floor(told / recorders)), atMs);
      }
    }, 10);
    return () => clearInterval(timer);
  });
  await until("all changes reached the page", () => reachedMs.length >= told, { withinMs: 10_000 });
  say(`${CHANGES_PER_SECOND} changes of state a second: ${said(busy)}`);
  const [p50, p95] = [quantile(reachedMs, 0.5), quantile(reachedMs, 0.95)];
  say(
    `${reachedMs.length} of ${told} reached the page: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms (limit ${LIMITS.reachedP95Ms})`,
  );
  say(`of these ${withoutState} without their state, and ${others} other messages, after which a page asks`);
  page.terminate();
  if (idle.share > LIMITS.idleShare || p95 > LIMITS.reachedP95Ms || withoutState + others > 0) process.exitCode = 1;
}

/** Pages and searches of the fleet, each asked some times one after another: whole answers, with the counts by server. */
async function measureSearch(headers) {
  const asks = {
    "the first 100 by name": "",
    "a camera's whole name": `text=${played.all.at(-1).cameras.at(-1).name}`,
    "a server's name": "text=Site 050",
    "what all are called, ids of 1,000": "text=camera&ids=true&limit=1000",
    "a maker and two words": "text=played\ncamera 1\nsite 0",
    "what none is called": "text=no camera is called so",
    "those that do not run": "state=restarting",
  };
  const all = [];
  for (const [name, query] of Object.entries(asks)) {
    const tookMs = [];
    let found = 0;
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
      const beganMs = performance.now();
      const answer = await (await fetch(`${url}/service/fleet/cameras?${encodeURI(query)}`, { headers })).json();
      tookMs.push(performance.now() - beganMs);
      found = answer.servers.reduce((sum, { count }) => sum + count, 0);
    }
    all.push(...tookMs);
    const [p50, p95] = [quantile(tookMs, 0.5), quantile(tookMs, 0.95)];
    say(`${name}: ${found} found, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms`);
  }
  const p95 = quantile(all, 0.95);
  say(`all of them: p95 ${p95.toFixed(0)} ms (limit ${LIMITS.searchP95Ms})`);
  if (p95 > LIMITS.searchP95Ms) process.exitCode = 1;
}

/** Within the page: types a name, and resolves with how long it took until a camera of it was there. */
function search(name) {
  const field = document.querySelector("input[type=search]");
  const isThere = () =>
    [...document.querySelectorAll("[data-camera-id]")].some(({ textContent }) => textContent.includes(name));
  return new Promise((resolve) => {
    const set = (text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    // What was there before is no answer.
    set("no camera is called so");
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const beganMs = performance.now();
        set(name);
        // A frame later it is seen.
        const seen = () => resolve(performance.now() - beganMs);
        const look = () => requestAnimationFrame(isThere() ? seen : look);
        look();
      }),
    );
  });
}

/** What a page has asked for since it was opened, but for the product's files, and what it holds. */
async function heldBy(page) {
  const { calls, lists, bytes } = await page.evaluate(() => {
    const asked = performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/service/"));
    const ofCameras = asked.filter(({ name }) => /\/(orchids\/[^/]+|fleet)\/cameras/.test(name));
    const sum = (list) => list.reduce((all, { encodedBodySize }) => all + encodedBodySize, 0);
    return { calls: asked.length, lists: ofCameras.length, bytes: sum(ofCameras) };
  });
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return `${calls} calls, ${lists} of them for cameras: ${(bytes / 1e6).toFixed(2)} MB on the line; heap ${(usedSize / 1e6).toFixed(1)} MB`;
}

/** Within the page: the aggregator's database does not answer. */
function withoutDatabase() {
  const ask = window.fetch;
  window.fetch = (input, how) => {
    const { pathname, searchParams } = new URL(input.url ?? input, location.href);
    const isList = pathname === "/service/fleet/cameras" && !searchParams.has("text");
    return isList ? Promise.resolve(new Response("{}", { status: 500 })) : ask(input, how);
  };
}

/** Signs in some times, each time in a browser that has nothing of before but the product's files. */
async function measurePage(password, cameraCount) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  for (let round = 0; round < 2 * PAGE_ROUNDS; round += 1) {
    const isByServer = round % 2 === 1;
    const page = await context.newPage();
    if (isByServer) await page.addInitScript(withoutDatabase);
    await page.goto(url);
    await page.getByLabel("Username").fill("admin");
    await page.getByLabel("Password").fill(password);
    // The page itself watches, so that the connection to this script adds nothing.
    await page.evaluate(() => {
      performance.setResourceTimingBufferSize(5000);
      window.__times = {};
      const note = (name) => (window.__times[name] ??= performance.now() - window.__pressedMs);
      document.addEventListener("click", () => (window.__pressedMs ??= performance.now()), { capture: true });
      const look = () => {
        if (document.querySelector("[data-camera-id]") && document.querySelector("canvas")) note("usable");
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForFunction(() => window.__times.usable !== undefined, null, { timeout: 60_000 });
    // The last camera of the last server, as its name sorts.
    const last = played.all.at(-1).cameras.at(-1).name;
    const allThereMs = await page.evaluate(search, last);
    const searches = [];
    for (const name of ["Site 001 camera 1", "Site 050", "camera", last])
      searches.push(await page.evaluate(search, name));
    const { usable } = await page.evaluate(() => window.__times);
    say(
      `${cameraCount} cameras, ${isByServer ? "of each server" : "of the database"}: usable after ${usable.toFixed(0)} ms, the last camera found ${allThereMs.toFixed(0)} ms later, searches ${searches.map((ms) => ms.toFixed(0)).join(", ")} ms`,
    );
    say(`  ${await heldBy(page)}`);
    await context.clearCookies();
    await page.close();
  }
  await browser.close();
}

try {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("ready", isReady, { withinMs: 60_000 });
  const password = /password:\s+(\S+)/.exec(log)?.[1];
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`,
  };
  for (let at = 0; at < recorders; at += 1) {
    const body = JSON.stringify({ uri: played.urlOf(at), username: "admin", password: "played" });
    for (;;) {
      const answer = await fetch(`${url}/service/orchids`, { method: "POST", headers, body });
      if (answer.status === 201) break;
      if (answer.status !== 429) throw new Error(`${answer.status} ${await answer.text()}`);
      await pause(Number(answer.headers.get("retry-after") ?? 1) * 1000);
    }
  }
  await until("all servers are heard", () => played.all.every(({ sockets }) => sockets.size > 0), {
    withinMs: 120_000,
  });
  const list = await (await fetch(`${url}/service/orchids`, { headers })).json();
  const seen = list.reduce((sum, one) => sum + one.camerasAvailable, 0);
  say(`${list.length} servers with ${seen} cameras`);

  if (values.page) await measurePage(password, seen);
  else {
    // Basic would check the password at each call, which takes longer than the search.
    const body = JSON.stringify({ username: "admin", password });
    const signedIn = await fetch(`${url}/service/sessions/user`, { method: "POST", headers, body });
    const { id } = await signedIn.json();
    await measureServer(headers);
    await measureSearch({ authorization: `Bearer ${id}` });
  }
} catch (error) {
  process.stderr.write(log);
  throw error;
} finally {
  played.close();
  aggregator.kill("SIGTERM");
  await new Promise((resolve) => aggregator.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
