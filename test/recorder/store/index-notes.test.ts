import { describe, expect, it } from "vitest";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

describe.each(databases)("what recorders hand to one another of an index in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;
  const all = { take: 100, skip: 0 };

  it.skipIf(skip)("lists ended motion page by page, and removes it of the streams that are named", async () => {
    const put = (streamId: string, atMs: number, stopMs: number | null) =>
      own.index.putEvent({ streamId, startMs: START + atMs, stopMs, score: 0.5 });
    await put("a", 3000, START + 4000.5);
    await put("a", 1000, START + 2000);
    await put("b", 1000, START + 2000);
    await put("a", 5000, null);
    const starts = async (page = all, of = ["a", "none"]) =>
      (await own.index.endedMotion(of, page)).map(({ startMs }) => startMs - START);
    expect([await starts(), await starts({ take: 1, skip: 0 }), await starts({ take: 5, skip: 1 })]).toEqual([
      [3000, 1000],
      [3000],
      [1000],
    ]);
    expect([await starts(all, []), await own.index.removeMotion([], [1])]).toEqual([[], 0]);
    const ids = (await own.index.endedMotion(["a", "b"], all)).map(({ id }) => id);
    expect(await own.index.removeMotion(["a"], ids)).toBe(2);
    expect(await own.index.removeMotion(["a"], ids)).toBe(0);
    expect([await starts(), await starts(all, ["b"])]).toEqual([[], [1000]]);
    expect(await own.index.events(["a"], START, START * 2)).toMatchObject([{ stopMs: null }]);
  });

  it.skipIf(skip)("lists, joins and removes the times in which motion was watched", async () => {
    const stretch = { streamId: "w", startMs: START + 0.25, stopMs: START + 1000 };
    for (const stopMs of [stretch.stopMs, START + 500, START + 2000.5])
      await own.index.putWatched({ ...stretch, stopMs });
    await own.index.putWatched({ streamId: "v", startMs: START, stopMs: START + 1 });
    const longest = { ...stretch, stopMs: START + 2000.5 };
    expect(await own.index.watchedStretches(["w"], all)).toEqual([longest]);
    expect(
      (await own.index.watchedStretches(["w", "v"], { take: 1, skip: 1 })).map(({ streamId }) => streamId),
    ).toEqual(["w"]);
    expect(await own.index.watchedStretches([], all)).toEqual([]);
    expect([await own.index.removeWatched(longest), await own.index.removeWatched(longest)]).toEqual([true, false]);
    expect(await own.index.watchedStretches(["w", "v"], all)).toHaveLength(1);
  });

  it.skipIf(skip)("has a mark of another recorder once, and keeps who made it", async () => {
    const made = { createdMs: 5, createdBy: "u", author: "mona" };
    const lock = { streamId: "m", fromMs: START, toMs: START + MINUTE, note: "case", ...made };
    const bookmark = { streamId: "m", timeMs: START, stopMs: START + 1, text: "van", ...made };
    const [first, second] = [await own.index.giveLock(lock, "x 1"), await own.index.giveLock(lock, "x 2")];
    expect(await own.index.giveLock(lock, "x 1")).toBeNull();
    expect(await own.index.locks()).toEqual([first, second].map((id) => ({ id, ...lock })));
    const id = await own.index.giveBookmark(bookmark, "x 1");
    expect(await own.index.giveBookmark({ ...bookmark, text: "other" }, "x 1")).toBeNull();
    expect(await own.index.bookmarks(START, START + 1)).toEqual([{ id, ...bookmark }]);
    // Those that are made here have no name elsewhere, and are as many as are made.
    for (let at = 0; at < 2; at++) await own.index.addBookmark(bookmark);
    expect(await own.index.bookmarks(START, START + 1)).toHaveLength(3);
    expect(await own.index.givenMarks("lock")).toEqual(new Set([first, second]));
    expect(await own.index.givenMarks("bookmark")).toEqual(new Set([id]));
  });
});
