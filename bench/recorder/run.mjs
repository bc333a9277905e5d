/**
 * CPU of recording, per camera, against `ffmpeg -c copy` of the same streams (one process each, 60 s segments): alone, and with
 * a viewer of each stream at the RTSP proxy.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { spanned, until } from "../support/measuring.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const CAMERAS = 8;
const SECONDS = process.argv.includes("--quick") ? 15 : 60;
/** About three seconds of a stream, as record.ts waits for. */
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
const started = [];
try {
  await buildRecorder(built, {
    cameras: "bench/recorder/cameras.ts",
    record: "bench/recorder/record.ts",
    players: "bench/recorder/players.ts",
  });
  const cameras = start(["cameras.js", String(CAMERAS)]);
  const port = Number(await line(cameras));
  const ours = [];
  for (const way of WAYS) ours.push({ ...way, ...(await record(port, way.word)) });
  const theirs = await ffmpegCpuSeconds(port);
  const percent = (cpu) => ((cpu / SECONDS / CAMERAS) * 100).toFixed(2);
  for (const { name, target, cpuSeconds, kilobitsPerSecond } of ours) {
    const ratio = cpuSeconds / theirs;
    const mbit = (kilobitsPerSecond / 1000 / CAMERAS).toFixed(2);
    const row = {
      name: `recorder CPU per camera, ${name}, against ffmpeg -c copy`,
      ratio,
      targetText: `<= ${target}`,
      ok: ratio <= target,
      detail: `${percent(cpuSeconds)} % of a core against ${percent(theirs)} %, ${CAMERAS} x 640x360@15, ${mbit} Mbit/s each`,
    };
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
} finally {
  for (const child of started) child.kill();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function start(words) {
  const child = spawn(process.execPath, [join(built, words[0]), ...words.slice(1)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  return child;
}

/** The next line that a process writes. */
function line(child) {
  return new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
}

async function record(port, word) {
  const to = join(folder, word);
  mkdirSync(to, { recursive: true });
  const child = start(["record.js", String(port), String(CAMERAS), to, String(SECONDS), word]);
  const proxyPort = Number(await line(child));
  const ids = Array.from({ length: CAMERAS }, (_, i) => `cam${i}`).join(",");
  const players = proxyPort > 0 ? start(["players.js", String(proxyPort), "none", ids]) : null;
  if (players) await line(players);
  child.stdin.write("\n");
  const told = JSON.parse(await line(child));
  players?.kill();
  return told;
}

async function ffmpegCpuSeconds(port) {
  const children = Array.from({ length: CAMERAS }, (_, i) => {
    const from = ["-rtsp_transport", "tcp", "-i", `rtsp://user:pass@127.0.0.1:${port}/cam${i}`];
    const to = [
      "-c",
      "copy",
      "-f",
      "segment",
      "-segment_time",
      "60",
      "-strftime",
      "0",
      join(folder, `ff${i}-%03d.mp4`),
    ];
    return spawn("ffmpeg", ["-v", "error", "-nostdin", ...from, ...to], { stdio: "ignore" });
  });
  started.push(...children);
  const sizeOf = (i) => statSync(join(folder, `ff${i}-000.mp4`), { throwIfNoEntry: false })?.size ?? 0;
  await until("three seconds of every ffmpeg", () => children.every((_, i) => sizeOf(i) > WARM_BYTES));
  const before = children.map(({ pid }) => cpuOf(pid));
  await spanned(SECONDS * 1000);
  return children.reduce((sum, { pid }, i) => sum + cpuOf(pid) - before[i], 0);
}

/** User and system time of a process in seconds; the kernel counts in hundredths. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
