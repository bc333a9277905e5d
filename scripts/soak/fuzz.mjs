/**
 * Hours of nonsense from cameras:
 *   node scripts/soak/fuzz.mjs [--hours 8] [--runs 3000] [--pictures-of-a-connection 200] [--cameras-alone]
 * A whole recorder with twelve cameras whose answers and pictures are damaged at random, beside one that is well: its recording must
 * be complete, no process may end, and what the recorder's processes keep after their garbage was collected may not grow once it is
 * warm: their memory without code that V8 has compiled (there is only so much of it) and without room in its heap that nothing lies
 * in. Beside that it judges what they have in use: objects, and what native code and buffers hold of glibc; the rest is what glibc keeps
 * of what was freed. Of each five minutes the lowest value counts, because pictures on their way come and go. Fewer pictures of a connection (8) put an hour's connections into some minutes. At the same time the fuzz tests of RTSP, SDP, RTP, ONVIF
 * and pictures run again and again, each with `--runs` inputs that differ from pass to pass (not with `--cameras-alone`). Wants ffmpeg and ffprobe on the PATH.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { privateMb, slope } from "../../bench/support/memory.mjs";
import { processTree } from "../../bench/support/product.mjs";
import { buildRecorder, entries } from "../build-recorder.mjs";

const TESTS = [
  "test/recorder/rtp/fuzz.test.ts",
  "test/recorder/rtp/fuzz-jpeg.test.ts",
  "test/recorder/onvif/fuzz.test.ts",
];
/** Caches fill, code is compiled and the allocators' pools grow in the first half hour; measured is half of the time at least. */
const SETTLING = { minutes: 30, share: 0.5 };
const WINDOW_MINUTES = 5;
/** MB in an hour, of all of the recorder's processes; what less than half an hour behind the settling shows is noise. */
const GROWTH_LIMIT = 4;
const SHORTEST_MINUTES = 60;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "8" },
    runs: { type: "string", default: "3000" },
    "pictures-of-a-connection": { type: "string", default: "200" },
    "cameras-alone": { type: "boolean", default: false },
  },
});
const minutes = Number(values.hours) * 60;
if (!(minutes > 0)) throw new Error(`--hours ${values.hours} is no number of hours`);
const ownOptions = process.env.NODE_OPTIONS ?? "";
process.env.NODE_OPTIONS = `${ownOptions} --require ${join(root, "scripts/soak/collecting.cjs")}`.trim();
const pictures = Number(values["pictures-of-a-connection"]);
const keptFolder = mkdtempSync(join(tmpdir(), "soak-kept-"));
process.env.PROSCENIUM_SOAK_KEPT = keptFolder;
const say = (text) => process.stdout.write(`${text}\n`);

