import { describe, expect, it } from "vitest";
import { encodeFragments } from "#recorder/recording/index/fragment-index.ts";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

const HOUR = 60 * MINUTE;

describe.each(databases)("the index of recordings in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;

  it.skipIf(skip)("keeps segments while they grow and when they are closed", async () => {
    await own.index.claimStream("a", "camera-a");
    await own.index.claimStream("a", "camera-b");
    const id = await own.index.createSegment({ streamId: "a", startMs: START + 0.5, file: "a/open.mp4" });
    await own.index.progressSegments([{ id, endMs: START + 2000.75, bytes: 100, frames: 30 }]);
    expect(await own.index.openSegments()).toEqual([
      {
        id,
        streamId: "a",
        startMs: START + 0.5,
        endMs: START + 2000.75,
        volume: "",
        file: "a/open.mp4",
        bytes: 100,
        frames: 30,
        closed: false,
      },
    ]);
    expect(await own.index.fragments(id)).toBeNull();
    const data = new Uint8Array([0, 255, 128, 7]);
    const row = { id, startMs: START + 0.5, endMs: START + MINUTE, bytes: 200, frames: 60 };
    await own.index.closeSegment({ ...row, fragments: data });
    await own.index.closeSegment({ ...row, fragments: data });
    await own.index.progressSegments([{ id, endMs: 0, bytes: 0, frames: 0 }]);
    expect(await own.index.segmentAt("a", START + 10)).toMatchObject({ id, bytes: 200, closed: true });
    expect(new Uint8Array((await own.index.fragments(id)) ?? [])).toEqual(data);
    expect(await own.index.usage()).toEqual([
      {
        streamId: "a",
        cameraId: "camera-b",
        bytes: 200,
        recordedMs: MINUTE - 0.5,
        segments: 1,
        firstMs: START + 0.5,
        lastMs: START + MINUTE,
      },
    ]);
    await own.index.removeSegments([id]);
    expect(await own.index.usage()).toMatchObject([{ bytes: 0, recordedMs: 0, segments: 0, firstMs: 0, lastMs: 0 }]);
  });

  it.skipIf(skip)("finds them by time, as runs, by day and by age", async () => {
    for (const minute of [0, 1, 2, 10, 11, 1440]) await own.closed("b", minute);
    const open = await own.index.createSegment({
      streamId: "b",
      startMs: START + 1441 * MINUTE + 1,
      file: "b/open.mp4",
    });
    expect(await own.index.segmentAt("b", START)).toBeNull();
    expect(await own.index.segmentAfter("b", START + 2.5 * MINUTE)).toMatchObject({
      file: "b/10.mp4",
      bytes: 5_000_000_000,
    });
    const between = await own.index.segmentsBetween("b", START + 1.5 * MINUTE, START + 10.5 * MINUTE);
    expect(between.map(({ file }) => file)).toEqual(["b/1.mp4", "b/2.mp4", "b/10.mp4"]);
    const runs = await own.index.archives("b", START, START + 20 * MINUTE);
    expect(runs).toEqual([
      { streamId: "b", startMs: START + 0.25, endMs: START + 3 * MINUTE + 0.125, active: false },
      { streamId: "b", startMs: START + 10 * MINUTE + 0.25, endMs: START + 12 * MINUTE + 0.125, active: false },
    ]);
    const newest = await own.index.archivesBefore("b", START + 2000 * MINUTE, 2);
    expect(newest.map(({ startMs, active }) => [startMs, active])).toEqual([
      [START + 1440 * MINUTE + 0.25, true],
      [START + 10 * MINUTE + 0.25, false],
    ]);
    expect([...(await own.index.archivesPerDay(["b"], "UTC"))]).toEqual(
      expect.arrayContaining([
        ["2026-03-01", 5],
        ["2026-03-02", 2],
      ]),
    );
    const later = await own.index.archivesBefore("b", START + 2000 * MINUTE, 9, START + 11.5 * MINUTE);
    expect(later.map(({ startMs }) => startMs)).toEqual([START + 1440 * MINUTE + 0.25, START + 11 * MINUTE + 0.25]);
    const tenTo = { fromMs: START + 10 * MINUTE, toMs: START + 1440 * MINUTE };
    expect([...(await own.index.archivesPerDay(["b"], "UTC", tenTo))]).toEqual([["2026-03-01", 2]]);
    expect((await own.index.archivesPerDay(null, "America/New_York")).get("2026-02-28")).toBe(5);
    const sums = await own.index.recordedBetween(START, START + 5 * MINUTE);
    expect(sums).toEqual([{ streamId: "b", bytes: 15_000_000_000, recordedMs: 3 * (MINUTE - 0.125) }]);
    const lock = await own.index.addLock({
      streamId: "b",
      fromMs: START,
      toMs: START + MINUTE,
      note: "theft",
      createdMs: 1,
    });
    expect((await own.index.oldestSegments("b", 2)).map(({ file }) => file)).toEqual(["b/1.mp4", "b/2.mp4"]);
    expect(await own.index.locks()).toMatchObject([{ id: lock, note: "theft" }]);
    expect([await own.index.removeLock(lock), await own.index.removeLock(lock)]).toEqual([true, false]);
    expect(await own.index.oldestSegments("b", 100)).toHaveLength(6);
    expect((await own.index.allSegments(0, 3)).length).toBe(3);
    await expect(own.closed("b", 0)).rejects.toThrow();
    await own.index.removeSegments([open]);
  });

  it.skipIf(skip)(
    "counts by a zone's days, of 23 and 25 hours too, and parts of a day at the ends of a range",
    async () => {
      const spring = Date.UTC(2026, 2, 28, 22, 59);
      // The last minute of the 28th in Berlin, the first of the 29th, its last one (22:59 here is 21:59 there), the 30th's first.
      for (const startMs of [spring, spring + MINUTE, spring + 23 * HOUR, spring + 23 * HOUR + MINUTE])
        await own.index.insertClosed(
          { streamId: "d", startMs, endMs: startMs + MINUTE, file: `d/${startMs}.mp4`, bytes: 1, frames: 1 },
          new Uint8Array(),
        );
      const asked = async (fromMs: number, toMs: number, streams = ["d"]) => [
        ...(await own.index.archivesPerDay(streams, "Europe/Berlin", { fromMs, toMs })),
      ];
      const days = [
        ["2026-03-28", 1],
        ["2026-03-29", 2],
        ["2026-03-30", 1],
      ];
      expect(await asked(0, spring + 400 * 24 * HOUR)).toEqual(days);
      expect(await asked(spring + MINUTE, spring + 23 * HOUR)).toEqual([["2026-03-29", 1]]);
      expect(await asked(spring - 1000 * 24 * HOUR, spring)).toEqual([]);
      expect(await asked(0, spring, ["nobody's"])).toEqual([]);
    },
  );

  it.skipIf(skip)("takes many writers at once", async () => {
    // When SQLite waits for another connection, it blocks the process: therefore the writers share one connection, as
    // in each of our processes.
    const { index } = own;
    const second = await own.openAgain();
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? index : second).createSegment({ streamId: `w${i % 4}`, startMs: START + i, file: `w/${i}.mp4` }),
      ),
    );
    await Promise.all(
      [index, second].map((one, which) =>
        one.progressSegments(
          ids.filter((_, i) => i % 2 === which).map((id) => ({ id, endMs: START + 9, bytes: 10, frames: 1 })),
        ),
      ),
    );
    await Promise.all([second.removeSegments(ids.slice(0, 20)), own.index.removeSegments(ids.slice(20).reverse())]);
    const left = (await second.usage()).filter(({ streamId }) => streamId.startsWith("w"));
    expect(left.map(({ bytes, segments }) => [bytes, segments])).toEqual(left.map(() => [0, 0]));
    expect(left).toHaveLength(4);
    if (second !== index) await second.close();
  });

  it.skipIf(skip)("of a time that a stream lived twice shows what was written last, and knows every file", async () => {
    const entry = { durationMs: 1000, bytes: 100, headerBytes: 10, keyBytes: 20, videoSamples: 15, audioSamples: 0 };
    const ten = (startMs: number) =>
      encodeFragments(
        startMs,
        Array.from({ length: 10 }, (_, at) => ({ ...entry, wallMs: startMs + at * 1000, offset: at * 100 })),
      );
    const put = (from: number) => {
      const row = { startMs: START + from, endMs: START + from + 10_000, bytes: 1000, frames: 150 };
      return own.index.insertClosed({ streamId: "twice", file: `twice/${from}.mp4`, ...row }, ten(row.startMs));
    };
    for (const from of [0, 10_000, 20_000]) await put(from);
    const id = await own.index.createSegment({ streamId: "twice", startMs: START + 5500, file: "twice/again.mp4" });
    const spans = async () =>
      (await own.index.segmentsBetween("twice", START, START + MINUTE)).map(({ startMs, endMs, frames }) => [
        startMs - START,
        endMs - START,
        frames,
      ]);
    await own.index.progressSegments([{ id, endMs: START + 12_000, bytes: 100, frames: 90 }]);
    expect(await spans()).toEqual([
      [0, 5000, 75],
      [5500, 12_000, 90],
      [12_000, 20_000, 120],
      [20_000, 30_000, 150],
    ]);
    const progress = { id, endMs: START + 21_500, bytes: 100, frames: 240 };
    await own.index.closeSegment({ ...progress, startMs: START + 5500, fragments: ten(START + 5500) });
    expect(await spans()).toEqual([
      [0, 5000, 75],
      [5500, 21_500, 240],
      [22_000, 30_000, 120],
    ]);
    const usage = (await own.index.usage()).find(({ streamId }) => streamId === "twice");
    expect(usage).toMatchObject({
      segments: 4,
      bytes: 3100,
      recordedMs: 29_000,
      firstMs: START,
      lastMs: START + 30_000,
    });
    expect((await own.index.segmentAt("twice", START + 13_000))?.id).toBe(id);
    expect(await own.index.archives("twice", START, START + MINUTE)).toHaveLength(1);
    expect(await own.index.oldestSegments("twice", 10)).toHaveLength(4);
    expect(await own.index.filesBetween("twice", START, START + MINUTE)).toHaveLength(4);
    const all = await own.index.filesBetween("twice", START, START + MINUTE);
    await own.index.removeSegments(all.map((row) => row.id));
  });
});
