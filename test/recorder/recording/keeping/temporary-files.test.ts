import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { openRecordings, temporaryFolder } from "#test/recorder/recording/fixture.ts";

const DAY_MS = 86_400_000;
const BYTES = 10_000;
const NOW = Date.UTC(2026, 5, 30);

test("an export on the recordings' disk takes no recording with it, other files do", async () => {
  const folder = temporaryFolder();
  const recordingsDir = join(folder.dir, "recordings");
  const passingDir = join(folder.dir, "exports");
  let usedBytes = 0;
  const capacityBytes = 10 * BYTES;
  const recordings = await openRecordings(recordingsDir, {
    passingDir,
    now: () => NOW,
    space: async () => ({ capacityBytes, freeBytes: capacityBytes - usedBytes, unavailableBytes: 0 }),
  });
  await recordings.reconciled;
  for (let day = 8; day >= 1; day -= 1) {
    const startMs = NOW - day * DAY_MS;
    const file = `yard/${new Date(startMs).toISOString().slice(0, 10)}/00/${startMs}.mp4`;
    mkdirSync(dirname(join(recordingsDir, file)), { recursive: true });
    writeFileSync(join(recordingsDir, file), Buffer.alloc(BYTES));
    const row = { streamId: "yard", startMs, endMs: startMs + 60_000, file, bytes: BYTES, frames: 1 };
    await recordings.index.insertClosed(row, Buffer.alloc(4, 1));
    usedBytes += BYTES;
  }
  recordings.cleaner.setPolicy(DEFAULT_POLICY);
  const exported = join(passingDir, "one", "export.mkv.part");
  mkdirSync(dirname(exported), { recursive: true });
  writeFileSync(exported, Buffer.alloc(BYTES));
  usedBytes += BYTES;
  // 90 of 100: over the threshold of 85 only because of the export.
  expect(await recordings.cleaner.run()).toBe(0);
  rmSync(exported);
  expect(await recordings.cleaner.run()).toBe(BYTES);
  await recordings.close();
  folder.remove();
});
