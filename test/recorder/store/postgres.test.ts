import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeFragments } from "#recorder/recording/fragment-index.ts";
import { openIndex } from "#recorder/recording/open-index.ts";
import type { RecordingIndex } from "#recorder/recording/recording-index.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { TestHouse } from "../http/test-house.ts";

/** `node scripts/postgres.mjs COMMAND` starts a server and sets this. */
const server = process.env.PROSCENIUM_TEST_POSTGRES ?? "";
const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 1);

/** A database of its own on the test server; answers its URL. */
async function newDatabase(): Promise<string> {
  const name = `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const db = new Kysely<unknown>({ dialect: await postgresDialect(server) });
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const databases = [
  { name: "SQLite", url: async () => "", skip: false },
  { name: "PostgreSQL (where PROSCENIUM_TEST_POSTGRES names a server)", url: newDatabase, skip: server === "" },
];

describe.each(databases)("the index of recordings in $name", ({ url, skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-index-"));
  let index: RecordingIndex;
  let databaseUrl = "";
  beforeAll(async () => {
    if (skip) return;
    databaseUrl = await url();
    index = await openIndex({ recordingsDir: folder, databaseUrl });
  });
  afterAll(async () => {
    await index?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const closed = (streamId: string, minute: number, fragments = new Uint8Array([1, 2, 3])) =>
    index.insertClosed(
      {
        streamId,
        startMs: START + minute * MINUTE + 0.25,
        endMs: START + (minute + 1) * MINUTE + 0.125,
        file: `${streamId}/${minute}.mp4`,
        bytes: 5_000_000_000,
        frames: 900,
      },
      fragments,
    );

  it.skipIf(skip)("keeps segments while they grow and when they are closed", async () => {
    await index.claimStream("a", "camera-a");
    await index.claimStream("a", "camera-b");
    const id = await index.createSegment({ streamId: "a", startMs: START + 0.5, file: "a/open.mp4" });
    await index.progressSegments([{ id, endMs: START + 2000.75, bytes: 100, frames: 30 }]);
    expect(await index.openSegments()).toEqual([
      {
        id,
        streamId: "a",
        startMs: START + 0.5,
        endMs: START + 2000.75,
        file: "a/open.mp4",
        bytes: 100,
        frames: 30,
        closed: false,
      },
    ]);
    expect(await index.fragments(id)).toBeNull();
    const data = new Uint8Array([0, 255, 128, 7]);
    const row = { id, startMs: START + 0.5, endMs: START + MINUTE, bytes: 200, frames: 60 };
    await index.closeSegment({ ...row, fragments: data });
    await index.closeSegment({ ...row, fragments: data });
    await index.progressSegments([{ id, endMs: 0, bytes: 0, frames: 0 }]);
    expect(await index.segmentAt("a", START + 10)).toMatchObject({ id, bytes: 200, closed: true });
    expect(new Uint8Array((await index.fragments(id)) ?? [])).toEqual(data);
    expect(await index.usage()).toEqual([
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
    await index.removeSegments([id]);
    expect(await index.usage()).toMatchObject([{ bytes: 0, recordedMs: 0, segments: 0, firstMs: 0, lastMs: 0 }]);
  });

  it.skipIf(skip)("finds them by time, as runs, by day and by age", async () => {
    for (const minute of [0, 1, 2, 10, 11, 1440]) await closed("b", minute);
    const open = await index.createSegment({ streamId: "b", startMs: START + 1441 * MINUTE + 1, file: "b/open.mp4" });
    expect(await index.segmentAt("b", START)).toBeNull();
    expect(await index.segmentAfter("b", START + 2.5 * MINUTE)).toMatchObject({
      file: "b/10.mp4",
      bytes: 5_000_000_000,
    });
    const between = await index.segmentsBetween("b", START + 1.5 * MINUTE, START + 10.5 * MINUTE);
    expect(between.map(({ file }) => file)).toEqual(["b/1.mp4", "b/2.mp4", "b/10.mp4"]);
    const runs = await index.archives("b", START, START + 20 * MINUTE);
    expect(runs).toEqual([
      { streamId: "b", startMs: START + 0.25, endMs: START + 3 * MINUTE + 0.125, active: false },
      { streamId: "b", startMs: START + 10 * MINUTE + 0.25, endMs: START + 12 * MINUTE + 0.125, active: false },
    ]);
    const newest = await index.archivesBefore("b", START + 2000 * MINUTE, 2);
    expect(newest.map(({ startMs, active }) => [startMs, active])).toEqual([
      [START + 1440 * MINUTE + 0.25, true],
      [START + 10 * MINUTE + 0.25, false],
    ]);
    expect([...(await index.archivesPerDay(["b"], "UTC"))]).toEqual(
      expect.arrayContaining([
        ["2026-03-01", 5],
        ["2026-03-02", 2],
      ]),
    );
    const later = await index.archivesBefore("b", START + 2000 * MINUTE, 9, START + 11.5 * MINUTE);
    expect(later.map(({ startMs }) => startMs)).toEqual([START + 1440 * MINUTE + 0.25, START + 11 * MINUTE + 0.25]);
    const tenTo = { fromMs: START + 10 * MINUTE, toMs: START + 1440 * MINUTE };
    expect([...(await index.archivesPerDay(["b"], "UTC", tenTo))]).toEqual([["2026-03-01", 2]]);
    expect((await index.archivesPerDay(null, "America/New_York")).get("2026-02-28")).toBe(5);
    const sums = await index.recordedBetween(START, START + 5 * MINUTE);
    expect(sums).toEqual([{ streamId: "b", bytes: 15_000_000_000, recordedMs: 3 * (MINUTE - 0.125) }]);
    const lock = await index.addLock({
      streamId: "b",
      fromMs: START,
      toMs: START + MINUTE,
      note: "theft",
      createdMs: 1,
    });
    expect((await index.oldestSegments("b", 2)).map(({ file }) => file)).toEqual(["b/1.mp4", "b/2.mp4"]);
    expect(await index.locks()).toMatchObject([{ id: lock, note: "theft" }]);
    expect([await index.removeLock(lock), await index.removeLock(lock)]).toEqual([true, false]);
    expect(await index.oldestSegments("b", 100)).toHaveLength(6);
    expect((await index.allSegments(0, 3)).length).toBe(3);
    await expect(closed("b", 0)).rejects.toThrow();
    await index.removeSegments([open]);
  });

  it.skipIf(skip)("keeps events and bookmarks", async () => {
    await closed("c", 0);
    await index.putEvent({ streamId: "c", startMs: START + 1000, stopMs: null, score: 0 });
    await index.putEvent({ streamId: "c", startMs: START + 1000, stopMs: START + 2000, score: 0.5 });
    await index.putEvent({ streamId: "c", startMs: START + 5000, stopMs: null, score: 0 });
    await index.putEvent({ streamId: "c", startMs: START - MINUTE * 60, stopMs: START, score: 0 });
    await index.closeOpenEvents();
    const stops = (await index.events(["c"], START, START + MINUTE)).map(({ startMs, stopMs }) => [startMs, stopMs]);
    expect(stops).toEqual([
      [START + 1000, START + 2000],
      [START + 5000, START + MINUTE + 0.125],
    ]);
    // Cut at both ends of what is asked for, by stream.
    const motion = async (fromMs: number, toMs: number, nowMs = START + 2 * MINUTE) =>
      Object.fromEntries(await index.motionBetween(fromMs, toMs, nowMs));
    await index.putEvent({ streamId: "d", startMs: START + 30_000, stopMs: null, score: 0 });
    expect(await motion(START + 1500.5, START + 5500)).toEqual({ c: 999.5 });
    expect(await motion(START, START + MINUTE)).toEqual({ c: 1000 + 55_000, d: 30_000 });
    // What goes on counts until now, and not at all before it has begun.
    expect(await motion(START + 20_000, START + MINUTE, START + 31_000)).toEqual({ c: 40_000, d: 1000 });
    expect(await motion(START + 20_000, START + MINUTE, START + 29_000)).toEqual({ c: 40_000 });
    expect(await motion(START + 2 * MINUTE, START + 3 * MINUTE, START + 2 * MINUTE)).toEqual({});
    const starting = (fromMs: number, toMs: number, from: "oldest" | "newest") =>
      index.events(["c"], fromMs, toMs, { count: 1, from, starting: true });
    expect(await starting(START + 1001, START + MINUTE, "oldest")).toMatchObject([{ startMs: START + 5000 }]);
    expect(await starting(0, START + 1000, "newest")).toMatchObject([{ startMs: START - MINUTE * 60 }]);
    expect(await index.pruneEvents()).toBe(1);
    const id = await index.addBookmark({ streamId: null, timeMs: START, text: "here", createdMs: 2 });
    expect(await index.bookmarks(START, START + 1)).toEqual([
      { id, streamId: null, timeMs: START, stopMs: START, text: "here", createdMs: 2, createdBy: "" },
    ]);
    expect(await index.removeBookmark(id)).toBe(true);
    await index.addBookmark({
      streamId: "c",
      timeMs: START,
      stopMs: START + 500,
      text: "",
      createdMs: 2,
      createdBy: "u",
    });
    expect(await index.bookmarks(START + 400, START + 401)).toMatchObject([{ stopMs: START + 500, createdBy: "u" }]);
  });

  it.skipIf(skip)("takes many writers at once", async () => {
    // SQLite's waiting for another connection blocks the process: there the writers share one, as in each of ours.
    const second = databaseUrl === "" ? index : await openIndex({ recordingsDir: folder, databaseUrl });
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
    await Promise.all([second.removeSegments(ids.slice(0, 20)), index.removeSegments(ids.slice(20).reverse())]);
    const left = (await second.usage()).filter(({ streamId }) => streamId.startsWith("w"));
    expect(left.map(({ bytes, segments }) => [bytes, segments])).toEqual(left.map(() => [0, 0]));
    expect(left).toHaveLength(4);
    if (second !== index) await second.close();
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
      // Half of them lie exactly on the edges of bins.
      const exact = (value: number): number => (i % 2 === 0 ? Math.floor(value / 1000) * 1000 : value);
      const startMs = from + exact(random(120_000) - 20_000);
      const stopMs = i % 50 === 0 ? null : startMs + exact(random(30_000));
      await index.putEvent({ streamId: i % 3 === 0 ? "count-a" : "count-b", startMs, stopMs, score: 0 });
    }
    // One that goes on, from before the bins: it touches none of those that have not come yet.
    await index.putEvent({ streamId: "count-a", startMs: from - 5000, stopMs: null, score: 0 });
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
      for (const { streamId, startMs, stopMs } of await index.events(streamIds, fromMs, toMs)) {
        const own = expected.get(streamId) ?? Array.from({ length: count }, () => 0);
        const first = Math.max(0, Math.floor((startMs - fromMs) / segmentMs));
        const last = Math.min(count - 1, Math.floor(((stopMs ?? nowMs) - fromMs) / segmentMs));
        for (let bin = first; bin <= last; bin++) own[bin] = (own[bin] ?? 0) + 1;
        if (first <= last) expected.set(streamId, own);
      }
      const bins = { fromMs, toMs, segmentMs, count };
      expect(new Map(await index.countEvents(streamIds, bins, nowMs)), JSON.stringify(bins)).toEqual(expected);
    }
    expect((await index.countEvents([], { fromMs: 0, toMs: 1, segmentMs: 1, count: 1 }, 0)).size).toBe(0);
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
      return index.insertClosed({ streamId: "twice", file: `twice/${from}.mp4`, ...row }, ten(row.startMs));
    };
    for (const from of [0, 10_000, 20_000]) await put(from);
    const id = await index.createSegment({ streamId: "twice", startMs: START + 5500, file: "twice/again.mp4" });
    const spans = async () =>
      (await index.segmentsBetween("twice", START, START + MINUTE)).map(({ startMs, endMs, frames }) => [
        startMs - START,
        endMs - START,
        frames,
      ]);
    await index.progressSegments([{ id, endMs: START + 12_000, bytes: 100, frames: 90 }]);
    expect(await spans()).toEqual([
      [0, 5000, 75],
      [5500, 12_000, 90],
      [12_000, 20_000, 120],
      [20_000, 30_000, 150],
    ]);
    const progress = { id, endMs: START + 21_500, bytes: 100, frames: 240 };
    await index.closeSegment({ ...progress, startMs: START + 5500, fragments: ten(START + 5500) });
    expect(await spans()).toEqual([
      [0, 5000, 75],
      [5500, 21_500, 240],
      [22_000, 30_000, 120],
    ]);
    const usage = (await index.usage()).find(({ streamId }) => streamId === "twice");
    expect(usage).toMatchObject({
      segments: 4,
      bytes: 3100,
      recordedMs: 29_000,
      firstMs: START,
      lastMs: START + 30_000,
    });
    expect((await index.segmentAt("twice", START + 13_000))?.id).toBe(id);
    expect(await index.archives("twice", START, START + MINUTE)).toHaveLength(1);
    expect(await index.oldestSegments("twice", 10)).toHaveLength(4);
    expect(await index.filesBetween("twice", START, START + MINUTE)).toHaveLength(4);
    const all = await index.filesBetween("twice", START, START + MINUTE);
    await index.removeSegments(all.map((row) => row.id));
  });
});

describe.skipIf(server === "")("two writers that wait for each other in PostgreSQL", () => {
  it("a removal that has to give way is done again", async () => {
    const url = await newDatabase();
    const index = await openIndex({ recordingsDir: "", databaseUrl: url });
    const other = new Kysely<unknown>({ dialect: await postgresDialect(url, "recordings") });
    const ids = [
      await index.createSegment({ streamId: "x", startMs: START, file: "x/0.mp4" }),
      await index.createSegment({ streamId: "y", startMs: START, file: "y/0.mp4" }),
    ];
    const removed: Promise<void>[] = [];
    await other.transaction().execute(async (tx) => {
      // The other one looks for a deadlock first, and so it is the one that is broken off.
      await sql`set local deadlock_timeout = '1min'`.execute(tx);
      await sql`select 1 from stream where id = 'y' for update`.execute(tx);
      removed.push(index.removeSegments(ids));
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`.execute(tx);
        expect(rows).toHaveLength(1);
      });
      await sql`update stream set camera = 'seen' where id = 'x'`.execute(tx);
    });
    await Promise.all(removed);
    const usage = await index.usage();
    expect(usage.map(({ streamId, cameraId, segments }) => [streamId, cameraId, segments])).toEqual([
      ["x", "seen", 0],
      ["y", "", 0],
    ]);
    await other.destroy();
    await index.close();
  });
});

