/**
 * CPU of recording, per camera, compared with `ffmpeg -c copy` of the same streams at the same time (one process each,
 * 60 s segments): alone, and with a viewer of each stream at the RTSP proxy. A recorder runs for months, so V8's
 * compilation in the first minutes is not measured. `--quick` uses few cameras, and its figures include most of that
 * compilation.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { spanned, until } from "../support/measuring.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const quick = process.argv.includes("--quick");
const CAMERAS = quick ? [8] : [8, 32];
const WARM_MS = quick ? 5000 : 150_000;
const SECONDS = quick ? 15 : 60;
/** About three seconds of a stream, the time for which record.ts waits. */
const WARM_BYTES = 300_000;
const WAYS = [
  { name: "record only", word: "alone", target: 1.2 },
  { name: "record and one viewer", word: "viewed", target: 2 },
];

if (spawnSync("ffmpeg", ["-version"]).status !== 0) {
  process.stderr.write("ffmpeg is not here: nothing to compare with\n");
  process.exit(0);
}
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/bench-recorder-"));
const folder = mkdtempSync(join(tmpdir(), "bench-recorder-"));
const started = new Set();
try {
  await buildRecorder(built, {
    cameras: "bench/recorder/cameras.ts",
    record: "bench/recorder/record.ts",
    players: "bench/recorder/players.ts",
  });
  for (const cameras of CAMERAS) for (const way of WAYS) await measure(cameras, way);
} finally {
  for (const child of started) child.kill();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function measure(cameras, { name, word, target }) {
  const source = start("cameras.js", String(cameras));
  const port = Number(await line(source));
  const to = join(folder, `${cameras}-${word}`);
  mkdirSync(to);
  const ours = start("record.js", String(port), String(cameras), to, word);
  const proxyPort = Number(await line(ours));
  const ids = Array.from({ length: cameras }, (_, i) => `cam${i}`).join(",");
  const players = proxyPort > 0 ? start("players.js", String(proxyPort), "none", ids) : null;
  if (players) await line(players);
  const theirs = await ffmpegs(port, cameras, to);
  await spanned(WARM_MS);
  const cpuOfAll = () => [cpuOf(ours), theirs.reduce((sum, child) => sum + cpuOf(child), 0)];
  const before = cpuOfAll();
  await spanned(SECONDS * 1000);
  const [ourSeconds, theirSeconds] = cpuOfAll().map((cpu, i) => cpu - before[i]);
  const percent = (cpu) => ((cpu / SECONDS / cameras) * 100).toFixed(2);
  ours.stdin.write("\n");
  const mbit = (Number(await line(ours)) / 1000 / cameras).toFixed(2);
  const ratio = ourSeconds / theirSeconds;
  const row = {
    name: `recorder CPU per camera, ${name}, ${cameras} cameras, against ffmpeg -c copy`,
    ratio,
    targetText: `<= ${target}`,
    ok: ratio <= target,
    detail: `${percent(ourSeconds)} % of a core against ${percent(theirSeconds)} %, 640x360@15, ${mbit} Mbit/s each`,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  for (const child of started) child.kill();
  started.clear();
}

/** Starts one process for each stream; resolves when all of them write. */
async function ffmpegs(port, cameras, to) {
  const children = Array.from({ length: cameras }, (_, i) => {
    const from = ["-rtsp_transport", "tcp", "-i", `rtsp://user:pass@127.0.0.1:${port}/cam${i}`];
    const segments = ["-f", "segment", "-segment_time", "60", "-strftime", "0", join(to, `ff${i}-%03d.mp4`)];
    const child = spawn("ffmpeg", ["-v", "error", "-nostdin", ...from, "-c", "copy", ...segments], { stdio: "ignore" });
    started.add(child);
    return child;
  });
  const sizeOf = (i) => statSync(join(to, `ff${i}-000.mp4`), { throwIfNoEntry: false })?.size ?? 0;
  await until("three seconds of every ffmpeg", () => children.every((_, i) => sizeOf(i) > WARM_BYTES));
  return children;
}

function start(file, ...words) {
  const child = spawn(process.execPath, [join(built, file), ...words], { stdio: ["pipe", "pipe", "inherit"] });
  started.add(child);
  return child;
}

/** The next line that a process prints. */
function line(child) {
  return new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
}

/** The user and system time of a process in seconds; the kernel counts in hundredths. */
function cpuOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
