/**
 * What cameras cost the whole recorder: CPU of its processes with 8, 16 and 32 cameras of 640x360@15, recorded, with and
 * without motion detection, and with a viewer for each camera at the RTSP proxy. A table row per line.
 *   node bench/recorder/capacity.mjs [--quick] [--workers=1,2] [--media=1,2] [--after=60] [COUNT,COUNT...]
 * `--workers`: numbers of analysis processes to compare, in motion detection only (else one, and everything). `--media`: numbers of
 * media processes to compare, without motion detection. `--after`: seconds for which all record before it is measured (else 0).
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { spanned, until } from "../support/measuring.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const seconds = process.argv.includes("--quick") ? 10 : 30;
const listed = process.argv.slice(2).find((word) => /^\d+(,\d+)*$/.test(word));
const compared = process.argv.find((word) => word.startsWith("--workers="))?.slice("--workers=".length);
const workers = (compared ?? "1").split(",").map(Number);
const medias = process.argv.find((word) => word.startsWith("--media="))?.slice("--media=".length);
const kinds = [
  [false, false],
  [true, false],
  [false, true],
].filter(([motion]) => (compared === undefined || motion) && (medias === undefined || !motion));
const afterS = Number(process.argv.find((word) => word.startsWith("--after="))?.slice("--after=".length) ?? 0);
const counts = (listed ?? "8,16,32").split(",").map(Number);

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/bench-capacity-"));
const started = new Set();
const start = (words) => {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  started.add(child);
  child.once("exit", () => started.delete(child));
  return child;
};
const end = async (child) => {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
};
try {
  await buildRecorder(join(built, "recorder"));
  await buildRecorder(join(built, "bench"), {
    cameras: "bench/recorder/cameras.ts",
    players: "bench/recorder/players.ts",
  });
  process.stdout.write(
    "| cameras | motion | viewers | analysis processes | media processes | main | media | analysis | per camera | pause between pictures, p95 | all record |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
  );
  for (const count of counts)
    for (const [motion, viewers] of kinds)
      for (const processes of workers)
        for (const media of (medias ?? "1").split(",").map(Number))
          process.stdout.write(`${await measure(count, motion, viewers, processes, media)}\n`);
} finally {
  for (const child of started) child.kill();
  rmSync(built, { recursive: true, force: true });
}

async function measure(count, motion, viewers, processes, media) {
  const data = mkdtempSync(join(tmpdir(), "bench-capacity-"));
  const cameras = start([join(built, "bench/cameras.js"), String(count)]);
  const cameraPort = await firstNumber(cameras);
  const options = ["--port", "0", "--host", "127.0.0.1", "--no-demo", "--rtsp-port", "0", "--cameras-allow-loopback"];
  options.push("--analysis-workers", String(processes), "--media-workers", String(media));
  const recorder = start([join(built, "recorder/main.js"), "--data", data, ...options]);
  const { url, password } = await firstStart(recorder);
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  const api = async (method, path, body) => {
    const headers = { authorization, ...(body ? { "content-type": "application/json" } : {}) };
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  for (let i = 0; i < count; i++) {
    const uri = `rtsp://127.0.0.1:${cameraPort}/cam${i}`;
    const connection = { uri, username: "user", password: "pass" };
    await api("POST", "/service/cameras", { driver: "Generic RTSP", name: `Camera ${i}`, connection });
  }
  const { cameras: made } = await api("GET", "/service/cameras");
  if (!motion)
    for (const { id, primaryStream } of made)
      await api("PATCH", `/service/cameras/${id}/streams/${primaryStream.id}`, {
        recordingConfiguration: { mode: "EMBEDDED_LITE_MODE" },
      });
  const ids = made.map(({ primaryStream }) => primaryStream.id);
  let players = null;
  if (viewers) {
    const { rtspPort } = await api("GET", "/service/about");
    players = start([join(built, "bench/players.js"), String(rtspPort), password, ids.join(",")]);
    await firstNumber(players);
  }
  const statuses = () => Promise.all(ids.map((id) => api("GET", `/service/streams/${id}/status`)));
  await until("every camera is recorded", async () =>
    (await statuses()).every(({ lastArchiveWritten }) => lastArchiveWritten > 0),
  );
  await spanned(afterS * 1000);
  const before = cpuOfAll(recorder.pid);
  await spanned(seconds * 1000);
  const after = cpuOfAll(recorder.pid);
  const share = (name) => (((after[name] ?? 0) - (before[name] ?? 0)) / seconds) * 100;
  const states = await statuses();
  const fresh = states.filter(({ lastArchiveWritten }) => Date.now() - lastArchiveWritten < 8000).length;
  let gap = "";
  if (players) {
    players.stdout.on("data", (chunk) => (gap += chunk));
    await end(players);
  }
  await end(recorder);
  await end(cameras);
  rmSync(data, { recursive: true, force: true });
  const parts = ["main", "media", "analysis"].map(share);
  const sum = parts.reduce((a, b) => a + b, 0);
  const cells = [...parts, sum / count].map((percent) => `${percent.toFixed(2)} %`);
  const gapMs = gap === "" ? "" : `${gap.trim()} ms`;
  return `| ${count} | ${motion ? "yes" : "no"} | ${viewers ? count : 0} | ${processes} | ${media} | ${cells.join(" | ")} | ${gapMs} | ${fresh} of ${count} |`;
}

function firstNumber(child) {
  return new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(Number(chunk))));
}

async function firstStart(recorder) {
  let said = "";
  recorder.stdout.on("data", (chunk) => (said += chunk));
  return until("the recorder is ready", async () => {
    const url = /is at (\S+)/.exec(said)?.[1];
    const password = /password: (\S+)/.exec(said)?.[1];
    const isReady =
      url &&
      (await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ));
    return isReady && password ? { url, password } : null;
  });
}

/** CPU seconds of `main`, and of its children by the name of their script. */
function cpuOfAll(mainPid) {
  const all = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      if (Number(pid) !== mainPid && Number(fields[1]) !== mainPid) continue;
      const script = /(\w+)\.js\0/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? "";
      all[script] = (all[script] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return all;
}
