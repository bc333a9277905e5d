/**
 * Kills the whole recorder (main and all its children at once), or media alone, again and again while cameras record, and checks
 * what is left.
 *   node scripts/soak/kill9-recorder.mjs [rounds=20] [cameras=8] [longest run in s=10] [all|media]
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { withKillable } from "./killable.mjs";

const [rounds = 20, cameras = 8, longestS = 10] = process.argv.slice(2, 5).map(Number);
const isMediaAlone = process.argv[5] === "media";
const LOST_LIMIT_MS = 1000;
const READY_LIMIT_MS = 5000;

const results = [];
const faults = [];
let unplayable = 0;
let played = 0;
await withKillable({ cameras }, async (recorder) => {
  for (let round = 1; round <= rounds; round++) {
    const runMs = Math.round(500 + Math.random() * (longestS * 1000 - 500));
    const result = await (isMediaAlone ? recorder.killMediaOnce(runMs) : recorder.killOnce(runMs));
    results.push(result);
    faults.push(...result.faults);
    console.log(
      `${round}/${rounds}: ran ${runMs} ms, lost ${result.lostMs.toFixed(0)} ms, ready in ${result.readyMs} ms, ` +
        `all record again in ${result.recordingMs} ms${result.faults.map((fault) => `\n  ${fault}`).join("")}`,
    );
  }
  faults.push(...(await recorder.endAndCompare()));
  const files = readdirSync(recorder.recordingsDir, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".mp4"),
  );
  for (const file of files) {
    const path = join(recorder.recordingsDir, file);
    const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"], {
      encoding: "utf8",
    });
    if (status === null) break;
    played += 1;
    if (status === 0 && stderr === "") continue;
    unplayable += 1;
    console.log(`  ${file}: ${stderr.slice(0, 300)}`);
  }
});
const worst = (pick) => Math.max(...results.map(pick));
const sorted = results.map(({ readyMs }) => readyMs).sort((a, b) => a - b);
console.log(
  `worst loss ${worst(({ lostMs }) => lostMs).toFixed(0)} ms of ${LOST_LIMIT_MS}; ready in ${sorted[sorted.length >> 1]} ms ` +
    `(median), ${worst(({ readyMs }) => readyMs)} ms (worst) of ${READY_LIMIT_MS}; all record again in at most ` +
    `${worst(({ recordingMs }) => recordingMs)} ms; ${played} files played by ffmpeg, ${unplayable} not; ${faults.length} faults`,
);
for (const fault of faults) console.log(`  ${fault}`);
const isGood =
  results.length === rounds &&
  faults.length === 0 &&
  unplayable === 0 &&
  worst(({ lostMs }) => lostMs) <= LOST_LIMIT_MS &&
  worst(({ readyMs }) => readyMs) <= READY_LIMIT_MS;
process.exit(isGood ? 0 : 1);
