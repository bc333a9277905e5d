import { describe, expect, it } from "vitest";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

const DIGEST = new Uint8Array(32).fill(7);

describe.each(databases)("what thinning out asks of an index in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;
  const at = (minute: number): number => START + minute * MINUTE;
  const put = (streamId: string, minute: number, name = `${minute}.mp4`): Promise<number> =>
    own.index.insertClosed(
      {
        streamId,
        startMs: at(minute),
        endMs: at(minute + 1),
        file: `${encodeURIComponent(streamId).replace(".", "%2E")}/${name}`,
        bytes: 100,
        frames: 1,
      },
      new Uint8Array([0]),
    );
  const due = async (streamId: string, from = 0, before = 99): Promise<string[]> =>
    (await own.index.filesToThin({ streamId, fromMs: at(from), beforeMs: at(before) }, 99)).map(({ file }) => file);
  const piece = (streamId: string, name: string, from: number, to: number) => ({
    row: { streamId, startMs: at(from), endMs: at(to), file: `${streamId}/${name}`, bytes: 10, frames: 1 },
    fragments: new Uint8Array([1]),
    sha256: DIGEST,
  });

  it.skipIf(skip)(
    "names what is old enough and whole, not what is locked, damaged, copied, open or thinned",
    async () => {
      const ids = [];
      for (let minute = 0; minute < 6; minute++) ids.push(await put("a.b", minute));
      await put("a.b", 6, "6.k.mp4");
      await put("a.b", 7, "7.m0.mp4");
      await own.index.createSegment({ streamId: "a.b", startMs: at(8), file: "a%2Eb/8.mp4" });
      expect(await due("a.b")).toEqual([0, 1, 2, 3, 4, 5].map((minute) => `a%2Eb/${minute}.mp4`));
      expect(await due("a.b", 1, 3)).toEqual(["a%2Eb/1.mp4", "a%2Eb/2.mp4"]);
      const lock = await own.index.addLock({
        streamId: null,
        fromMs: at(1.5),
        toMs: at(1.6),
        note: "",
        createdMs: 1,
      });
      await own.index.setDamage(ids[2] ?? 0, "short", 1);
      const object = { key: "k", version: "v", streamId: "a.b", startMs: at(3), endMs: at(4), bytes: 1, files: 1 };
      await own.index.addObject({ ...object, head: "{}", isHeld: false }, [{ segment: ids[3] ?? 0, offset: 0 }]);
      expect(await due("a.b")).toEqual([0, 4, 5].map((minute) => `a%2Eb/${minute}.mp4`));
      expect(await own.index.sumToThin({ streamId: "a.b", fromMs: 0, beforeMs: at(99) })).toEqual({
        files: 3,
        bytes: 300,
        recordedMs: 3 * MINUTE,
        isMore: false,
      });
      await own.index.removeLock(lock);
      expect(await due("a.b", 1, 2)).toEqual(["a%2Eb/1.mp4"]);
    },
  );

  it.skipIf(skip)("puts what stays in the place of a file, all at once and with its sums, or not at all", async () => {
    const id = await put("r", 0);
    const before = await own.index.segment(id);
    if (!before) throw new Error("it is not there");
    const usage = async () => (await own.index.usage()).find(({ streamId }) => streamId === "r");
    const lock = await own.index.addLock({ streamId: "r", fromMs: at(0.5), toMs: at(0.6), note: "", createdMs: 1 });
    const pieces = [piece("r", "0.m0.mp4", 0.1, 0.2), piece("r", "0.m1.mp4", 0.5, 0.75)];
    expect(await own.index.replaceSegment(before, pieces)).toBe(false);
    await own.index.removeLock(lock);
    expect(await own.index.replaceSegment({ ...before, bytes: 99 }, pieces)).toBe(false);
    expect(await own.index.segment(id)).toEqual(before);
    // The second has the name of a file that is there: nothing is done.
    await put("r", 9, "taken.k.mp4");
    const clash = [piece("r", "0.k.mp4", 0, 1), piece("r", "taken.k.mp4", 0, 1)];
    await expect(own.index.replaceSegment(before, clash)).rejects.toThrow();
    expect(await own.index.segment(id)).toEqual(before);
    expect(await usage()).toMatchObject({ bytes: 200, segments: 2, recordedMs: 2 * MINUTE });
    expect(await own.index.replaceSegment(before, pieces)).toBe(true);
    expect(await own.index.segment(id)).toBeNull();
    expect(await usage()).toMatchObject({ bytes: 120, segments: 3, firstMs: at(0.1) });
    expect((await own.index.archives("r", at(0), at(1))).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [at(0.1), at(0.2)],
      [at(0.5), at(0.75)],
    ]);
    const [first] = await own.index.filesBetween("r", at(0), at(1));
    expect([...((await own.index.fileFacts(first?.id ?? 0))?.sha256 ?? [])]).toEqual([...DIGEST]);
    expect(await own.index.replaceSegment(before, [])).toBe(false);
  });

  it.skipIf(skip)("finds motion that reaches into a time, however long it lasts", async () => {
    for (const [startMs, stopMs] of [
      [at(0), at(1)],
      [at(2), at(2000)],
      [at(2001), at(2002)],
      [at(2003), null],
    ] as const)
      await own.index.putEvent({ streamId: "m", startMs, stopMs, score: 0 });
    const found = async (from: number, to: number) =>
      (await own.index.motionIn(["m", "none"], at(from), at(to))).map(({ startMs, stopMs }) => [
        (startMs - START) / MINUTE,
        (stopMs - START) / MINUTE,
      ]);
    expect(await found(1, 2)).toEqual([]);
    expect(await found(1500, 1501)).toEqual([[2, 2000]]);
    expect(await found(0.5, 2.5)).toEqual([
      [0, 1],
      [2, 2000],
    ]);
    expect(await found(2000, 2010)).toEqual([
      [2001, 2002],
      [2003, 2010],
    ]);
  });

  it.skipIf(skip)("knows when motion was watched, and where nobody did", async () => {
    const note = (minute: number, ...streams: string[]) => own.index.noteWatched(streams, at(minute), MINUTE);
    const found = async (streams: string[], from: number, to: number) =>
      (await own.index.watched(streams, at(from), at(to))).map(({ startMs, stopMs }) => [
        (startMs - START) / MINUTE,
        (stopMs - START) / MINUTE,
      ]);
    for (const minute of [0, 0.5, 1, 1.5]) await note(minute, "w1", "w2");
    await note(2, "w2");
    for (const minute of [5, 6]) await note(minute, "w1");
    await note(7);
    expect(await found(["w1"], 0, 99)).toEqual([
      [0, 1.5],
      [5, 6],
    ]);
    expect(await found(["w1", "w2"], 1.7, 5.5)).toEqual([
      [0, 2],
      [5, 6],
    ]);
    // A clock that was set back: what was watched then is watched again.
    await note(5.5, "w1");
    expect(await found(["w1"], 5.6, 5.7)).toEqual([[5, 6]]);
    await own.index.pruneEvents();
  });
});
