import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { damages } from "../store/damages.ts";
import { builtRecorder } from "./built-recorder.ts";
import { KillableRecorder } from "./recorder-kill.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-damage-"));
// All twenty take more than a minute: PROSCENIUM_ALL=1. The store's own test has all of them.
const FEW = new Set(["a header of noise", "a page of noise in the middle", "an empty file"]);
const tried = Object.entries(damages).filter(([what]) => process.env.PROSCENIUM_ALL === "1" || FEW.has(what));
let tested: Awaited<ReturnType<typeof builtRecorder>>;
let recorder: KillableRecorder;

beforeAll(async () => {
  tested = await builtRecorder();
  recorder = await KillableRecorder.start(tested.built, folder, 2);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  tested?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it.each(tried)("all cameras record within 10 s of a start with %s", { timeout: 60_000 }, async (what, damage) => {
  const { readyMs, recordingMs } = await recorder.damageOnce(damage);
  if (process.env.PROSCENIUM_ALL === "1")
    process.stdout.write(`${what}: ready ${readyMs} ms, records ${recordingMs} ms\n`);
  expect(recordingMs).toBeLessThanOrEqual(10_000);
  expect(readdirSync(folder).filter((name) => name.startsWith("recorder.db.damaged-"))).not.toEqual([]);
});