let isOver = false;
let pass = null;
/** Resolves with the number of passes and the output of those that failed. */
async function passes() {
  const failed = [];
  for (let count = 0; ; count += 1) {
    if (isOver) return { count, failed };
    const words = ["vitest", "run", "--project", "node*", "--testTimeout", "3600000", ...TESTS];
    const env = { ...process.env, PROSCENIUM_FUZZ_RUNS: values.runs, NODE_OPTIONS: ownOptions };
    pass = spawn("npx", words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    // The recorder and its cameras go first: their times are what is measured.
    if (pass.pid !== undefined) setPriority(pass.pid, constants.priority.PRIORITY_LOW);
    let text = "";
    for (const stream of [pass.stdout, pass.stderr]) stream.on("data", (chunk) => (text += chunk));
    const status = await new Promise((resolve) => pass.on("close", resolve));
    if (status === 0 || isOver) continue;
    failed.push(text);
    say(text);
  }
}

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/soak-fuzz-"));
const folder = mkdtempSync(join(tmpdir(), "soak-fuzz-"));
try {
  await buildRecorder(built, { ...entries, soak: "test/support/bad-cameras/fuzz-soak.ts" });
  const { soakFuzzedCameras } = await import(pathToFileURL(join(built, "soak.js")).href);
  const samples = [];
  const testing = values["cameras-alone"] ? { count: 0, failed: [] } : passes();
  const { neighbour, damaged, faults } = await soakFuzzedCameras(
    built,
    folder,
    { minutes, pictures },
    (pid, minute) => {
      const pids = processTree(pid);
      const each = pids.map(privateMbOf);
      const mb = each.reduce((sum, one) => sum + one, 0);
      const accounts = pids.map(accountOf);
      const held = each.map((one, at) => one - (accounts[at]?.asideMb ?? 0));
      const used = accounts.map((account) => (account ? account.objectsMb + account.allocatedMb : 0));
      if (!accounts.includes(null)) samples.push({ minute, held, used });
      const parts = held.map((one, at) => `${one.toFixed(1)} (${(used[at] ?? 0).toFixed(1)})`).join(" + ");
      say(`${minute.toFixed(1)} min: recorder ${mb.toFixed(1)} MB; kept (of it in use): ${parts}`);
    },
  );
  isOver = true;
  if (pass?.exitCode === null) process.kill(-pass.pid, "SIGTERM");
  const { count, failed } = await testing;
  const settledMinutes = Math.min(SETTLING.minutes, minutes * SETTLING.share);
  // The lowest value of a window that was cut short says less than those of the others.
  const wholeMinutes = Math.floor(minutes / WINDOW_MINUTES) * WINDOW_MINUTES;
  const warm = samples.filter(({ minute }) => minute >= settledMinutes && minute < wholeMinutes);
  const growths = ["held", "used"].map((what) => ({
    all: growthOf(warm, (sample) => sample[what].reduce((sum, one) => sum + one, 0)),
    each: (warm[0]?.[what] ?? []).map((_, at) => growthOf(warm, (sample) => sample[what][at] ?? 0)),
  }));
  const told = [...faults, ...neighbour.faults.map((fault) => `neighbour: ${fault}`)];
  if (failed.length > 0) told.push(`${failed.length} passes of the fuzz tests failed`);
  const words = ["kept", "in use"];
  for (const [at, { all }] of growths.entries())
    if (minutes >= SHORTEST_MINUTES && all > GROWTH_LIMIT)
      told.push(`what is ${words[at]} grows by ${all.toFixed(1)} MB an hour`);
  say(`${damaged} damaged answers and pictures, ${count} passes of the fuzz tests with ${values.runs} inputs each`);
  for (const [at, { all, each }] of growths.entries())
    say(
      `${words[at]}: ${all.toFixed(2)} MB/h from ${settledMinutes.toFixed(0)} min on (${each.map((one) => one.toFixed(2)).join(" + ")}, one for each process; limit ${GROWTH_LIMIT}, from ${SHORTEST_MINUTES} min on)`,
    );
  say(
    `neighbour: ${neighbour.pictures} pictures, ${neighbour.missing} missing, ${neighbour.holes} holes, worst ${neighbour.worstMs.toFixed(0)} ms`,
  );
  for (const fault of told) say(`  ${fault}`);
  process.exitCode = told.length === 0 ? 0 : 1;
} finally {
  isOver = true;
  if (pass?.exitCode === null) process.kill(-pass.pid, "SIGTERM");
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  rmSync(keptFolder, { recursive: true, force: true });
}

/** MB in an hour of the lowest values of each window; 0 where one window is all. */
function growthOf(samples, mbOf) {
  const lowest = new Map();
  for (const sample of samples) {
    const window = Math.floor(sample.minute / WINDOW_MINUTES);
    lowest.set(window, Math.min(lowest.get(window) ?? Number.POSITIVE_INFINITY, mbOf(sample)));
  }
  if (lowest.size < 2) return 0;
  return slope([...lowest].map(([window, mb]) => [(window * WINDOW_MINUTES) / 60, mb]));
}

/** What a process says of its memory itself (`collecting.cjs`), MB; null = it has not said it yet. */
function accountOf(pid) {
  try {
    return JSON.parse(readFileSync(join(keptFolder, `${pid}.json`), "utf8"));
  } catch {
    return null;
  }
}

function privateMbOf(pid) {
  try {
    return privateMb(pid);
  } catch {
    // it ended meanwhile
    return 0;
  }
}
