import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { IndexTables } from "#recorder/recording/index/schema/index-tables.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { type ArchiveRun, GAP_MS } from "#recorder/recording/index/recording-index.ts";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

describe.each(databases)("the volumes of an index in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;
  const put = (volume: string, streamId: string, minute: number, bytes = 100): Promise<number> => {
    const startMs = START + minute * MINUTE;
    const file = `${streamId}/${minute}.mp4`;
    return own.index.insertClosed(
      { volume, streamId, startMs, endMs: startMs + MINUTE, file, bytes, frames: 1 },
      new Uint8Array([0]),
    );
  };
  const sums = async (volume: string) =>
    (await own.index.usageOf(volume)).map(({ streamId, bytes, segments, firstMs, lastMs }) => [
      streamId,
      bytes,
      segments,
      (firstMs - START) / MINUTE,
      (lastMs - START) / MINUTE,
    ]);

  it.skipIf(skip)("sums up what each holds, while files come, grow, move and go", async () => {
    expect(await own.index.volumesInUse()).toEqual([]);
    await put("", "s", 0);
    const moved = await put("a", "s", 1);
    await put("a", "t", 2);
    const id = await own.index.createSegment({
      volume: "b",
      streamId: "s",
      startMs: START + 3 * MINUTE,
      file: "s/3.mp4",
    });
    await own.index.progressSegments([{ id, endMs: START + 3.5 * MINUTE, bytes: 40, frames: 5 }]);
    expect([...(await own.index.volumesInUse())].toSorted()).toEqual(["", "a", "b"]);
    expect(await sums("")).toEqual([["s", 100, 1, 0, 1]]);
    expect(await sums("a")).toEqual([
      ["s", 100, 1, 1, 2],
      ["t", 100, 1, 2, 3],
    ]);
    expect(await sums("b")).toEqual([["s", 40, 1, 3, 3.5]]);
    await own.index.moveSegment(moved, "a", "b");
    expect(await sums("a")).toEqual([["t", 100, 1, 2, 3]]);
    expect(await sums("b")).toEqual([["s", 140, 2, 1, 3.5]]);
    await own.index.removeSegments([id]);
    expect(await sums("b")).toEqual([["s", 100, 1, 1, 2]]);
    expect((await own.index.oldestSegments("s", 9, "b")).map((row) => row.file)).toEqual(["s/1.mp4"]);
    expect((await own.index.oldestSegments("s", 9)).map((row) => row.file)).toEqual(["s/0.mp4"]);
    expect((await own.index.usage()).map(({ bytes }) => bytes).reduce((sum, one) => sum + one, 0)).toBe(300);
  });

  it.skipIf(skip)(
    "keeps what cannot be reached in runs of its own, and passes over it where it is told to",
    async () => {
      for (const [minute, volume] of ["a", "a", "b", "a", "b"].entries()) await put(volume, "r", 100 + minute);
      const at = (ms: number): number => (ms - START) / MINUTE - 100;
      const runs = async (...away: string[]) =>
        (await own.index.archivesBefore("r", START * 2, 9, 0, away)).map((run) => [
          at(run.startMs),
          at(run.endMs),
          run.isAway ?? false,
        ]);
      expect(await runs()).toEqual([[0, 5, false]]);
      expect(await runs("gone")).toEqual([[0, 5, false]]);
      expect(await runs("b")).toEqual([
        [4, 5, true],
        [3, 4, false],
        [2, 3, true],
        [0, 2, false],
      ]);
      expect(await own.index.segmentAt("r", START + 102.5 * MINUTE, ["b"])).toMatchObject({ file: "r/101.mp4" });
      expect(await own.index.segmentAfter("r", START + 101.5 * MINUTE, ["b"])).toMatchObject({ file: "r/103.mp4" });
      expect(await own.index.segmentAfter("r", START + 103.5 * MINUTE, ["b"])).toBeNull();
      await own.index.removeSegments((await own.index.segmentsBetween("r", START, START * 2)).map(({ id }) => id));
    },
  );

  it.skipIf(skip)("joins what was recorded as if it were read file by file, whatever is away", async () => {
    // A number that only looks random: the same files each time.
    let last = 7;
    const one = (below: number): number => {
      last = (last * 48_271) % 2_147_483_647;
      return last % below;
    };
    const files: { readonly minute: number; readonly volume: string }[] = [];
    for (let minute = 0; minute < 200; minute++)
      if (one(6) > 0) files.push({ minute, volume: ["a", "b", "c"][one(20) < 15 ? 0 : 1 + one(2)] ?? "" });
    for (const { minute, volume } of files) await put(volume, "q", 500 + minute);
    const joined = (away: readonly string[], from: number, to: number) => {
      const runs: { start: number; end: number; isAway: boolean }[] = [];
      for (const { minute, volume } of files) {
        if (minute >= to || minute + 1 <= from) continue;
        const isAway = away.includes(volume);
        const before = runs.at(-1);
        if (before?.end === minute && before.isAway === isAway) before.end = minute + 1;
        else runs.push({ start: minute, end: minute + 1, isAway });
      }
      return runs;
    };
    const at = (ms: number): number => Math.round((ms - START) / MINUTE) - 500;
    for (const away of [[], ["b"], ["b", "c"], ["a"]])
      for (const take of [1, 3, 1000]) {
        const runs = await own.index.archivesBefore("q", START * 2, take, 0, away);
        const shown = runs.map((run) => ({
          start: at(run.startMs),
          end: at(run.endMs),
          isAway: run.isAway ?? false,
        }));
        expect(shown).toEqual(joined(away, 0, 200).toReversed().slice(0, take));
      }
    const between = await own.index.archives("q", START + 550 * MINUTE, START + 600 * MINUTE);
    expect(between.map((run) => [at(run.startMs), at(run.endMs)])).toEqual(
      joined([], 50, 100).map(({ start, end }) => [start, end]),
    );
    await own.index.removeSegments((await own.index.segmentsBetween("q", 0, START * 2)).map(({ id }) => id));
  });

  it.skipIf(skip)(
    "joins days of files by the hour as if they were read one by one, and reads over years without any",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              // most hours have nothing to look at one by one
              minutes: fc.integer({ min: 1, max: 200 }),
              pauseMs: fc.constantFrom(0, 0.5, 1999, 2000, 5000, 3 * MINUTE, 90 * MINUTE, 40 * 24 * 60 * MINUTE),
              volume: fc.constantFrom("a", "b"),
            }),
            { minLength: 1, maxLength: 5 },
          ),
          fc.integer({ min: 0, max: 3_600_000 }),
          fc.double({ min: 0, max: 1.2, noNaN: true }),
          fc.double({ min: 0, max: 1.2, noNaN: true }),
          async (stretches, offsetMs, from, to) => {
            const files: { startMs: number; endMs: number; volume: string }[] = [];
            let ms = START + offsetMs;
            for (const { minutes, pauseMs, volume } of stretches) {
              for (let at = 0; at < minutes; at++, ms += MINUTE)
                files.push({ startMs: ms, endMs: ms + MINUTE, volume });
              ms += pauseMs;
            }
            for (const [at, file] of files.entries())
              await own.index.insertClosed(
                { ...file, streamId: "h", file: `h/${at}.mp4`, bytes: 1, frames: 1 },
                new Uint8Array([0]),
              );
            const [fromMs, toMs] = [START + from * (ms - START), START + to * (ms - START)].toSorted((a, b) => a - b);
            const joined = (some: typeof files) => {
              const runs: { startMs: number; endMs: number }[] = [];
              for (const { startMs, endMs } of some) {
                const last = runs.at(-1);
                if (last && startMs - last.endMs < GAP_MS) last.endMs = endMs;
                else runs.push({ startMs, endMs });
              }
              return runs;
            };
            const shown = (runs: readonly ArchiveRun[]) => runs.map(({ startMs, endMs }) => ({ startMs, endMs }));
            expect(shown(await own.index.archivesBefore("h", START * 2, 999))).toEqual(joined(files).toReversed());
            expect(shown(await own.index.archivesBefore("h", START * 2, 2))).toEqual(
              joined(files).toReversed().slice(0, 2),
            );
            const within = files.filter((file) => file.startMs < toMs! && file.endMs > fromMs!);
            expect(shown(await own.index.archives("h", fromMs!, toMs!))).toEqual(joined(within));
            const away = await own.index.archivesBefore("h", START * 2, 999, 0, ["b", BUCKET_VOLUME]);
            expect(shown(away.filter(({ isAway }) => isAway === true))).toEqual(
              joined(files.filter(({ volume }) => volume === "b")).toReversed(),
            );
            await own.index.removeSegments((await own.index.segmentsBetween("h", 0, START * 2)).map(({ id }) => id));
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it.skipIf(skip)("follows a volume that is called otherwise, and knows each by its tag", async () => {
    await own.index.setVolumeTag("a", "one");
    await own.index.setVolumeTag("a", "two");
    expect([await own.index.volumeTag("a"), await own.index.volumeTag("z")]).toEqual(["two", null]);
    await own.index.renameVolume("a", "c");
    expect(await own.index.volumeTag("a")).toBeNull();
    expect(await sums("c")).toEqual([["t", 100, 1, 2, 3]]);
    expect(await sums("a")).toEqual([]);
    await own.index.renameVolume("", "c");
    await own.index.renameVolume("b", "");
    expect([...(await own.index.volumesInUse())].toSorted()).toEqual(["", "c"]);
    expect(await sums("c")).toEqual([
      ["s", 100, 1, 0, 1],
      ["t", 100, 1, 2, 3],
    ]);
  });
});

