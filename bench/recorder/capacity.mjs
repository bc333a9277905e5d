/**
 * What cameras cost the whole recorder: CPU of its processes with 8, 16 and 32 cameras of 640x360@15, recorded, with and
 * without motion detection, and with a viewer for each camera at the RTSP proxy. A table row per line.
 *   node bench/recorder/capacity.mjs [--quick] [--workers=1,2] [--media=1,2] [--after=60] [COUNT,COUNT...]
 * `--workers`: numbers of analysis processes to compare, in motion detection only (else one, and everything). `--media`: numbers of
 * media processes to compare, without motion detection. `--after`: seconds for which all record before it is measured (else 0).
 */
import { CapacityBench } from "./capacity-bench.mjs";

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

const bench = await CapacityBench.make();
try {
  process.stdout.write(
    "| cameras | motion | viewers | analysis processes | media processes | main | media | analysis | per camera | pause between pictures, p95 | all record |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
  );
  for (const count of counts)
    for (const [motion, viewers] of kinds)
      for (const analysis of workers)
        for (const media of (medias ?? "1").split(",").map(Number))
          process.stdout.write(`${await row({ count, motion, viewers, analysis, media, seconds, afterS })}\n`);
} finally {
  bench.close();
}

async function row(of) {
  const { main, media, analysis, perCamera, gapP95Ms, fresh } = await bench.measure(of);
  const cells = [main, media, analysis, perCamera].map((percent) => `${percent.toFixed(2)} %`);
  const gap = gapP95Ms === null ? "" : `${gapP95Ms} ms`;
  const head = [of.count, of.motion ? "yes" : "no", of.viewers ? of.count : 0, of.analysis, of.media];
  return `| ${head.join(" | ")} | ${cells.join(" | ")} | ${gap} | ${fresh} of ${of.count} |`;
}
