/** A built recorder that a proof kills, with cameras of its own (test/recorder/whole/recorder-kill.ts), in folders that go with it. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildRecorder, entries } from "../build-recorder.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Calls `work` with it once all its cameras record, and removes everything when that has ended. */
export async function withKillable({ cameras, mediaWorkers = 1 }, work) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const built = mkdtempSync(join(root, ".cache/killable-"));
  const folder = mkdtempSync(join(tmpdir(), "killable-"));
  let recorder;
  try {
    await buildRecorder(built, {
      ...entries,
      cameras: "bench/recorder/cameras.ts",
      kill: "test/recorder/whole/recorder-kill.ts",
    });
    const { KillableRecorder } = await import(pathToFileURL(join(built, "kill.js")).href);
    recorder = await KillableRecorder.start(built, folder, cameras, mediaWorkers);
    return await work(recorder);
  } finally {
    await recorder?.close();
    rmSync(built, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