it("an index of an earlier release is upgraded in place: its recordings are those of the one folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earlier-index-"));
  const before = await openIndex({ recordingsDir: folder });
  const row = { streamId: "s", startMs: START, endMs: START + MINUTE, file: "s/0.mp4", bytes: 7, frames: 1 };
  await before.insertClosed(row, new Uint8Array([0]));
  await before.addLock({ streamId: "s", fromMs: START, toMs: START + MINUTE, note: "theft", createdMs: 1 });
  await before.close();
  const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file: join(folder, INDEX_FILE) }) });
  for (const trigger of ["added", "grown", "moved", "gone"])
    await sql`drop trigger ${sql.id(`stored_${trigger}`)}`.execute(db);
  await sql`drop index segment_volume`.execute(db);
  const later = [
    "bucket_upload",
    "bucket_copy",
    "bucket_object",
    "bucket_sum",
    "stored",
    "volume",
    "damage",
    "scrub",
    "comparison",
    "watched",
    "gone_mark",
  ];
  for (const table of later as (keyof IndexTables)[]) await sql`drop table ${sql.table(table)}`.execute(db);
  for (const table of ["bookmark", "lock"] as const) {
    for (const of of ["origin", "noted"]) await sql`drop index ${sql.id(`${table}_${of}`)}`.execute(db);
    for (const column of ["author", "origin", "changed_ms", "noted_ms"])
      await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(db);
  }
  await sql`alter table segment drop column volume`.execute(db);
  await sql`alter table fragment drop column sha256`.execute(db);
  await sql`delete from kysely_migration where name >= '003'`.execute(db);
  await db.destroy();
  const index = await openIndex({ recordingsDir: folder });
  expect(await index.segmentAt("s", START)).toMatchObject({ ...row, volume: "", closed: true });
  expect(await index.volumesInUse()).toEqual([""]);
  expect(await index.usageOf("")).toMatchObject([{ streamId: "s", bytes: 7, segments: 1 }]);
  expect(await index.locks()).toMatchObject([{ note: "theft", author: "" }]);
  expect(await index.filesToCheck(0, 9)).toMatchObject([{ file: "s/0.mp4", sha256: null }]);
  await index.close();
  rmSync(folder, { recursive: true });
});
