/**
 * Eight cameras that are bad in ways of their own (test/support/bad-cameras), a whole recorder, real time:
 *   node scripts/soak/bad-cameras.mjs [--minutes 30] [--keep]    --keep: the exports and the recorder's data stay
 * Wants ffmpeg and ffprobe on the PATH. Afterwards everything is exported, decoded strictly and compared with what the cameras have
 * sent, picture by picture, and the index with the files. Prints one table; ends with 1 when anything does not hold.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildRecorder, entries } from "../build-recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, keep: { type: "boolean", default: false } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is no number of minutes`);

mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/soak-cameras-"));
const folder = mkdtempSync(join(tmpdir(), "soak-cameras-"));
try {
  await buildRecorder(built, { ...entries, soak: "test/support/bad-cameras/soak.ts" });
  const { soakBadCameras } = await import(pathToFileURL(join(built, "soak.js")).href);
  const { rows, indexFaults } = await soakBadCameras(built, folder, minutes);
  const line = (camera, ...cells) =>
    process.stdout.write(`${camera.padEnd(62)}${cells.map((cell) => String(cell).padStart(9)).join("")}\n`);
  line(`${minutes} min`, "pictures", "missing", "holes", "worst ms", "faults");
  for (const { camera, pictures, missing, holes, worstMs, faults } of rows)
    line(camera, pictures, missing, holes, worstMs.toFixed(0), faults.length);
  line("index against files", "", "", "", "", indexFaults.length);
  const told = [...rows.flatMap(({ camera, faults }) => faults.map((fault) => `${camera}: ${fault}`)), ...indexFaults];
  for (const fault of told) process.stdout.write(`  ${fault}\n`);
  process.exitCode = told.length === 0 ? 0 : 1;
} finally {
  rmSync(built, { recursive: true, force: true });
  if (values.keep) process.stdout.write(`kept: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
}
