import { DAY_MS } from "#domain/timeline/zone.ts";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Cleaner } from "#recorder/recording/keeping/cleaner.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oneFolder, temporaryFolder } from "#test/recorder/recording/fixture.ts";

const NOW = Date.UTC(2026, 5, 30);
const BYTES = 10_000;
const HOUR_MS = 3_600_000;

describe("cleaner", () => {
  let folder: { dir: string; remove: () => void };
  let index: RecordingIndex;
  let capacity: number;
  beforeEach(async () => {
    folder = temporaryFolder();
    index = await openSqliteIndex(folder.dir);
    capacity = 1_000_000;
  });
  afterEach(async () => {
    await index.close();
    folder.remove();
  });

  async function segment(streamId: string, startMs: number, closed = true): Promise<string> {
    const iso = new Date(startMs).toISOString();
    const file = `${streamId}/${iso.slice(0, 10)}/${iso.slice(11, 13)}/${startMs}.mp4`;
    await mkdir(dirname(join(folder.dir, file)), { recursive: true });
    await writeFile(join(folder.dir, file), Buffer.alloc(BYTES));
    const row = { streamId, startMs, endMs: startMs + 60_000, file, bytes: BYTES, frames: 1 };
    if (closed) await index.insertClosed(row, Buffer.alloc(4, 1));
    else {
      const id = await index.createSegment(row);
      await index.progressSegments([{ id, endMs: row.endMs, bytes: BYTES, frames: 1 }]);
    }
    return file;
  }

  function cleaner(batch = 3): Cleaner {
    const space = async () => {
      const used = (await index.usage()).reduce((sum, stream) => sum + stream.bytes, 0);
      return { capacityBytes: capacity, freeBytes: capacity - used, unavailableBytes: 0 };
    };
    return new Cleaner({ volumes: () => [oneFolder(folder.dir, space)], index, now: () => NOW, batch });
  }

  async function days(streamId: string): Promise<number> {
    return (await index.usage()).find((stream) => stream.streamId === streamId)?.segments ?? 0;
  }

  it("keeps to the threshold, oldest first, and to overrides, locks and files being written", async () => {
    for (let day = 40; day >= 1; day--) {
      await segment("a", NOW - day * DAY_MS);
      await segment("b", NOW - day * DAY_MS);
    }
    const locked = await segment("c", NOW - 100 * DAY_MS);
    await index.addLock({
      streamId: "c",
      fromMs: NOW - 100 * DAY_MS,
      toMs: NOW - 100 * DAY_MS + 1000,
      note: "",
      createdMs: NOW,
    });
    const open = await segment("d", NOW - 90 * DAY_MS, false);
    const deleted = await segment("deleted", NOW - 50 * DAY_MS);
    const subject = cleaner();
    subject.setPolicy({
      ...DEFAULT_POLICY,
      streams: [
        { streamId: "a", minimumMs: 30 * DAY_MS },
        { streamId: "b", minimumMs: null },
        { streamId: "c", minimumMs: null },
        { streamId: "d", minimumMs: null },
      ],
    });
    capacity = 1_000_000; // 83 files of 10 000, threshold at 85
    expect(await subject.run()).toBe(0);
    capacity = 600_000; // 51 files may remain
    expect(await subject.run()).toBe(32 * BYTES);
    expect(await days("deleted")).toBe(0);
    expect(existsSync(join(folder.dir, deleted))).toBe(false);
    expect(await days("a")).toBe(30);
    expect(await days("b")).toBe(19);
    expect(existsSync(join(folder.dir, locked))).toBe(true);
    expect(existsSync(join(folder.dir, open))).toBe(true);
    const onDisk = readdirSync(folder.dir, { recursive: true }).filter((name) => String(name).endsWith(".mp4"));
    const rows = await index.allSegments(0, 1000);
    expect(onDisk.map(String).sort()).toEqual(rows.map((row) => row.file).sort());
    // emptied folders of old hours are gone
    expect(readdirSync(join(folder.dir, "b"))).toHaveLength(19);
    await subject.close();
  });

  it("frees space on a full disk although an override promised it, but never what is locked", async () => {
    for (let day = 10; day >= 1; day--) await segment("a", NOW - day * DAY_MS);
    await index.addLock({
      streamId: null,
      fromMs: NOW - 10 * DAY_MS,
      toMs: NOW - 7.5 * DAY_MS,
      note: "",
      createdMs: NOW,
    });
    const subject = cleaner();
    subject.setPolicy({ ...DEFAULT_POLICY, cleaning: false, streams: [{ streamId: "a", minimumMs: 20 * DAY_MS }] });
    expect(await subject.run()).toBe(0);
    expect(await subject.relieve()).toBe(7 * BYTES);
    expect(await days("a")).toBe(3);
    expect(await subject.relieve()).toBe(0);
    await subject.close();
  });

  it("removes what is older than the licence allows, even where an override promises more; locked ranges stay", async () => {
    for (let day = 10; day >= 1; day--) {
      await segment("a", NOW - day * DAY_MS);
      await segment("b", NOW - day * DAY_MS + 1000);
    }
    await index.addLock({
      streamId: "b",
      fromMs: NOW - 10 * DAY_MS,
      toMs: NOW - 8.5 * DAY_MS,
      note: "",
      createdMs: NOW,
    });
    const subject = cleaner(3);
    const streams = [{ streamId: "a", minimumMs: 20 * DAY_MS }];
    subject.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 5.5 * DAY_MS, cleaning: false, streams });
    expect(await subject.run()).toBe(0);
    subject.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 5.5 * DAY_MS, streams });
    await subject.run();
    expect([await days("a"), await days("b")]).toEqual([5, 7]);
    await subject.close();
  });

  it("takes nothing for a clock that was set forward, unless the jump stands for half a day", async () => {
    for (let day = 5; day >= 1; day--) await segment("a", NOW - day * DAY_MS);
    let clockMs = NOW;
    let elapsedMs = 1000;
    const pass = (ms: number): void => {
      clockMs += ms;
      elapsedMs += ms;
    };
    const subject = new Cleaner({
      volumes: () => [
        oneFolder(folder.dir, async () => ({ capacityBytes: capacity, freeBytes: capacity, unavailableBytes: 0 })),
      ],
      index,
      now: () => clockMs,
      elapsed: () => elapsedMs,
    });
    subject.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 5.5 * DAY_MS });
    await subject.run();
    clockMs += 2 * DAY_MS;
    await subject.run();
    pass(11 * HOUR_MS);
    await subject.run();
    expect(await days("a")).toBe(5);
    // The clock is corrected, and then wrong again: half a day counts from the later jump.
    clockMs -= 2 * DAY_MS;
    await subject.run();
    clockMs += 2 * DAY_MS;
    await subject.run();
    pass(2 * HOUR_MS);
    await subject.run();
    // By the correct clock the oldest file has just become too old.
    expect(await days("a")).toBe(4);
    pass(10 * HOUR_MS);
    await subject.run();
    expect(await days("a")).toBe(2);
    await subject.close();
  });

  it("keeps equal days in many small rounds", async () => {
    for (let day = 30; day >= 1; day--) {
      await segment("a", NOW - day * DAY_MS);
      if (day <= 12) await segment("b", NOW - day * DAY_MS + 1000);
      await segment("c", NOW - day * DAY_MS + 2000);
    }
    const subject = cleaner(2);
    subject.setPolicy({ ...DEFAULT_POLICY, maxBytes: 24 * BYTES });
    await subject.run();
    expect([await days("a"), await days("b"), await days("c")]).toEqual([8, 8, 8]);
    await subject.close();
  });

  it("goes on with rows whose files somebody removed", async () => {
    const { rm } = await import("node:fs/promises");
    const file = await segment("a", NOW - 3 * DAY_MS);
    await segment("a", NOW - 2 * DAY_MS);
    await rm(join(folder.dir, file));
    const subject = cleaner();
    subject.setPolicy({ ...DEFAULT_POLICY, maxBytes: 0 });
    await subject.run();
    expect(await days("a")).toBe(0);
    await subject.close();
  });
});

