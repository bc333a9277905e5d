import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { DiskSpace } from "#recorder/recording/keeping/retention.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { buildRecorder } from "../../../../scripts/build-recorder.mjs";
import { volume } from "./volumes-fixture.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const GB = 1e9;
let above: string;
let a: string;
let b: string;
let c: string;
let spaces: Map<string, DiskSpace>;
let reports: readonly VolumeReport[];
let damaged: number;
const open: Recordings[] = [];
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), "draining-"));
  [a, b, c] = [join(above, "a"), join(above, "b"), join(above, "c")];
  spaces = new Map();
  reports = [];
  damaged = 0;
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(above, { recursive: true, force: true });
});

async function start(volumes: readonly VolumeSpec[]): Promise<Recordings> {
  const roomy = { capacityBytes: 100 * GB, freeBytes: 90 * GB, unavailableBytes: 0 };
  const space = (folder: string): Promise<DiskSpace> => Promise.resolve(spaces.get(folder) ?? roomy);
  const onDamage = (count: number): void => void (damaged += count);
  const onVolumes = (told: readonly VolumeReport[]): void => void (reports = told);
  const one = await openRecordings(join(above, "data"), {
    volumes,
    space,
    freshMs: 0,
    segmentMs: 2000,
    onVolumes,
    onDamage,
  });
  open.push(one);
  await one.reconciled;
  return one;
}
async function stop(one: Recordings): Promise<void> {
  open.splice(open.indexOf(one), 1);
  await one.close();
}
async function record(one: Recordings, streamId: string, seconds: number, frameBytes = 3000): Promise<void> {
  const recorder = await one.recorder(streamId, "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs: START, frameBytes }).seconds(seconds)) recorder.push(unit);
  await one.stop(streamId);
}
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.mp4$|\.part$/.test(name))
    : [];
const framesOf = async (one: Recordings, streamId: string): Promise<number[]> =>
  videosOf(await all(one.reader.samples(streamId, 0))).map((item) => frameNumber(item.data));
const counted = (seconds: number): number[] => Array.from({ length: seconds * 15 }, (_, at) => at);
const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
const isEmpty = (name: string) => async (one: Recordings) => (await one.index.usageOf(name)).length === 0;
const drainOf = (name: string) => reports.find((one) => one.name === name)?.drain?.state;

