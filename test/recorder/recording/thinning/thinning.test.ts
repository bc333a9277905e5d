import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThinningReport } from "#recorder/ipc/storage-shapes.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { sumOfThinning } from "#recorder/recording/thinning/thin-files.ts";
import { all, temporaryFolder, videosOf } from "../fixture.ts";
import { frameNumber } from "../synthetic-camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { begin, filesIn, FPS, GOP, later, NOW, numbersOf, record, rowsOf, rule, START } from "./thinning-fixture.ts";

const counted = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
const keysUntil = (frames: number): number[] => counted(0, frames).filter((number) => number % GOP === 0);

let folder: { dir: string; remove: () => void };
let one: Recordings;
let reports: ThinningReport[];
let damaged: number;
beforeEach(async () => {
  folder = temporaryFolder();
  reports = [];
  damaged = 0;
  one = await open();
});
afterEach(async () => {
  await one.close();
  folder.remove();
});
const open = (): Promise<Recordings> =>
  later(folder.dir, {
    onThinning: (report) => void reports.push(report),
    onDamage: (count) => void (damaged += count),
  });
const thinned = (files: number): Promise<void> =>
  eventually(() => (reports.at(-1)?.files ?? 0) >= files && reports.at(-1)?.state === "idle", "they are thinned out");
const idle = (): Promise<void> =>
  eventually(() => reports.some(({ state }) => state === "thinning"), "it has looked").then(() =>
    eventually(() => reports.at(-1)?.state === "idle", "nothing is due"),
  );
/** What moves was watched over all of it, and moved for a second from there on. */
async function moved(...seconds: number[]): Promise<void> {
  for (let second = -30; second <= 90; second += 30) await one.index.noteWatched(["s"], START + second * 1000, 60_000);
  for (const second of seconds)
    await one.index.putEvent({
      streamId: "s",
      startMs: START + second * 1000,
      stopMs: START + (second + 1) * 1000,
      score: 0,
    });
}

