import { afterEach, describe, expect, it, vi } from "vitest";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

describe.each(databases)("what recorders hand to one another of an index in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;
  const all = { take: 100, skip: 0 };
  afterEach(() => vi.useRealTimers());

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
    expect(await own.index.locks()).toEqual([first, second].map((id) => ({ id, changedMs: 5, ...lock })));
    const id = await own.index.giveBookmark(bookmark, "x 1");
    expect(await own.index.giveBookmark({ ...bookmark, text: "other" }, "x 1")).toBeNull();
    expect(await own.index.bookmarks(START, START + 1)).toEqual([{ id, changedMs: 5, ...bookmark }]);
    // Those that are made here have no name elsewhere, and are as many as are made.
    for (let at = 0; at < 2; at++) await own.index.addBookmark(bookmark);
    expect(await own.index.bookmarks(START, START + 1)).toHaveLength(3);
    const given = async (kind: "lock" | "bookmark") =>
      (await own.index.changedMarks(kind, 0)).flatMap(({ name, isOwn }) => (isOwn ? [] : [name]));
    expect(await given("lock")).toEqual(["x 1", "x 2"]);
    expect(await given("bookmark")).toEqual(["x 1"]);
  });

  it.skipIf(skip)(
    "tells what was made, changed and removed, in that order; and of what is told the later change holds",
    async () => {
      // All of it within one millisecond: each change still comes after the one before.
      vi.useFakeTimers({ toFake: ["Date"] });
      const { index } = own;
      const made = { createdMs: START, createdBy: "u", author: "mona" };
      const [ours, gone] = [
        await index.addLock({ streamId: "t", fromMs: START, toMs: START + 9, note: "ours", ...made }),
        await index.addLock({ streamId: "t", fromMs: START, toMs: START + 9, note: "gone", ...made }),
      ];
      await index.addLock({ streamId: null, fromMs: START, toMs: START + 9, note: "of all streams", ...made });
      const since = async (fromMs = 0) =>
        (await index.changedMarks("lock", fromMs)).filter(({ streamId }) => streamId === "t");
      const texts = async () => (await since()).map(({ mark }) => mark?.text ?? null);
      expect(await texts()).toEqual(["ours", "gone"]);
      expect(await index.removeLock(gone, START + 5)).toBe(true);
      expect(await index.removeLock(gone, START + 5)).toBe(false);
      expect(await since()).toMatchObject([
        { name: `${ours} ${START}`, isOwn: true, changedMs: START },
        { name: `${gone} ${START}`, isOwn: true, changedMs: START + 5, mark: null },
      ]);
      const told = (changedMs: number, text: string | null, streamId = "t") => ({
        streamId,
        changedMs,
        mark: text === null ? null : { startMs: START, stopMs: START + 9, text, ...made },
      });
      const name = (id: number) => ({ name: `here ${id} ${START}`, own: { id, createdMs: START } });
      const theirs = { name: "other 7 1", own: null };
      // Another one has changed ours, and what it knows of the one that is gone is older.
      expect(await index.takeInMark("lock", name(ours), told(START + 10, "renamed"))).toBe(ours);
      expect(await index.takeInMark("lock", name(ours), told(START + 9, "older"))).toBeNull();
      expect(await index.takeInMark("lock", name(ours), told(START + 99, null, "of another stream"))).toBeNull();
      expect(await index.takeInMark("lock", name(gone), told(START + 4, "back"))).toBeNull();
      const id = await index.takeInMark("lock", theirs, told(START + 1, "theirs"));
      expect(await texts()).toEqual([null, "renamed", "theirs"]);
      const before = (await since()).at(-1)?.notedMs ?? 0;
      // It is gone, and comes no more: not from whoever has handed it over, nor as it was.
      expect(await index.takeInMark("lock", theirs, told(START + 2, null))).toBe(id);
      expect(await index.takeInMark("lock", theirs, told(START + 1, "theirs"))).toBeNull();
      const lock = { streamId: "t", fromMs: START, toMs: START + 9, note: "again", ...made };
      expect(await index.giveLock(lock, theirs.name)).toBeNull();
      expect(await since(before + 1)).toMatchObject([{ name: "other 7 1", isOwn: false, mark: null }]);
      // Unless it was changed later than it was removed.
      expect(await index.takeInMark("lock", theirs, told(START + 3, "kept"))).not.toBeNull();
      expect(await texts()).toEqual([null, "renamed", "kept"]);
      expect((await index.locks()).map(({ note }) => note)).toContain("kept");
    },
  );
});
