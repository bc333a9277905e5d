import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

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

async function indexEvents(house: TestHouse): Promise<string[]> {
  const all = await house.services.journal.events({ startMs: 0, stopMs: Date.now() + 1000, count: 9 });
  return all.flatMap(({ type, message }) => (type === "Index Replaced" ? [message] : []));
}

/** A recorder's folder whose index is missing or empty. */
async function withoutIndex(isEmpty: boolean, isRecorded: boolean): Promise<string> {
  const { folder, recorder } = await TestHouse.open();
  await recorder.close();
  const recordings = join(folder, "recordings");
  for (const tail of ["", "-wal", "-shm"]) rmSync(join(recordings, INDEX_FILE + tail), { force: true });
  if (isEmpty) writeFileSync(join(recordings, INDEX_FILE), "");
  const hour = join(recordings, "yard", "2026-06-01", "12");
  mkdirSync(hour, { recursive: true });
  if (isRecorded) writeFileSync(join(hour, "1780315200000.mp4"), "video");
  return folder;
}

it.each([
  ["missing", false],
  ["empty", true],
])(
  "an index that is %s is made anew: the report says that its marks are lost, once, where something was recorded",
  async (_name, isEmpty) => {
    for (const isRecorded of [true, false]) {
      const folder = await withoutIndex(isEmpty, isRecorded);
      const first = await TestHouse.open({}, folder);
      const said = isRecorded ? [expect.stringContaining("Evidence locks and bookmarks that it held are lost")] : [];
      expect(await indexEvents(first)).toEqual(said);
      // `media` adds the stream.
      await first.services.index.claimStream("yard", "camera");
      await first.recorder.close();
      const second = await TestHouse.open({}, folder);
      expect(await indexEvents(second)).toEqual(said);
      await second.recorder.close();
      rmSync(folder, { recursive: true });
    }
  },
);
