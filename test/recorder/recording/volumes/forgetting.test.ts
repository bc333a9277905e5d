/** A volume whose disk is lost: real folders, real files, and a disk that comes back although nobody expected it. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { volume } from "./volumes-fixture.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const SECONDS = 12;
let above = "";
let one: Recordings;
const at = (name: string): string => join(above, name);
const open = async (names: readonly string[]): Promise<void> => {
  one = await openRecordings(at("data"), {
    volumes: names.map((name) => volume(name, at(name))),
    freshMs: 0,
    segmentMs: 2000,
  });
  await one.reconciled;
};
const filesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4")).length
    : 0;
const framesOf = async (streamId: string): Promise<number> =>
  videosOf(await all(one.reader.samples(streamId, 0))).length;
async function record(streamId: string, startMs = START): Promise<void> {
  const recorder = await one.recorder(streamId, "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs }).seconds(SECONDS)) recorder.push(unit);
  await one.flush();
}
const segments = async (name: string): Promise<number> =>
  (await one.index.usageOf(name)).reduce((sum, row) => sum + row.segments, 0);
async function forgetAll(name: string, take: number): Promise<number> {
  for (let slices = 0; ; slices++) {
    const { removed, isThere } = await one.forget(name, take);
    expect(isThere).toBe(false);
    if (removed === 0) return slices;
  }
}

beforeEach(async () => {
  above = mkdtempSync(join(tmpdir(), "forgetting-"));
  await open(["a", "b"]);
  for (const streamId of ["s1", "s2"]) await record(streamId);
});
afterEach(async () => {
  await one.close();
  rmSync(above, { recursive: true, force: true });
});

it("nothing is forgotten of a volume that can be read", async () => {
  const before = await segments("b");
  expect(before).toBeGreaterThan(2);
  expect(await one.forget("b", 100)).toEqual({ removed: 0, isThere: true });
  expect(await segments("b")).toBe(before);
});

it("what is lost goes out of the index in slices, what is not stays, and recording goes on", async () => {
  const [before, onA] = [await segments("b"), await segments("a")];
  const files = filesIn(at("b"));
  renameSync(at("b"), at("lost"));
  await eventually(() => one.volumes.away.includes("b"), "it is away", 5000);
  await one.flush();
  expect(await forgetAll("b", 2)).toBeGreaterThanOrEqual(Math.floor(before / 2));
  expect(await segments("b")).toBe(0);
  expect(await one.index.volumesInUse()).toEqual(["a"]);
  expect(await segments("a")).toBeGreaterThanOrEqual(onA);
  await record("s3", START + 60_000);
  expect(await framesOf("s3")).toBe(SECONDS * 15);
  // Not a file of the disk was touched.
  expect(filesIn(at("lost"))).toBe(files);
});

it("a disk that comes back after that is taken in again from its files", async () => {
  const frames = [await framesOf("s1"), await framesOf("s2")];
  renameSync(at("b"), at("lost"));
  await eventually(() => one.volumes.away.includes("b"), "it is away", 5000);
  await one.flush();
  await forgetAll("b", 100);
  renameSync(at("lost"), at("b"));
  await eventually(() => !one.volumes.away.includes("b"), "it is back", 10_000);
  await expect.poll(() => segments("b"), { timeout: 10_000 }).toBeGreaterThan(0);
  await one.reconciled;
  expect([await framesOf("s1"), await framesOf("s2")]).toEqual(frames);
});

it("of a volume that is no longer in the list everything goes, what was left open too", async () => {
  await one.close();
  await open(["a"]);
  await one.index.createSegment({ streamId: "s9", startMs: START, file: "s9/left-open.mp4", volume: "b" });
  await forgetAll("b", 100);
  expect(await one.index.volumesInUse()).toEqual(["a"]);
});
