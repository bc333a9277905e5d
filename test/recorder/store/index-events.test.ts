import { describe, expect, it } from "vitest";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

describe.each(databases)("events and bookmarks of the index in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;

  it.skipIf(skip)("ends the open events of some streams, or of all but some", async () => {
    const open = async (): Promise<string[]> =>
      (await own.index.events(null, 0, START * 2)).flatMap(({ streamId, stopMs }) => (stopMs === null ? streamId : []));
    for (const streamId of ["e1", "e2", "e3", "e4"])
      await own.index.putEvent({ streamId, startMs: START, stopMs: null, score: 0 });
    await own.index.closeOpenEvents({ only: [] });
    expect(await open()).toEqual(["e1", "e2", "e3", "e4"]);
    await own.index.closeOpenEvents({ only: ["e1", "other"] });
    expect(await open()).toEqual(["e2", "e3", "e4"]);
    await own.index.closeOpenEvents({ but: ["e3", "other"] });
    expect(await open()).toEqual(["e3"]);
    await own.index.closeOpenEvents({ but: [] });
    expect(await open()).toEqual([]);
  });

  it.skipIf(skip)("keeps events and bookmarks", async () => {
    await own.closed("c", 0);
    await own.index.putEvent({ streamId: "c", startMs: START + 1000, stopMs: null, score: 0 });
    await own.index.putEvent({ streamId: "c", startMs: START + 1000, stopMs: START + 2000, score: 0.5 });
    await own.index.putEvent({ streamId: "c", startMs: START + 5000, stopMs: null, score: 0 });
    await own.index.putEvent({ streamId: "c", startMs: START - MINUTE * 60, stopMs: START, score: 0 });
    await own.index.closeOpenEvents();
    const stops = (await own.index.events(["c"], START, START + MINUTE)).map(({ startMs, stopMs }) => [
      startMs,
      stopMs,
    ]);
    expect(stops).toEqual([
      [START + 1000, START + 2000],
      [START + 5000, START + MINUTE + 0.125],
    ]);
    // Cut at both ends of the requested range, by stream.
    const motion = async (fromMs: number, toMs: number, nowMs = START + 2 * MINUTE) =>
      Object.fromEntries(await own.index.motionBetween(fromMs, toMs, nowMs));
    await own.index.putEvent({ streamId: "d", startMs: START + 30_000, stopMs: null, score: 0 });
    expect(await motion(START + 1500.5, START + 5500)).toEqual({ c: 999.5 });
    expect(await motion(START, START + MINUTE)).toEqual({ c: 1000 + 55_000, d: 30_000 });
    // An open event counts until now, and not at all before its start.
    expect(await motion(START + 20_000, START + MINUTE, START + 31_000)).toEqual({ c: 40_000, d: 1000 });
    expect(await motion(START + 20_000, START + MINUTE, START + 29_000)).toEqual({ c: 40_000 });
    expect(await motion(START + 2 * MINUTE, START + 3 * MINUTE, START + 2 * MINUTE)).toEqual({});
    const starting = (fromMs: number, toMs: number, from: "oldest" | "newest") =>
      own.index.events(["c"], fromMs, toMs, { count: 1, from, starting: true });
    expect(await starting(START + 1001, START + MINUTE, "oldest")).toMatchObject([{ startMs: START + 5000 }]);
    expect(await starting(0, START + 1000, "newest")).toMatchObject([{ startMs: START - MINUTE * 60 }]);
    expect(await own.index.pruneEvents()).toBe(1);
    const id = await own.index.addBookmark({ streamId: null, timeMs: START, text: "here", createdMs: 2 });
    expect(await own.index.bookmarks(START, START + 1)).toEqual([
      {
        id,
        streamId: null,
        timeMs: START,
        stopMs: START,
        text: "here",
        createdMs: 2,
        createdBy: "",
        author: "",
        changedMs: 2,
      },
    ]);
    expect(await own.index.removeBookmark(id)).toBe(true);
    await own.index.addBookmark({
      streamId: "c",
      timeMs: START,
      stopMs: START + 500,
      text: "",
      createdMs: 2,
      createdBy: "u",
    });
    expect(await own.index.bookmarks(START + 400, START + 401)).toMatchObject([
      { stopMs: START + 500, createdBy: "u" },
    ]);
  });

  it.skipIf(skip)("counts the events that touch each bin, as counting them one by one does", async () => {
    const from = START + 10_000 * MINUTE;
    let seed = 20;
    const random = (most: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed / 2 ** 32) * most;
    };
    const streamIds = ["count-a", "count-b", "count-none"];
    for (let i = 0; i < 400; i++) {
      // Half of them are exactly on the edges of bins.
      const exact = (value: number): number => (i % 2 === 0 ? Math.floor(value / 1000) * 1000 : value);
      const startMs = from + exact(random(120_000) - 20_000);
      const stopMs = i % 50 === 0 ? null : startMs + exact(random(30_000));
      await own.index.putEvent({ streamId: i % 3 === 0 ? "count-a" : "count-b", startMs, stopMs, score: 0 });
    }
    // An open event that started before the bins: it does not count in bins of the future.
    await own.index.putEvent({ streamId: "count-a", startMs: from - 5000, stopMs: null, score: 0 });
    for (const [fromMs, toMs, segmentMs, nowMs] of [
      [from, from + 90_000, 1000, from + 95_000],
      [from + 0.5, from + 89_999, 1000, from + 40_000],
      [from + 250, from + 70_001, 1777, from - 500],
      [from, from + 1, 1000, from + 10],
      [from + 5000, from + 6000, 999_999_999, from + 95_000],
      [0, from + 200_000, Math.ceil((from + 200_000) / 10_000), from + 95_000],
    ] as const) {
      const count = Math.ceil((toMs - fromMs) / segmentMs);
      const expected = new Map<string, number[]>();
      for (const { streamId, startMs, stopMs } of await own.index.events(streamIds, fromMs, toMs)) {
        const own = expected.get(streamId) ?? Array.from({ length: count }, () => 0);
        const first = Math.max(0, Math.floor((startMs - fromMs) / segmentMs));
        const last = Math.min(count - 1, Math.floor(((stopMs ?? nowMs) - fromMs) / segmentMs));
        for (let bin = first; bin <= last; bin++) own[bin] = (own[bin] ?? 0) + 1;
        if (first <= last) expected.set(streamId, own);
      }
      const bins = { fromMs, toMs, segmentMs, count };
      expect(new Map(await own.index.countEvents(streamIds, bins, nowMs)), JSON.stringify(bins)).toEqual(expected);
    }
    expect((await own.index.countEvents([], { fromMs: 0, toMs: 1, segmentMs: 1, count: 1 }, 0)).size).toBe(0);
  });
});