describe.skipIf(server === "")(
  "a recorder whose database is PostgreSQL (where PROSCENIUM_TEST_POSTGRES names a server)",
  () => {
    it("keeps its accounts, cameras, stages and events there, also over a restart", async () => {
      const url = await newDatabase();
      const first = await TestHouse.open({ "database.url": url });
      await first.addUser("vera", "Viewer");
      const { camera, stream } = await first.addCamera("Gate");
      const body = { name: "Yard", stageMatrix: [[{ camera: { id: camera.id } }]] };
      const made = await first.ask("POST", "/service/stages", { as: "vera", body });
      expect(made.statusCode, made.body).toBe(201);
      await first.services.index.putEvent({ streamId: stream.id, startMs: START, stopMs: START + 10, score: 1 });
      await first.close();

      const again = await TestHouse.open({ "database.url": url });
      expect(again.recorder.firstPassword).toBeNull();
      const answers = await Promise.all(
        ["cameras", "stages", "archives", `events/camera-stream?start=${START - 1}&stop=${START + 1000}`].map((path) =>
          again.ask("GET", `/service/${path}`, { as: "vera" }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(answers.map(({ body: text }) => text)).toEqual([
        expect.stringContaining("Gate"),
        expect.stringContaining("Yard"),
        expect.anything(),
        expect.stringContaining(String(START)),
      ]);
      await again.close();
    });

    it("takes times and lengths that are no whole milliseconds", async () => {
      const house = await TestHouse.open({ "database.url": await newDatabase() });
      const { camera } = await house.addCamera("Gate");
      const row = { type: "Edge", message: "", stream_id: null, camera_id: null };
      for (const when_ms of [START, START + 1, START + 2])
        await house.services.store
          .insertInto("server_events")
          .values({ ...row, id: `e${when_ms}`, when_ms })
          .execute();
      // 0.7 days is no whole number of them for a computer.
      const change = { retention: 0.7 * 86_400_000 };
      const patched = await house.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: change });
      expect(patched.json()).toMatchObject({ camera: { retention: 60_480_000 } });
      const range = `start=${START}.5&stop=${START + 1}.5`;
      const listed = await house.ask("GET", `/service/events/server?${range}&eventType=Edge`, { as: "admin" });
      expect(listed.json()).toMatchObject({ events: [{ when: START + 1 }] });
      for (const path of [
        "server/report",
        "archives/per-day",
        "archives",
        "events/camera-stream",
        "bookmarks",
        "locks",
      ])
        expect((await house.ask("GET", `/service/${path}?${range}`, { as: "admin" })).statusCode, path).toBe(200);
      await house.close();
    });
  },
);
