import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/keeping/replaced-index.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { temporaryFolder } from "#test/recorder/recording/fixture.ts";

const putMarks = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock("#recorder/recording/keeping/salvaged-marks.ts", async (original) => ({
  ...(await original<object>()),
  putMarks,
}));

test("marks that do not go into the new index keep no recorder from starting; it is said that none was taken over", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder.dir, INDEX_FILE), "this is not a database".repeat(300));
  putMarks.mockRejectedValue(new Error("database is locked"));
  const replaced: ReplacedIndex[] = [];
  const index = await openOrReplaceIndex({ recordingsDir: folder.dir }, 7, (one) => replaced.push(one));
  expect(putMarks).toHaveBeenCalledOnce();
  expect(replaced).toEqual([{ aside: `${INDEX_FILE}.damaged-7`, locks: 0, bookmarks: 0, whole: false }]);
  // New recordings go into it.
  await index.claimStream("yard", "camera");
  expect(await index.usage()).toMatchObject([{ streamId: "yard" }]);
  await index.close();
  folder.remove();
});
