import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildRecorder } from "../../../scripts/build-recorder.mjs";
import { temporaryFolder } from "./fixture.ts";
import { killRound } from "./kill9.ts";

const cache = join(import.meta.dirname, "../../../.cache");
const folder = temporaryFolder();
let built: string;

beforeAll(async () => {
  // Inside the repository, because the bundle searches for packages from its own location.
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, "kill9-"));
  await buildRecorder(built, { writer: "test/recorder/recording/kill9-writer.ts" });
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
  folder.remove();
});

it("kill -9 loses at most the last second of each of 8 cameras, and index equals disk", {
  timeout: 90_000,
}, async () => {
  for (const runMs of [1500, 2310, 3170]) {
    const round = await killRound(join(built, "writer.js"), folder.dir, { streams: 8, runMs, segmentMs: 2000 });
    expect(round.faults).toEqual([]);
    expect(round.lostMs).toBeLessThanOrEqual(1000);
    expect(round.readyMs).toBeLessThan(5000);
    expect(round.repaired).toBeGreaterThan(0);
  }
});
