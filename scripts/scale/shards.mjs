/**
 * Several media processes in one recorder (docs/scale.md): `node scripts/scale/shards.mjs [--cameras 32] [--rounds 4] [--after 45] [--quick]`.
 * Measures what a camera costs with one and with two of them, and the pauses between the pictures of a viewer of each; then kills one of
 * two, in turns, and measures what its cameras lost and what the others did. Ends with status 1 where a limit is not kept; costs are
 * judged from 32 cameras on, and on a machine with nothing else to do only.
 */
import { parseArgs } from "node:util";
import { CapacityBench } from "../../bench/recorder/capacity-bench.mjs";
import { withKillable } from "../soak/killable.mjs";

/** With fewer, what an idle process takes counts for more than what cameras cost. */
const JUDGED_FROM = 32;
const LIMITS = { cpuRatio: 1.1, gapMoreMs: 5, lostMs: 1000, othersGapMs: 100 };
const { values } = parseArgs({
  options: {
    cameras: { type: "string", default: "32" },
    rounds: { type: "string", default: "4" },
    after: { type: "string", default: "45" },
    quick: { type: "boolean", default: false },
  },
});
const [cameras, rounds, afterS] = [values.cameras, values.rounds, values.quick ? "0" : values.after].map(Number);
const seconds = values.quick ? 10 : 30;
const missed = [];
const say = (text, isKept = true) => {
  process.stdout.write(`${isKept ? "" : "TOO MUCH: "}${text}\n`);
  if (!isKept) missed.push(text);
};

await compareCosts();
await killInTurns();
process.exitCode = missed.length > 0 ? 1 : 0;

async function compareCosts() {
  const bench = await CapacityBench.make();
  try {
    for (const viewers of [false, true]) {
      const of = { count: cameras, motion: false, viewers, analysis: 1, seconds, afterS };
      const one = await bench.measure({ ...of, media: 1 });
      const two = await bench.measure({ ...of, media: 2 });
      const ratio = two.perCamera / one.perCamera;
      say(
        `${cameras} cameras, ${viewers ? "a viewer each" : "no viewers"}: ${one.perCamera.toFixed(2)} % of a core for each with one ` +
          `media process, ${two.perCamera.toFixed(2)} % with two: ${ratio.toFixed(2)} (at most ${LIMITS.cpuRatio})`,
        cameras < JUDGED_FROM || ratio <= LIMITS.cpuRatio,
      );
      for (const { fresh } of [one, two])
        if (fresh < cameras) say(`${fresh} of ${cameras} cameras were recorded`, false);
      if (viewers)
        say(
          `pauses between the pictures of a viewer, p95: ${one.gapP95Ms} ms with one, ${two.gapP95Ms} ms with two`,
          cameras < JUDGED_FROM || two.gapP95Ms <= one.gapP95Ms + LIMITS.gapMoreMs,
        );
    }
  } finally {
    bench.close();
  }
}

async function killInTurns() {
  await withKillable({ cameras, mediaWorkers: 2 }, async (recorder) => {
    for (let round = 1; round <= rounds; round++) {
      const name = round % 2 === 0 ? "media" : "media-2";
      const { own, others, lostMs, othersGapMs, faults } = await recorder.killShardOnce(
        name,
        2000 + Math.random() * 3000,
      );
      const isKept = faults.length === 0 && lostMs <= LIMITS.lostMs && othersGapMs < LIMITS.othersGapMs;
      say(
        `${round}/${rounds}: kill -9 of ${name}: its ${own} cameras lost ${lostMs.toFixed(0)} ms at most (${LIMITS.lostMs}), ` +
          `the ${others} others ${othersGapMs.toFixed(0)} ms between two files (${LIMITS.othersGapMs})${faults.map((fault) => `\n  ${fault}`).join("")}`,
        isKept,
      );
    }
    const faults = await recorder.endAndCompare();
    say(
      `${faults.length} files differ from the index${faults.map((fault) => `\n  ${fault}`).join("")}`,
      faults.length === 0,
    );
  });
}
