import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildRecorder, entries } from "../../../scripts/build-recorder.mjs";
import { damages } from "../store/damages.ts";
import { KillableRecorder } from "./recorder-kill.ts";

const cache = join(import.meta.dirname, "../../../.cache");
const folder = mkdtempSync(join(tmpdir(), "proscenium-damage-"));
// All twenty take more than a minute: PROSCENIUM_ALL=1. The store's own test has all of them.
const FEW = new Set(["a header of noise", "a page of noise in the middle", "an empty file"]);
const tried = Object.entries(damages).filter(([what]) => process.env.PROSCENIUM_ALL === "1" || FEW.has(what));
let built = "";
let recorder: KillableRecorder;

beforeAll(async () => {
  // Inside the repository: the bundle looks for packages from where it lies.
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, "damage-"));
  await buildRecorder(built, { ...entries, cameras: "bench/recorder/cameras.ts" });
  recorder = await KillableRecorder.start(built, folder, 2);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

it.each(tried)("all cameras record within 10 s of a start with %s", { timeout: 60_000 }, async (what, damage) => {
  const { readyMs, recordingMs } = await recorder.damageOnce(damage);
  if (process.env.PROSCENIUM_ALL === "1")
    process.stdout.write(`${what}: ready ${readyMs} ms, records ${recordingMs} ms\n`);
  expect(recordingMs).toBeLessThanOrEqual(10_000);
  expect(readdirSync(folder).filter((name) => name.startsWith("recorder.db.damaged-"))).not.toEqual([]);
});
