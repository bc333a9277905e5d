/**
 * CPU of recording to two volumes against one folder, of the same cameras at the same time; and an index of ten million segments on
 * two volumes (generated rows, no files): how long a start takes, a month of the timeline, and cleaning. `--quick`: few cameras, a
 * million rows. And an archive in a bucket, where Ceph is installed. `--index`, `--cpu` and `--archive`: only that.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { spanned } from "../support/measuring.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const has = (word) => process.argv.includes(word);
const quick = has("--quick");
const CAMERAS = quick ? 8 : 16;
const WARM_MS = quick ? 10_000 : 60_000;
const SPANS = quick ? 2 : 6;
const SPAN_MS = 10_000;
const ROWS = quick ? 1_000_000 : 10_000_000;

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/bench-volumes-"));
const folder = mkdtempSync(join(tmpdir(), "bench-volumes-"));
const started = new Set();
try {
  await buildRecorder(built, {
    cameras: "bench/recorder/cameras.ts",
    record: "bench/recorder/record.ts",
    large: "bench/volumes/large-index.ts",
    archive: "bench/volumes/archive.ts",
  });
  const only = ["--index", "--cpu", "--archive"].find(has);
  const isWanted = (what) => only === undefined || only === what;
  if (isWanted("--cpu")) await measureCpu();
  if (isWanted("--index")) await measureIndex();
  if (isWanted("--archive")) await measureArchive();
} finally {
  for (const child of started) child.kill();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function measureCpu() {
  const source = start("cameras.js", String(CAMERAS));
  const port = await source.line();
  const of = async (name, way) => {
    const to = join(folder, name);
    mkdirSync(to);
    const process_ = start("record.js", port, String(CAMERAS), to, way);
    await process_.line();
    return process_;
  };
  const one = await of("one", "alone");
  const two = await of("two", "volumes");
  await spanned(WARM_MS);
  const before = [cpuOf(one), cpuOf(two)];
  for (let at = 0; at < SPANS; at += 1) await spanned(SPAN_MS);
  const [ofOne, ofTwo] = [cpuOf(one) - before[0], cpuOf(two) - before[1]];
  const percent = (cpu) => ((100_000 * cpu) / (SPANS * SPAN_MS * CAMERAS)).toFixed(2);
  row(`recorder CPU, two volumes against one folder, ${CAMERAS} cameras`, ofTwo / ofOne, 1.05, {
    targetText: "<= 1.05",
    detail: `${percent(ofTwo)} % of a core for each camera against ${percent(ofOne)} %`,
  });
  for (const child of started) child.kill();
  started.clear();
}

/** Each figure is against the time that the issue allows. */
async function measureIndex() {
  const child = start("large.js", folder, String(ROWS));
  for (;;) {
    const line = await child.line();
    if (line === "end") return;
    const { name, ms, allowedMs, detail } = JSON.parse(line);
    row(name, ms / allowedMs, 1, { targetText: `<= ${allowedMs} ms`, detail: `${ms.toFixed(1)} ms${detail}` });
  }
}

async function measureArchive() {
  const child = start("archive.js", folder);
  for (;;) {
    const line = await child.line();
    if (line === "end") return;
    const { missing, name, ratio, most, detail } = JSON.parse(line);
    if (missing === undefined) row(name, ratio, most, { targetText: `<= ${most}`, detail });
    else process.stdout.write(`the archive is not measured: ${missing}\n`);
  }
}

function row(name, ratio, most, more) {
  process.stdout.write(`${JSON.stringify({ name, ratio, ok: ratio <= most, ...more })}\n`);
}

function start(file, ...words) {
  const child = spawn(process.execPath, [join(built, file), ...words], { stdio: ["pipe", "pipe", "inherit"] });
  started.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return Object.assign(child, { line: async () => (await lines.next()).value ?? "end" });
}

/** The user and system time of a process in seconds; the kernel counts in hundredths. */
function cpuOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
