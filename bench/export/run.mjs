/**
 * Export speed compared with `ffmpeg -c copy` of the same range of the same recorded files (issue 4: at most 1.3 times
 * as long), in alternating runs. Ours is measured once including the start of its process, like ffmpeg, and once with a
 * process that already waits, as it does for an open dialog. Ours also encodes the pictures before the first key frame
 * again; ffmpeg gets a list of the segments and begins at the key frame before.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const quick = process.argv.includes("--quick");
const ROUNDS = quick ? 3 : 7;
const TARGET = 1.3;
/** The lengths of the ranges: what people usually export, and a long one. */
const MINUTES = [1, quick ? 10 : 30];
/** An offset into the recording that is not at a key frame. */
const OFFSET_MS = 5100;

if (spawnSync("ffmpeg", ["-version"]).status !== 0) {
  process.stderr.write("ffmpeg is not here: nothing to compare with\n");
  process.exit(0);
}
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/bench-export-"));
const folder = mkdtempSync(join(tmpdir(), "bench-export-"));
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
try {
  await buildRecorder(built, {
    make: "bench/support/make-recording.ts",
    run: "bench/export/export.ts",
    export: "recorder/process/export.ts",
  });
  const recordingsDir = join(folder, "recordings");
  const made = execFileSync(process.execPath, [
    join(built, "make.js"),
    recordingsDir,
    String(Math.max(...MINUTES) + 1),
  ]);
  const { startMs } = JSON.parse(made);
  const segments = readdirSync(recordingsDir, { recursive: true })
    .filter((name) => name.endsWith(".mp4"))
    .map((name) => [Number(/(\d+)\.mp4$/.exec(name)?.[1]), join(recordingsDir, name)])
    .sort((a, b) => a[0] - b[0]);
  for (const minutes of MINUTES) {
    const lengthMs = minutes * 60_000;
    const [from, to] = [startMs + OFFSET_MS, startMs + OFFSET_MS + lengthMs];
    const list = join(folder, "list.txt");
    const meant = segments.filter(([at], i) => at < to && (segments[i + 1]?.[0] ?? Number.POSITIVE_INFINITY) > from);
    const shift = (from - (meant[0]?.[0] ?? from)) / 1000;
    writeFileSync(list, meant.map(([, file]) => `file '${file}'\n`).join(""));
    const ours = { started: [], waiting: [] };
    const theirs = [];
    let bytes = 0;
    for (let round = -1; round < ROUNDS; round++) {
      for (const when of Object.keys(ours)) {
        const own = join(folder, "own.mkv");
        const words = [
          join(built, "run.js"),
          join(built, "export.js"),
          recordingsDir,
          String(from),
          String(to),
          own,
          when,
        ];
        const told = execFileSync(process.execPath, words);
        // The first round fills the disk cache.
        if (round >= 0) ours[when].push(JSON.parse(told).ms);
        bytes = statSync(own).size;
        rmSync(own);
      }
      const other = join(folder, "other.mkv");
      const begun = performance.now();
      execFileSync("ffmpeg", [
        ...["-v", "error", "-y", "-f", "concat", "-safe", "0", "-ss", String(shift), "-i", list],
        ...["-t", String(lengthMs / 1000), "-c", "copy", other],
      ]);
      if (round >= 0) theirs.push(performance.now() - begun);
      rmSync(other);
    }
    for (const [when, said] of [
      ["waiting", "its process waiting"],
      ["started", "with the start of its process"],
    ]) {
      const row = {
        name: `export of ${minutes} min against ffmpeg -c copy, ${said}`,
        ratio: middle(ours[when]) / middle(theirs),
        target: TARGET,
        detail: `${middle(ours[when]).toFixed(0)} ms against ${middle(theirs).toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB`,
      };
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
  }
} finally {
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