it("goes on with the others where a file cannot be removed, and says so", async () => {
  const folder = temporaryFolder();
  const index = await openSqliteIndex(folder.dir);
  const add = async (day: number, isStuck: boolean): Promise<string> => {
    const startMs = NOW - day * DAY_MS;
    const file = `a/${day}/00/${startMs}.mp4`;
    const path = join(folder.dir, file);
    await mkdir(isStuck ? path : dirname(path), { recursive: true });
    if (!isStuck) await writeFile(path, Buffer.alloc(BYTES));
    await index.insertClosed(
      { streamId: "a", startMs, endMs: startMs + 60_000, file, bytes: BYTES, frames: 1 },
      Buffer.alloc(4, 1),
    );
    return path;
  };
  const stuck = await add(9, true);
  for (let day = 8; day >= 1; day--) await add(day, false);
  const space = async () => ({ capacityBytes: 1_000_000, freeBytes: 500_000, unavailableBytes: 0 });
  const subject = new Cleaner({ volumes: () => [oneFolder(folder.dir, space)], index, now: () => NOW, batch: 3 });
  const left = async (): Promise<number> => (await index.usage())[0]?.segments ?? 0;

  subject.setPolicy({ ...DEFAULT_POLICY, maxBytes: 6 * BYTES });
  await expect(subject.run()).rejects.toThrow(/EISDIR|EPERM/);
  expect(await left()).toBe(6);
  subject.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 3.5 * DAY_MS });
  await expect(subject.run()).rejects.toThrow(/EISDIR|EPERM/);
  expect(await left()).toBe(4);
  expect(await subject.relieve()).toBe(3 * BYTES);
  expect(existsSync(stuck)).toBe(true);
  await subject.close();
  await index.close();
  folder.remove();
});