describe("of recordings that are old enough key pictures remain", () => {
  it("each shown until the next one, in files that are smaller and named by the index with their digest", async () => {
    await record(one, "s", 60);
    const before = await rowsOf(one, "s");
    await one.thinner.set(rule());
    begin(one);
    await thinned(before.length);
    expect(await numbersOf(one, "s")).toEqual(keysUntil(60 * FPS));
    const items = videosOf(await all(one.reader.samples("s", 0)));
    for (const [at, { wallMs, durationUs, key }] of items.entries()) {
      expect(key).toBe(true);
      expect(wallMs).toBeCloseTo(START + at * 2000, 1);
      expect(durationUs / 1000).toBeCloseTo(2000, 0);
    }
    const rows = await rowsOf(one, "s");
    expect(rows.map(({ startMs }) => startMs)).toEqual(before.map(({ startMs }) => startMs));
    expect(filesIn(folder.dir)).toEqual(rows.map(({ file }) => file).toSorted());
    for (const row of rows) {
      const bytes = readFileSync(join(folder.dir, row.file));
      expect(row.file).toMatch(/\.k\.mp4$/);
      expect(bytes.length).toBe(row.bytes);
      const facts = await one.index.fileFacts(row.id);
      expect(
        createHash("sha256")
          .update(bytes)
          .digest()
          .equals(facts?.sha256 ?? Buffer.alloc(0)),
      ).toBe(true);
    }
    // The timeline is one run, from the first moment to the last.
    const [run, ...others] = await one.index.archives("s", 0, START * 2);
    expect(others).toEqual([]);
    expect([run?.startMs, run?.endMs]).toEqual([before[0]?.startMs, before.at(-1)?.endMs]);
    const bytes = (list: readonly { readonly bytes: number }[]) => list.reduce((sum, row) => sum + row.bytes, 0);
    expect(reports.at(-1)).toMatchObject({ freedBytes: bytes(before) - bytes(rows), stuck: 0 });
    expect((await one.index.usage()).map((use) => use.bytes)).toEqual([bytes(rows)]);
  });

  it("a picture is found exactly, forward, backwards, as a still and step by step; there is no sound", async () => {
    await record(one, "s", 40);
    await one.thinner.set(rule());
    begin(one);
    await thinned(4);
    const { reader } = one;
    const shownAt = async (ms: number) =>
      frameNumber((await reader.frameAt("s", START + ms))?.at(-1)?.data ?? Buffer.alloc(9));
    expect([await shownAt(0), await shownAt(1999), await shownAt(2001), await shownAt(15_500)]).toEqual([
      0, 0, 30, 210,
    ]);
    const still = await reader.keyFrameAt("s", START + 15_500);
    expect(still && frameNumber(still.data)).toBe(210);
    expect(await numbersOf(one, "s", START + 31_000)).toEqual([450, 480, 510, 540, 570]);
    const back = await all(reader.gopsBackwards("s", START + 5000));
    expect(back.flat().map(({ data }) => frameNumber(data))).toEqual([60, 30, 0]);
    const fast = await all(reader.keyFrames("s", START, 1, 8000));
    expect(fast.map(({ data }) => frameNumber(data))).toEqual([0, 120, 240, 360, 480, 570]);
    expect(await reader.stepTime("s", START + 9000, 1)).toBeCloseTo(START + 10_000, 1);
    expect(await reader.stepTime("s", START + 10_000, -1)).toBeCloseTo(START + 8000, 1);
    expect(await reader.audioBetween("s", START, START + 40_000)).toBeNull();
    expect((await all(reader.samples("s", 0, { audio: true }))).filter(({ kind }) => kind !== "video")).toEqual([]);
  });

  it("who is playing goes on with what is there now", async () => {
    await record(one, "s", 40);
    const shown: number[] = [];
    for await (const item of one.reader.samples("s", 0)) {
      if (item.kind === "video") shown.push(frameNumber(item.data));
      if (shown.length !== 20) continue;
      await one.thinner.set(rule());
      begin(one);
      await thinned(4);
    }
    // What was read ahead is shown; after that come the key pictures, without one missing.
    const firstMissing = shown.findIndex((number, at) => number !== at);
    expect(firstMissing).toBeGreaterThanOrEqual(20);
    const rest = shown.slice(firstMissing);
    expect(rest).toEqual(keysUntil(40 * FPS).filter((number) => number >= (rest[0] ?? 0)));
    expect((rest[0] ?? 0) - firstMissing).toBeLessThan(GOP);
  });

  it.each([
    ["forward", 0, keysUntil(40 * FPS)],
    ["backwards", 39_900, keysUntil(40 * FPS).toReversed()],
  ] as const)("who has just looked a file up finds what took its place (%s)", async (way, fromMs, expected) => {
    await record(one, "s", 40);
    const fragments = one.index.fragments.bind(one.index);
    const asked = vi.spyOn(one.index, "fragments").mockImplementationOnce(async (id) => {
      await one.thinner.set(rule());
      begin(one);
      await thinned(4);
      return fragments(id);
    });
    const { reader } = one;
    const shown =
      way === "forward"
        ? videosOf(await all(reader.samples("s", START + fromMs)))
        : (await all(reader.gopsBackwards("s", START + fromMs))).flat();
    expect(asked).toHaveBeenCalled();
    expect(shown.map(({ data }) => frameNumber(data))).toEqual(expected);
  });

  it("only what is older than the rule says, and only of its cameras", async () => {
    await record(one, "s", 20);
    await record(one, "other", 20, "2");
    await one.thinner.set(rule({ cameras: ["1"] }));
    begin(one);
    await thinned(2);
    expect(await numbersOf(one, "other")).toEqual(counted(0, 20 * FPS));
    await one.thinner.set(rule({ afterDays: 31, cameras: ["2"] }));
    expect(await sumOfThinning(one.index, rule({ afterDays: 31 }), NOW)).toMatchObject({ files: 0 });
    expect(await numbersOf(one, "other")).toEqual(counted(0, 20 * FPS));
  });

  it("says before what it would do, and changes nothing by that", async () => {
    await record(one, "s", 60);
    const sum = await sumOfThinning(one.index, rule(), NOW);
    expect(sum).toMatchObject({ files: 6, goneMs: 0, isMore: false });
    expect(sum.recordedMs).toBeCloseTo(60_000, -2);
    expect(await numbersOf(one, "s")).toEqual(counted(0, 60 * FPS));
    await one.thinner.set(rule());
    begin(one);
    await thinned(6);
    expect(Math.abs((reports.at(-1)?.freedBytes ?? 0) - sum.freedBytes)).toBeLessThan(sum.bytes / 20);
  });
});

