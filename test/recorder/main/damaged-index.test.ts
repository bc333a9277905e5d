import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INDEX_FILE } from "#recorder/recording/sqlite-index.ts";
import { expect, it } from "vitest";
import { TestHouse } from "../http/test-house.ts";

it("a recorder whose index of recordings is damaged starts with a new one, and the report says so", async () => {
  const before = await TestHouse.open();
  const recordings = join(before.folder, "recordings");
  await before.recorder.close();
  for (const tail of ["-wal", "-shm"]) rmSync(join(recordings, INDEX_FILE + tail), { force: true });
  writeFileSync(join(recordings, INDEX_FILE), "this is not a database at all".repeat(300));

  const house = await TestHouse.open({}, before.folder);
  const aside = readdirSync(recordings).find((name) => name.startsWith(`${INDEX_FILE}.damaged-`));
  expect(await house.services.index.usage()).toEqual([]);
  const events = await house.services.journal.events({ startMs: 0, stopMs: Date.now() + 1000, count: 9 });
  expect(events.find(({ type }) => type === "Index Replaced")?.message).toContain(aside ?? "no file");
  await house.recorder.close();
  rmSync(before.folder, { recursive: true });
});
