import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { bringMovedIndex } from "#recorder/recording/keeping/moved-index.ts";
import { DEFAULT_POLICY, type DiskSpace } from "#recorder/recording/keeping/retention.ts";
import type { Recordings, RecordingsOptions } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { volume } from "./volumes-fixture.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const GB = 1e9;
let above: string;
let a: string;
let b: string;
let spaces: Map<string, DiskSpace>;
const open: Recordings[] = [];
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), "two-volumes-"));
  [a, b] = [join(above, "a"), join(above, "b")];
  spaces = new Map();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(above, { recursive: true, force: true });
});

const both = (more: Partial<VolumeSpec> = {}): VolumeSpec[] => [volume("a", a), volume("b", b, more)];
async function start(volumes: readonly VolumeSpec[], more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
  const space = (folder: string): Promise<DiskSpace> =>
    Promise.resolve(spaces.get(folder) ?? { capacityBytes: 100 * GB, freeBytes: 90 * GB, unavailableBytes: 0 });
  const one = await openRecordings(join(above, "data"), { volumes, space, freshMs: 0, ...more });
  open.push(one);
  await one.reconciled;
  return one;
}
async function stop(one: Recordings): Promise<void> {
  open.splice(open.indexOf(one), 1);
  await one.close();
}
async function record(one: Recordings, streamId: string, seconds: number, startMs = START): Promise<SyntheticCamera> {
  const camera = new SyntheticCamera({ startMs });
  const recorder = await one.recorder(streamId, "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of camera.seconds(seconds)) recorder.push(unit);
  await one.flush();
  return camera;
}
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"))
    : [];
const framesOf = async (one: Recordings, streamId: string): Promise<number[]> =>
  videosOf(await all(one.reader.samples(streamId, 0))).map((item) => frameNumber(item.data));

describe("two volumes", () => {
  it("share the streams, and each stream is played from where it lies", async () => {
    const one = await start(both());
    for (const streamId of ["s1", "s2", "s3", "s4"]) await record(one, streamId, 2);
    expect([filesIn(a).length, filesIn(b).length]).toEqual([2, 2]);
    for (const streamId of ["s1", "s2", "s3", "s4"]) expect(await framesOf(one, streamId)).toHaveLength(30);
    expect(filesIn(join(above, "data"))).toEqual([]);
  });

  it("one that keeps only takes nothing new", async () => {
    const one = await start(both({ role: "keep" }));
    for (const streamId of ["s1", "s2", "s3"]) await record(one, streamId, 2);
    expect([filesIn(a).length, filesIn(b).length]).toEqual([3, 0]);
  });

  it("one without room beyond its reserve takes nothing new", async () => {
    spaces.set(b, { capacityBytes: 100 * GB, freeBytes: 49 * GB, unavailableBytes: 0 });
    const one = await start(both({ reserveBytes: 50 * GB }));
    for (const streamId of ["s1", "s2"]) await record(one, streamId, 2);
    expect([filesIn(a).length, filesIn(b).length]).toEqual([2, 0]);
  });

  it("are each cleaned by their own space, from their own files", async () => {
    const one = await start(both(), { segmentMs: 2000 });
    for (const streamId of ["s1", "s2"]) {
      await record(one, streamId, 10);
      await one.stop(streamId);
    }
    const before = [filesIn(a).length, filesIn(b).length];
    spaces.set(a, { capacityBytes: 100 * GB, freeBytes: 1 * GB, unavailableBytes: 0 });
    one.cleaner.setPolicy(DEFAULT_POLICY);
    await one.cleaner.run();
    expect(before.every((count) => count > 1)).toBe(true);
    expect([filesIn(a).length, filesIn(b).length]).toEqual([0, before[1]]);
    const used = async (name: string) => (await one.index.usageOf(name)).map(({ segments }) => segments);
    expect([await used("a"), await used("b")]).toEqual([[], [before[1]]]);
  });

  it("what the reserve is short of is cleaned away, although the threshold is not reached", async () => {
    spaces.set(b, { capacityBytes: 100 * GB, freeBytes: 40 * GB, unavailableBytes: 0 });
    const one = await start([volume("a", a, { weight: 0.0001 }), volume("b", b, { reserveBytes: 30 * GB })], {
      segmentMs: 2000,
    });
    await record(one, "s1", 10);
    await one.stop("s1");
    one.cleaner.setPolicy(DEFAULT_POLICY);
    await one.cleaner.run();
    expect(filesIn(b).length).toBeGreaterThan(1);
    spaces.set(b, { capacityBytes: 100 * GB, freeBytes: 29 * GB, unavailableBytes: 0 });
    await one.cleaner.run();
    expect(filesIn(b)).toEqual([]);
  });

  it("a start without one of them leaves its recordings in the index, and has them again when it is back", async () => {
    let one = await start(both());
    for (const streamId of ["s1", "s2"]) await record(one, streamId, 2);
    await stop(one);
    const onB = filesIn(b)[0]?.startsWith("s1") ? "s1" : "s2";
    renameSync(b, `${b}-away`);
    mkdirSync(b);
    one = await start(both());
    expect(await one.index.segmentsBetween(onB, 0, START * 2)).toMatchObject([{ volume: "b" }]);
    expect(await framesOf(one, onB)).toEqual([]);
    // It is not missing: whoever asks is told that it cannot be reached now.
    expect(await one.reader.isAway(onB, START + 500)).toBe(true);
    expect(await one.reader.isAway(onB, START + 60_000)).toBe(false);
    await record(one, "s3", 2);
    expect(filesIn(b)).toEqual([]);
    await stop(one);
    rmSync(b, { recursive: true });
    renameSync(`${b}-away`, b);
    one = await start(both());
    expect(await framesOf(one, onB)).toHaveLength(30);
    expect(await one.reader.isAway(onB, START + 500)).toBe(false);
  });

  it("the same folder under two names is taken once", async () => {
    await stop(await start([volume("a", a)]));
    const one = await start([volume("a", a), volume("again", `${above}/./a`)]);
    expect(one.volumes.all.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });
});

describe("when the settings change", () => {
  it("the one folder becomes a volume of a list and the other way round, with all that was recorded", async () => {
    const one = await openRecordings(a, { freshMs: 0 });
    await record(one, "s1", 2);
    await one.close();
    mkdirSync(join(above, "data"));
    const place = { recordingsDir: join(above, "data"), volumes: both() };
    expect(await bringMovedIndex(place, [place.recordingsDir, a, b], 5)).toBe(a);
    const list = await start(both());
    expect(await list.index.volumesInUse()).toEqual(["a"]);
    expect(await framesOf(list, "s1")).toHaveLength(30);
    expect(await list.index.usageOf("a")).toMatchObject([{ streamId: "s1", segments: 1 }]);
    await stop(list);
    expect(await bringMovedIndex({ recordingsDir: a }, [join(above, "data"), a], 6)).toBe(join(above, "data"));
    const again = await openRecordings(a, { freshMs: 0 });
    expect(await framesOf(again, "s1")).toHaveLength(30);
    expect(await again.index.volumesInUse()).toEqual([""]);
    await again.close();
  });

  it("a volume with another name, or at another path, keeps its recordings", async () => {
    let one = await start([volume("a", a)]);
    await record(one, "s1", 2);
    await stop(one);
    renameSync(a, b);
    one = await start([volume("a", b)]);
    expect(await framesOf(one, "s1")).toHaveLength(30);
    await stop(one);
    one = await start([volume("other", b)]);
    expect(await framesOf(one, "s1")).toHaveLength(30);
  });

  it("a file that somebody moved to another volume is found there", async () => {
    let one = await start(both());
    for (const streamId of ["s1", "s2"]) await record(one, streamId, 2);
    await stop(one);
    const [file = ""] = filesIn(b);
    mkdirSync(dirname(join(a, file)), { recursive: true });
    renameSync(join(b, file), join(a, file));
    one = await start(both());
    for (const streamId of ["s1", "s2"]) expect(await framesOf(one, streamId)).toHaveLength(30);
    expect(await one.index.volumesInUse()).toEqual(["a"]);
  });

  it("another disk in the place of a volume is left alone", async () => {
    await stop(await start([volume("a", a), volume("b", b)]));
    rmSync(b, { recursive: true });
    mkdirSync(b);
    writeFileSync(join(b, "storage.tag"), "another\n");
    const one = await start(both());
    expect(one.volumes.all.map(({ isHealthy }) => isHealthy)).toEqual([true, false]);
    for (const streamId of ["s1", "s2", "s3"]) await record(one, streamId, 1);
    expect([filesIn(a).length, filesIn(b).length]).toEqual([3, 0]);
  });
});
