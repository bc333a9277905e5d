/**
 * Kills a recording process again and again and checks what is left.
 *   node scripts/soak/kill9.mjs [rounds=20] [streams=8] [longest run in s=12] [segment in s=5]
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildRecorder } from "../build-recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [rounds = 20, streams = 8, longestS = 12, segmentS = 5] = process.argv.slice(2).map(Number);

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/soak-kill9-"));
const folder = mkdtempSync(join(tmpdir(), "soak-kill9-"));
const losses = [];
const readies = [];
let faulty = 0;
try {
  await buildRecorder(built, {
    writer: "test/recorder/recording/kill9-writer.ts",
    round: "test/recorder/recording/kill9.ts",
  });
  const { killRound } = await import(pathToFileURL(join(built, "round.js")).href);
  for (let round = 1; round <= rounds; round++) {
    const runMs = Math.round(500 + Math.random() * (longestS * 1000 - 500));
    const result = await killRound(join(built, "writer.js"), folder, { streams, runMs, segmentMs: segmentS * 1000 });
    losses.push(result.lostMs);
    readies.push(result.readyMs);
    if (result.faults.length > 0) faulty += 1;
    console.log(
      `${round}/${rounds}: ran ${runMs} ms, lost ${result.lostMs.toFixed(0)} ms, ready in ${result.readyMs.toFixed(0)} ms, ` +
        `${result.repaired} files closed, ${result.truncatedBytes} torn bytes cut${result.faults.map((fault) => `\n  ${fault}`).join("")}`,
    );
  }
} finally {
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
const worst = Math.max(...losses);
console.log(
  `worst loss ${worst.toFixed(0)} ms of 1000, slowest ready ${Math.max(...readies).toFixed(0)} ms of 5000, ${faulty} faulty rounds of ${rounds}`,
);
process.exit(faulty === 0 && worst <= 1000 && Math.max(...readies) < 5000 ? 0 : 1);