describe("a volume that is drained", () => {
  it("goes on to the others, locked recordings too, and takes nothing new; then it is empty", async () => {
    const one = await start([volume("a", a)]);
    await record(one, "s1", 10);
    const lock = await one.index.addLock({ streamId: "s1", fromMs: START, toMs: START + 3000, note: "", createdMs: 1 });
    const before = new Map(filesIn(a).map((file) => [file, digest(join(a, file))]));
    expect(before.size).toBeGreaterThan(3);
    await one.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
    await eventually(() => drainOf("a") === "empty", "it is empty", 20_000);
    expect(filesIn(a)).toEqual([]);
    expect(readdirSync(a).filter((name) => name === "s1")).toEqual([]);
    expect(new Map(filesIn(b).map((file) => [file, digest(join(b, file))]))).toEqual(before);
    expect(await framesOf(one, "s1")).toEqual(counted(10));
    expect((await one.index.locks()).map(({ id }) => id)).toEqual([lock]);
    await record(one, "s2", 2);
    expect(filesIn(a)).toEqual([]);
    await one.setVolumes([volume("b", b)]);
    expect(one.volumes.away).toEqual([]);
    expect(await framesOf(one, "s1")).toEqual(counted(10));
  });

  it("is moved on under a recording and a playback, and neither misses a picture", { timeout: 40_000 }, async () => {
    const one = await start([volume("a", a), volume("b", b, { role: "keep" })]);
    await record(one, "s1", 20);
    const recorder = await one.recorder("s2", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const camera = new SyntheticCamera({ startMs: START });
    for (const unit of camera.seconds(3)) recorder.push(unit);
    await one.flush();
    const shown: number[] = [];
    let isMoved = false;
    for await (const item of one.reader.samples("s1", 0)) {
      if (item.kind === "video") shown.push(frameNumber(item.data));
      if (shown.length !== 20) continue;
      await one.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
      for (const unit of camera.seconds(7)) recorder.push(unit);
      await one.flush();
      await eventually(() => filesIn(a).length === 0, "all is moved", 20_000);
      isMoved = true;
    }
    expect(isMoved).toBe(true);
    expect(shown).toEqual(counted(20));
    await one.stop("s2");
    expect(await framesOf(one, "s2")).toEqual(counted(10));
  });

  it("takes a damaged file along as it is, and says that it is damaged", async () => {
    const one = await start([volume("a", a)]);
    await record(one, "s1", 10);
    const [bad = ""] = filesIn(a);
    const bytes = readFileSync(join(a, bad));
    bytes.writeUInt8(bytes.readUInt8(4000) ^ 255, 4000);
    writeFileSync(join(a, bad), bytes);
    await one.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
    await eventually(() => drainOf("a") === "empty", "it is empty", 20_000);
    expect(readFileSync(join(b, bad)).equals(bytes)).toBe(true);
    expect((await one.index.damaged(9)).files).toMatchObject([{ file: bad, volume: "b", damage: "different" }]);
    expect(damaged).toBe(1);
  });

  it("waits while the others have no room below their threshold, and says so", async () => {
    const full = { capacityBytes: 100 * GB, freeBytes: 15.0001 * GB, unavailableBytes: 0 };
    spaces.set(b, full);
    const one = await start([volume("a", a), volume("b", b, { role: "keep" })]);
    await record(one, "s1", 6, 60_000);
    const files = filesIn(a).length;
    await one.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
    await eventually(() => drainOf("a") === "no-room", "it waits", 20_000);
    expect(filesIn(a)).toHaveLength(files);
    spaces.set(b, { ...full, freeBytes: 90 * GB });
    await eventually(() => filesIn(a).length === 0, "it goes on", 20_000);
    expect(await framesOf(one, "s1")).toEqual(counted(6));
  });

  it("stays as it is when it is to record again", async () => {
    const one = await start([volume("a", a), volume("b", b, { role: "keep" })]);
    await record(one, "s1", 40);
    await one.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
    await eventually(() => filesIn(b).length > 0, "the first is moved", 20_000);
    await one.setVolumes([volume("a", a), volume("b", b, { role: "keep" })]);
    await one.index.usage();
    expect(await framesOf(one, "s1")).toEqual(counted(40));
    await record(one, "s2", 2);
    expect(filesIn(a).some((file) => file.startsWith("s2"))).toBe(true);
  });
});

it("what a move left behind that was interrupted is removed: a part, and a second copy; another file is not", async () => {
  let one = await start([volume("a", a), volume("b", b, { role: "keep" })]);
  await record(one, "s1", 6);
  await stop(one);
  const [first = "", second = "", third = ""] = filesIn(a);
  mkdirSync(dirname(join(b, first)), { recursive: true });
  writeFileSync(join(b, `${first}.part`), "half");
  writeFileSync(join(b, second), readFileSync(join(a, second)));
  writeFileSync(join(b, third), "something else");
  one = await start([volume("a", a), volume("b", b, { role: "keep" })]);
  expect(filesIn(b)).toEqual([third]);
  expect(await framesOf(one, "s1")).toEqual(counted(6));
});

describe("while it records", () => {
  it("a volume that is added gets recordings, and what lies on one that is removed is away until it is back", async () => {
    const one = await start([volume("a", a)]);
    await record(one, "s1", 4);
    await one.setVolumes([volume("a", a), volume("c", c, { weight: 9 })]);
    const recorder = await one.recorder("s2", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const camera = new SyntheticCamera({ startMs: START });
    for (const unit of camera.seconds(9)) recorder.push(unit);
    await one.flush();
    expect(filesIn(c).length).toBeGreaterThan(0);
    await one.setVolumes([volume("a", a)]);
    expect(one.volumes.away).toEqual(["c"]);
    for (const unit of camera.seconds(3)) recorder.push(unit);
    await one.stop("s2");
    // What was written last is written again, so that the stream goes on from a key picture.
    const frames = await framesOf(one, "s2");
    expect(frames.at(-1)).toBe(12 * 15 - 1);
    expect(frames[0]).toBeLessThan(9 * 15);
    expect(await one.reader.isAway("s2", START + 100)).toBe(true);
    await one.setVolumes([volume("a", a), volume("c", c)]);
    await one.reconciled;
    expect(one.volumes.away).toEqual([]);
    expect(await framesOf(one, "s2")).toEqual(counted(12));
    expect(await isEmpty("c")(one)).toBe(false);
  });
});

describe("kill -9 in the middle of moves", () => {
  const cache = join(import.meta.dirname, "../../../../.cache");
  let built: string;
  beforeAll(async () => {
    // Inside the repository, because the bundle searches for packages from its own location.
    mkdirSync(cache, { recursive: true });
    built = mkdtempSync(join(cache, "draining-"));
    await buildRecorder(built, { writer: "test/recorder/recording/volumes/drain-writer.ts" });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const ROUNDS = 20;
  const MOST_MS = 500;
  it("loses nothing: every indexed second is there with its digest, once", { timeout: 180_000 }, async () => {
    const both = [volume("a", a), volume("b", b)];
    let one = await start(both);
    for (const streamId of ["s1", "s2"]) await record(one, streamId, 100, 2000);
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await indexed(one);
      await stop(one);
      const going = round % 2 === 0 ? "a" : "b";
      const child = spawn(process.execPath, [join(built, "writer.js"), above, going, `${START + round * 3_600_000}`], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
      await new Promise((resolve) => child.stdout.once("data", resolve));
      setTimeout(() => child.kill("SIGKILL"), (MOST_MS * ((round * 7) % ROUNDS)) / ROUNDS);
      expect(await ended).toBe("SIGKILL");
      one = await start(both);
      const after = await indexed(one);
      for (const [file, was] of before) expect([file, after.get(file)]).toEqual([file, was]);
      const [onA, onB] = [filesIn(a), filesIn(b)];
      expect([...onA, ...onB].toSorted()).toEqual([...after.keys()].toSorted());
      if (onA.length > 0 && onB.length > 0) interrupted += 1;
    }
    expect(interrupted).toBeGreaterThan(ROUNDS / 4);
    for (const streamId of ["s1", "s2"]) expect(await framesOf(one, streamId)).toEqual(counted(100));
  });

  /** the digest of each file, at the place that the index names */
  async function indexed(one: Recordings): Promise<Map<string, string>> {
    const paths: Record<string, string> = { a, b };
    const rows = await one.index.allSegments(0, 10_000);
    return new Map(rows.map(({ volume: on, file }) => [file, digest(join(paths[on] ?? "", file))]));
  }
});