describe("index", () => {
  it("counts days in the zone's own days, also when clocks change", async () => {
    const folder = temporaryFolder();
    const index = await openSqliteIndex(folder.dir);
    const add = (startMs: number, streamId = "a") =>
      index.insertClosed(
        { streamId, startMs, endMs: startMs + 3_600_000, file: `${streamId}/${startMs}`, bytes: 1, frames: 1 },
        Buffer.alloc(4, 1),
      );
    // Europe/Berlin: 2026-03-29 has 23 hours, from 2026-03-28T23:00Z to 2026-03-29T22:00Z
    const first = Date.UTC(2026, 2, 27);
    for (let at = first; at < Date.UTC(2026, 2, 31); at += 3_600_000) await add(at);
    await add(Date.UTC(2026, 2, 29), "b");
    const days = await index.archivesPerDay(["a"], "Europe/Berlin");
    expect(days.get("2026-03-28")).toBe(24);
    expect(days.get("2026-03-29")).toBe(23);
    expect(days.get("2026-03-30")).toBe(24);
    expect((await index.archivesPerDay(null, "Asia/Kathmandu")).get("2026-03-29")).toBe(25);
    const [whole] = await index.archivesBefore("a", Date.UTC(2027, 0), 10);
    expect([whole?.startMs, whole?.endMs]).toEqual([Date.UTC(2026, 2, 27), Date.UTC(2026, 2, 31)]);
    await index.close();
    folder.remove();
  });

  it("keeps events, neighbours, locks and bookmarks", async () => {
    const folder = temporaryFolder();
    const index = await openSqliteIndex(folder.dir);
    await index.putEvent({ streamId: "a", startMs: 1000, stopMs: null, score: 0 });
    await index.putEvent({ streamId: "a", startMs: 1000, stopMs: 3000, score: 0.5 });
    await index.putEvent({ streamId: "b", startMs: 5000, stopMs: null, score: 0 });
    expect(await index.events(["a"], 0, 2000)).toMatchObject([{ startMs: 1000, stopMs: 3000, score: 0.5 }]);
    expect(await index.events(null, 3500, 4000)).toEqual([]);
    expect(await index.events(null, 3500, 9000)).toMatchObject([{ streamId: "b", stopMs: null }]);
    const starting = (ids: string[], fromMs: number, toMs: number, from: "oldest" | "newest") =>
      index.events(ids, fromMs, toMs, { count: 1, from, starting: true });
    expect(await starting(["a", "b"], 1001, 9000, "oldest")).toMatchObject([{ startMs: 5000 }]);
    expect(await starting(["a", "b"], 0, 5000, "newest")).toMatchObject([{ startMs: 1000 }]);
    expect(await starting(["a"], 1001, 9000, "oldest")).toEqual([]);
    expect(await starting(["a"], 1000, 9000, "oldest")).toMatchObject([{ startMs: 1000 }]);
    expect(await index.events(null, 0, 9000, { count: 1, from: "newest" })).toMatchObject([{ streamId: "b" }]);
    expect(await index.events(null, 0, 9000, { count: 1, from: "oldest" })).toMatchObject([{ streamId: "a" }]);
    // Cut at both ends; an open event counts until now, and not at all before its start.
    expect(Object.fromEntries(await index.motionBetween(2500, 8000, 7000))).toEqual({ a: 500, b: 2000 });
    expect((await index.motionBetween(6000, 8000, 5500)).size).toBe(0);
    await index.closeOpenEvents();
    expect(await index.events(["b"], 0, 9000)).toMatchObject([{ stopMs: 5000 }]);
    const lock = await index.addLock({ streamId: null, fromMs: 1, toMs: 2, note: "case 7", createdMs: 3 });
    expect(await index.locks()).toMatchObject([{ id: lock, note: "case 7" }]);
    expect(await index.removeLock(lock)).toBe(true);
    expect(await index.removeLock(lock)).toBe(false);
    const mark = await index.addBookmark({ streamId: "a", timeMs: 10, text: "door", createdMs: 3 });
    expect(await index.bookmarks(0, 11)).toMatchObject([{ id: mark, text: "door" }]);
    expect(await index.bookmarks(11, 20)).toEqual([]);
    await index.close();
    folder.remove();
  });
});
