/**
 * A thousand cameras on one recorder (docs/scale.md): `node scripts/scale/thousand.mjs [--cameras 1000] [--media 1] [--form 160x90@1]`.
 * The cameras are small and slow, so that two cores carry them: what is measured is what comes with their number, not with
 * their pictures. They are registered, seen by a page, all processes are killed, and all have to record again.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { ensureProductBuilt } from "../../bench/support/built.mjs";
import { until } from "../../bench/support/measuring.mjs";
import { cpuSecondsOf, processTree, quantile, root, signedInPage } from "../../bench/support/product.mjs";
import { BenchRecorder } from "../../bench/support/recorder.mjs";
import { buildRecorder } from "../build-recorder.mjs";
import { chromiumArguments, ensureChromium } from "../machine/chromium.mjs";
import { say } from "./verdicts.mjs";

const { values } = parseArgs({
  options: {
    cameras: { type: "string", default: "1000" },
    media: { type: "string", default: "1" },
    form: { type: "string", default: "160x90@1" },
  },
});
const count = Number(values.cameras);
const took = async (work) => {
  const fromMs = performance.now();
  const value = await work();
  return { value, s: (performance.now() - fromMs) / 1000 };
};

const nameOf = (pid) => /(\w+)\.js\0/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? String(pid);
const megabytesOf = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);

/** A camera that is well writes at least this often: a file's part is written when a key picture comes, each 2 s. */
const WRITTEN_WITHIN_MS = 10_000;

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/thousand-"));
const recorder = new BenchRecorder();
const flags = ["--no-demo", "--cameras-allow-loopback", `--media-workers=${values.media}`];
/** The cameras' processes: each takes 512 connections at most. */
const EACH = 250;
const played = [];
try {
  ensureProductBuilt();
  await buildRecorder(built, { cameras: "bench/recorder/cameras.ts" });
  const ports = await Promise.all(Array.from({ length: Math.ceil(count / EACH) }, playCameras));
  await recorder.start(flags);
  const registered = await took(() => register(ports));
  say(`${count} cameras registered in ${registered.s.toFixed(0)} s`);
  const recording = await took(() => untilWritten(Date.now()));
  say(`all have recorded ${recording.s.toFixed(1)} s later`);
  await measure();
  await seeThem();
  const killedMs = Date.now();
  await recorder.killAll();
  const started = await took(() => recorder.start(flags));
  await untilWritten(killedMs + 2000);
  say(
    `all processes killed: it answers ${started.s.toFixed(1)} s after, all have recorded ${((Date.now() - killedMs) / 1000).toFixed(1)} s after`,
  );
  const used = processTree(recorder.pid).map((pid) => `${nameOf(pid)} ${cpuSecondsOf([pid]).toFixed(1)} s`);
  say(`  processor time until then: ${used.join(", ")}`);
  await measure();
} finally {
  for (const child of played) child.kill();
  await recorder.remove();
  rmSync(built, { recursive: true, force: true });
}

function playCameras() {
  const words = [join(built, "cameras.js"), String(EACH), "0", "20000", values.form];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  played.push(child);
  return new Promise((resolve) => child.stdout.once("data", (line) => resolve(Number(line))));
}

async function register(ports) {
  const headers = { ...(await recorder.headers()), "content-type": "application/json" };
  let next = 0;
  const some = async () => {
    while (next < count) {
      const at = next++;
      const connection = {
        uri: `rtsp://127.0.0.1:${ports[Math.floor(at / EACH)]}/cam${at % EACH}`,
        username: "user",
        password: "pass",
      };
      const name = `Camera ${String(at).padStart(4, "0")}`;
      const body = JSON.stringify({ driver: "Generic RTSP", name, connection });
      const answer = await fetch(`${recorder.url}/service/cameras`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`camera ${at}: ${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, some));
}

/** Resolves when each camera's newest recorded picture is later than this; says how many are missing now and then. */
async function untilWritten(afterMs) {
  await until(
    "all cameras are recorded",
    async () => {
      const late = (await lastWritten()).filter((writtenMs) => writtenMs <= afterMs).length;
      if (late > 0) process.stderr.write(`${late} are missing\n`);
      return late === 0;
    },
    { withinMs: 600_000, everyMs: 1000 },
  );
}

async function lastWritten() {
  const { streams } = await recorder.get("/service/streams");
  if (streams.length < count) throw new Error(`${streams.length} streams of ${count}`);
  return streams.map(({ status }) => status?.lastArchiveWritten ?? 0);
}

/** CPU and memory over 20 s, how late the least fresh camera is, and what the list of all costs. */
async function measure() {
  const pids = processTree(recorder.pid);
  const before = pids.map((pid) => cpuSecondsOf([pid]));
  const lists = [];
  const fromMs = performance.now();
  while (performance.now() - fromMs < 20_000) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    lists.push((await took(() => recorder.get("/service/cameras"))).s * 1000);
  }
  const seconds = (performance.now() - fromMs) / 1000;
  for (const [at, pid] of pids.entries()) {
    const share = ((cpuSecondsOf([pid]) - before[at]) / seconds) * 100;
    say(`  ${nameOf(pid)}: ${share.toFixed(0)} % of a core, ${megabytesOf(pid)} MB`);
  }
  const nowMs = Date.now();
  const late = (await lastWritten()).filter((writtenMs) => nowMs - writtenMs > WRITTEN_WITHIN_MS).length;
  say(
    `  the list of all cameras: ${quantile(lists, 0.5).toFixed(0)} ms, at most ${Math.max(...lists).toFixed(0)} ms, with the sign-in`,
  );
  say(`  ${late} of ${count} have not been written for ${WRITTEN_WITHIN_MS / 1000} s`);
}

async function seeThem() {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  try {
    const opened = await took(() => signedInPage({ browser, url: recorder.url, password: recorder.password }));
    const { page } = opened.value;
    say(`a page, signed in, lists cameras after ${opened.s.toFixed(1)} s`);
    const search = page.getByRole("searchbox").first();
    const name = `Camera ${String(count - 1).padStart(4, "0")}`;
    const found = await took(async () => {
      await search.fill(name);
      await page.locator("[data-camera-id]").filter({ hasText: name }).first().waitFor();
    });
    say(`the last one is found after ${(found.s * 1000).toFixed(0)} ms`);
    const playing = await took(async () => {
      await page.locator("[data-camera-id]").first().dblclick();
      await page.locator("[data-tile-id][data-state=playing]").first().waitFor({ timeout: 60_000 });
    });
    say(`it plays after ${playing.s.toFixed(1)} s`);
  } finally {
    await browser.close();
  }
}
