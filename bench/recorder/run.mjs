/** CPU of recording only, per camera, against `ffmpeg -c copy` of the same streams (one process each, 60 s segments). */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const CAMERAS = 8;
const SECONDS = process.argv.includes("--quick") ? 15 : 60;
const TARGET = 1.2;

if (spawnSync("ffmpeg", ["-version"]).status !== 0) {
  process.stderr.write("ffmpeg is not here: nothing to compare with\n");
  process.exit(0);
}
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/bench-recorder-"));
const folder = mkdtempSync(join(tmpdir(), "bench-recorder-"));
const started = [];
try {
  await buildRecorder(built, { cameras: "bench/recorder/cameras.ts", record: "bench/recorder/record.ts" });
  const cameras = spawn(process.execPath, [join(built, "cameras.js"), String(CAMERAS)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(cameras);
  const port = await new Promise((resolve) => cameras.stdout.once("data", (chunk) => resolve(Number(chunk))));
  const ours = JSON.parse(
    execFileSync(process.execPath, [join(built, "record.js"), String(port), String(CAMERAS), folder, String(SECONDS)]),
  );
  const theirs = await ffmpegCpuSeconds(port);
  const percent = (cpu) => ((cpu / SECONDS / CAMERAS) * 100).toFixed(2);
  const ratio = ours.cpuSeconds / theirs;
  const row = {
    name: "recorder CPU per camera, record only, against ffmpeg -c copy",
    ratio,
    targetText: `<= ${TARGET}`,
    ok: ratio <= TARGET,
    detail: `${percent(ours.cpuSeconds)} % of a core against ${percent(theirs)} %, ${CAMERAS} x 640x360@15, ${((ours.bytes * 8) / 1e6 / CAMERAS / (SECONDS + 3)).toFixed(2)} Mbit/s each`,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
} finally {
  for (const child of started) child.kill();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
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
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(5000);
  const before = children.map(({ pid }) => cpuOf(pid));
  await pause(SECONDS * 1000);
  return children.reduce((sum, { pid }, i) => sum + cpuOf(pid) - before[i], 0);
}

/** User and system time of a process in seconds; the kernel counts in hundredths. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
