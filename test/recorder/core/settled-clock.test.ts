import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { SettledClock } from "#recorder/core/settled-clock.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { openRecordings, temporaryFolder } from "#test/recorder/recording/fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** the end of the newest recording */
const NEWEST = Date.UTC(2026, 5, 30);
/**
 * hours since the start, the clock at that time, and the time that counts for the age of recordings, both as ms after
 * the newest recording
 */
type Look = readonly [hours: number, clock: number, read: number];

const looks: readonly [string, number | null, Look[]][] = [
  [
    "no recordings: the clock is believed",
    null,
    [
      [0, 10 * YEAR_MS, 10 * YEAR_MS],
      [1, 10 * YEAR_MS + HOUR_MS, 10 * YEAR_MS + HOUR_MS],
    ],
  ],
  [
    "no recordings, set right, ahead again: half a day counts",
    null,
    [
      [0, 10 * YEAR_MS, 10 * YEAR_MS],
      [1, HOUR_MS, HOUR_MS],
      [2, 10 * YEAR_MS + 2 * HOUR_MS, 2 * HOUR_MS],
    ],
  ],
  [
    "started anew a minute later: the clock is believed",
    NEWEST,
    [
      [0, 60_000, 60_000],
      [2, 60_000 + 2 * HOUR_MS, 60_000 + 2 * HOUR_MS],
    ],
  ],
  [
    "three weeks off: believed after half a day, which is what the oldest stay longer",
    NEWEST,
    [
      [0, 21 * DAY_MS, 0],
      [11, 21 * DAY_MS + 11 * HOUR_MS, 11 * HOUR_MS],
      [12, 21 * DAY_MS + 12 * HOUR_MS, 21 * DAY_MS + 12 * HOUR_MS],
    ],
  ],
  [
    "ten years ahead until it is set right: nothing grows old by them",
    NEWEST,
    [
      [0, 10 * YEAR_MS, 0],
      [1, 10 * YEAR_MS + HOUR_MS, HOUR_MS],
      [2, 3 * HOUR_MS, 2 * HOUR_MS],
      [11, 12 * HOUR_MS, 11 * HOUR_MS],
      [12, 13 * HOUR_MS, 13 * HOUR_MS],
    ],
  ],
  [
    "ten years ahead, set right, ahead again: half a day counts from the later jump",
    NEWEST,
    [
      [0, 10 * YEAR_MS, 0],
      [2, 3 * HOUR_MS, 2 * HOUR_MS],
      [13, 14 * HOUR_MS, 14 * HOUR_MS],
      [14, 10 * YEAR_MS, 15 * HOUR_MS],
    ],
  ],
  [
    "three days ahead, one day ahead within it: only that has stood for half a day",
    NEWEST,
    [
      [0, 3 * DAY_MS, 0],
      [1, DAY_MS + HOUR_MS, HOUR_MS],
      [11, 3 * DAY_MS + 11 * HOUR_MS, 11 * HOUR_MS],
      [12, 3 * DAY_MS + 12 * HOUR_MS, 12 * HOUR_MS],
      [23, 3 * DAY_MS + 23 * HOUR_MS, 3 * DAY_MS + 23 * HOUR_MS],
    ],
  ],
  [
    "in 1970 until it is set right: at least the newest recording is as old as it is",
    NEWEST,
    [
      [0, -NEWEST, -NEWEST],
      [1, -NEWEST + HOUR_MS, -NEWEST + HOUR_MS],
      [2, 7 * HOUR_MS, 2 * HOUR_MS],
      [13, 18 * HOUR_MS, 13 * HOUR_MS],
      [14, 19 * HOUR_MS, 19 * HOUR_MS],
    ],
  ],
  [
    "an hour behind: the clock is believed",
    NEWEST,
    [
      [0, -HOUR_MS, -HOUR_MS],
      [1, 0, 0],
    ],
  ],
];
it.each(looks)("%s", (_what, newestMs, steps) => {
  let [hours, clock] = [0, steps[0]?.[1] ?? 0];
  const settled = new SettledClock(
    () => NEWEST + clock,
    () => 5000 + hours * HOUR_MS,
    newestMs,
  );
  const read = steps.map((step) => {
    [hours, clock] = step;
    return settled.read() - NEWEST;
  });
  expect(read).toEqual(steps.map(([, , expected]) => expected));
});

it("a recorder that starts ten years ahead removes nothing by age, and the oldest where the disk is full", async () => {
  const folder = temporaryFolder();
  const index = await openSqliteIndex(folder.dir);
  for (const day of [3, 2, 1]) {
    const [startMs, file] = [NEWEST - day * DAY_MS, `a/2026-06-${30 - day}/00/${NEWEST - day * DAY_MS}.mp4`];
    mkdirSync(dirname(join(folder.dir, file)), { recursive: true });
    writeFileSync(join(folder.dir, file), Buffer.alloc(1000));
    const row = { streamId: "a", startMs, endMs: startMs + 60_000, file, bytes: 1000, frames: 1 };
    await index.insertClosed(row, Buffer.alloc(4, 1));
  }
  await index.close();
  let usedBytes = 0;
  const recordings = await openRecordings(folder.dir, {
    now: () => NEWEST + 10 * YEAR_MS,
    space: async () => ({ capacityBytes: 1e6, freeBytes: 1e6 - usedBytes, unavailableBytes: 0 }),
  });
  await recordings.reconciled;
  const left = async () => (await recordings.index.usage()).map(({ segments }) => segments);
  recordings.cleaner.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 30 * DAY_MS });
  expect(await recordings.cleaner.run()).toBe(0);
  expect(await left()).toEqual([3]);
  usedBytes = 850_500;
  expect(await recordings.cleaner.run()).toBe(1000);
  expect(await left()).toEqual([2]);
  expect((await recordings.index.oldestSegments("a", 9)).map(({ startMs }) => startMs)).toEqual([
    NEWEST - 2 * DAY_MS,
    NEWEST - DAY_MS,
  ]);
  await recordings.close();
  folder.remove();
});
