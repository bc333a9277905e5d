import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildRecorder, entries } from "../../../scripts/build-recorder.mjs";
import { KillableRecorder } from "./recorder-kill.ts";

const cache = join(import.meta.dirname, "../../../.cache");
const folder = mkdtempSync(join(tmpdir(), "proscenium-kill-"));
let built = "";
let recorder: KillableRecorder;

beforeAll(async () => {
  // Inside the repository, because the bundle searches for packages from its own location.
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, "kill-"));
  await buildRecorder(built, { ...entries, cameras: "bench/recorder/cameras.ts" });
  recorder = await KillableRecorder.start(built, folder, 8);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

it("a process that hangs is noticed within 10 s and replaced; pages and the report hear of it", {
  timeout: 120_000,
}, async () => {
  for (const name of ["media", "analysis"] as const) {
    const sinceMs = Date.now();
    const pushes = await recorder.pushes();
    const { noticedMs } = await recorder.hangOnce(name);
    console.log(name, { noticedMs });
    expect(noticedMs).toBeLessThanOrEqual(10_000);
    expect(await recorder.events(sinceMs)).toContainEqual(
      expect.objectContaining({ code: "event/process-hung", params: { name } }),
    );
    expect(pushes.types()).toContain("server-modified");
    pushes.close();
  }
});

it("kill -9 of media alone: all record again within 3 s", { timeout: 60_000 }, async () => {
  for (const runMs of [2300, 3700]) {
    const result = await recorder.killMediaOnce(runMs);
    console.log(result);
    expect(result.faults).toEqual([]);
    expect(result.lostMs).toBeLessThanOrEqual(1000);
  }
});

it("kill -9 of the whole recorder twice, while 8 cameras record: a second is lost at most, all files are whole", {
  timeout: 150_000,
}, async () => {
  for (const runMs of [2300, 3700]) {
    const { lostMs, readyMs, faults } = await recorder.killOnce(runMs);
    expect(faults).toEqual([]);
    expect(lostMs).toBeLessThanOrEqual(1000);
    expect(readyMs).toBeLessThan(5000);
  }
  expect(await recorder.endAndCompare()).toEqual([]);
});