describe("of recordings that are old enough motion remains", () => {
  it("whole groups of pictures around it, with sound; the rest is not recorded any more", async () => {
    await record(one, "s", 60);
    await moved(5, 45);
    const sum = await sumOfThinning(one.index, rule({ what: "motion" }), NOW);
    await one.thinner.set(rule({ what: "motion" }));
    begin(one);
    await thinned(6);
    // Motion from second 5 to 6 with a second on both sides, in groups of two seconds: 4 to 8, and 44 to 48.
    expect(await numbersOf(one, "s")).toEqual([...counted(4 * FPS, 8 * FPS), ...counted(44 * FPS, 48 * FPS)]);
    const runs = await one.index.archives("s", 0, START * 2);
    expect(runs.map(({ startMs, endMs }) => [Math.round(startMs - START), Math.round(endMs - START)])).toEqual([
      [4000, 8000],
      [44_000, 48_000],
    ]);
    const gaps = (await all(one.reader.samples("s", 0))).filter(({ kind }) => kind === "gap");
    expect(gaps).toHaveLength(1);
    expect(await one.reader.audioBetween("s", START + 44_000, START + 48_000)).not.toBeNull();
    expect(await one.reader.nextRecorded("s", START + 20_000)).toBeCloseTo(START + 44_000, 1);
    expect(filesIn(folder.dir)).toHaveLength(2);
    expect(sum).toMatchObject({ files: 6, goneMs: 52_000 });
    expect(Math.abs((reports.at(-1)?.freedBytes ?? 0) - sum.freedBytes)).toBeLessThan(sum.bytes / 20);
  });

  it("a file with much motion is left as it is, one with two stretches becomes two", async () => {
    one = await reopened({ segmentMs: 60_000 });
    await record(one, "s", 60);
    await moved(5, 45);
    await one.thinner.set(rule({ what: "motion" }));
    begin(one);
    await thinned(1);
    expect((await rowsOf(one, "s")).map(({ file }) => /\.m\d\.mp4$/.exec(file)?.[0])).toEqual([".m0.mp4", ".m1.mp4"]);
    expect(await numbersOf(one, "s")).toEqual([...counted(4 * FPS, 8 * FPS), ...counted(44 * FPS, 48 * FPS)]);
  });

  it("what nobody has watched stays whole: nothing is known to stand still there", async () => {
    await record(one, "s", 60);
    await one.index.noteWatched(["s"], START - 1000, 60_000);
    await one.index.noteWatched(["s"], START + 30_000, 60_000);
    await one.thinner.set(rule({ what: "motion" }));
    begin(one);
    await thinned(3);
    expect(await numbersOf(one, "s")).toEqual(counted(30 * FPS, 60 * FPS));
  });

  async function reopened(more: { readonly segmentMs: number }): Promise<Recordings> {
    await one.close();
    return later(folder.dir, { onThinning: (report) => void reports.push(report), ...more });
  }
});

describe("never thinned out", () => {
  const untouched = async (): Promise<void> => {
    await one.thinner.set(rule());
    begin(one);
    await idle();
  };

  it("is what an evidence lock touches", async () => {
    await record(one, "s", 40);
    await one.index.addLock({ streamId: "s", fromMs: START + 12_000, toMs: START + 13_000, note: "", createdMs: 1 });
    await untouched();
    const numbers = await numbersOf(one, "s");
    expect(numbers.filter((number) => number >= 10 * FPS && number < 20 * FPS)).toEqual(counted(10 * FPS, 20 * FPS));
    expect(numbers.filter((number) => number < 10 * FPS)).toEqual(keysUntil(10 * FPS));
  });

  it("is what a disk has damaged: it is said to be, and stays as it is", async () => {
    await record(one, "s", 20);
    const [bad] = await rowsOf(one, "s");
    const path = join(folder.dir, bad?.file ?? "");
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(4000) ^ 255, 4000);
    writeFileSync(path, bytes);
    await untouched();
    expect(damaged).toBe(1);
    expect((await one.index.damaged(9)).files.map(({ file }) => file)).toEqual([bad?.file]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect((await rowsOf(one, "s")).map(({ file }) => file.endsWith(".k.mp4"))).toEqual([false, true]);
  });

  it("is anything while nothing may be removed, nor before it is known what is kept", async () => {
    await record(one, "s", 20);
    await one.thinner.set(rule());
    const files = filesIn(folder.dir);
    begin(one, { cleaning: false });
    await one.cleaner.run();
    expect(filesIn(folder.dir)).toEqual(files);
    begin(one);
    await thinned(2);
  });

  it("is what cannot be written anew: that is said", async () => {
    await record(one, "s", 10);
    const [row] = await rowsOf(one, "s");
    const inTheWay = join(folder.dir, row?.file.replace(".mp4", ".k.mp4.part") ?? "");
    mkdirSync(inTheWay);
    await one.thinner.set(rule());
    begin(one);
    await eventually(() => (reports.at(-1)?.stuck ?? 0) === 1, "it is said");
    expect(reports.at(-1)?.reason).toMatch(/EISDIR/);
    expect(await numbersOf(one, "s")).toEqual(counted(0, 10 * FPS));
  });
});
