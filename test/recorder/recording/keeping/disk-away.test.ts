import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import type { DiskSpace } from "#recorder/recording/keeping/retention.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { eventually } from "#test/support/eventually.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const ROOM: DiskSpace = { capacityBytes: 1e9, freeBytes: 9e8, unavailableBytes: 0 };
let above: string;
let dir: string;
let states: string[];
let recordings: Recordings;
let space: () => Promise<DiskSpace>;
let camera: SyntheticCamera;
beforeEach(async () => {
  above = mkdtempSync(join(tmpdir(), "disk-away-"));
  dir = join(above, "recordings");
  states = [];
  space = () => Promise.resolve(ROOM);
  camera = new SyntheticCamera({ startMs: START });
  recordings = await openRecordings(dir, {
    onDiskState: ({ state }) => states.push(state),
    diskTiming: { retryMs: 20, calmMs: 100 },
    space: () => space(),
    stuckMs: 300,
    freshMs: 0,
  });
});
afterEach(async () => {
  await recordings.close();
  rmSync(above, { recursive: true, force: true });
});

async function push(seconds: number): Promise<void> {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of camera.seconds(seconds)) recorder.push(unit);
}
async function numbers(): Promise<number[]> {
  return videosOf(await all(recordings.reader.samples("cam", 0))).map((item) => frameNumber(item.data));
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"));

it("a folder that is taken away is told of, nothing goes into another one there, and all is there when it is back", async () => {
  await push(3);
  await recordings.flush();
  renameSync(dir, `${dir}-away`);
  mkdirSync(dir);
  await push(3);
  await eventually(() => states.at(-1) === "gone", "gone");
  expect(filesIn(dir)).toEqual([]);
  rmSync(dir, { recursive: true });
  renameSync(`${dir}-away`, dir);
  await recordings.flush();
  await push(2);
  await recordings.flush();
  expect(await numbers()).toEqual(Array.from({ length: camera.index }, (_, i) => i));
});

it("a file that somebody deletes while it is written takes nothing more: the next picture has a new file", async () => {
  await push(3);
  await recordings.flush();
  const [first = ""] = filesIn(dir);
  rmSync(join(dir, first));
  const before = camera.index;
  await push(3);
  await recordings.flush();
  expect(states).toContain("unwritable");
  expect(existsSync(join(dir, first))).toBe(false);
  const kept = await numbers();
  expect(kept.at(-1)).toBe(camera.index - 1);
  expect(kept[0]).toBeLessThanOrEqual(before);
});

it("a write that does not return is told of as such, and goes on when it does", async () => {
  await push(1);
  await recordings.flush();
  let answer: (space: DiskSpace) => void = () => undefined;
  space = () => new Promise((resolve) => (answer = resolve));
  await push(3);
  await eventually(() => states.at(-1) === "stuck", "stuck");
  space = () => Promise.resolve(ROOM);
  answer(ROOM);
  await recordings.flush();
  expect(await numbers()).toHaveLength(camera.index);
  // It is well again when writes have succeeded for a while.
  const stateNow = async (): Promise<string | undefined> => {
    await push(1);
    await recordings.flush();
    return states.at(-1);
  };
  await expect.poll(stateNow).toBe("ok");
});

it("the last of a disk is left to the index and the settings", async () => {
  await push(1);
  await recordings.flush();
  space = () => Promise.resolve({ ...ROOM, freeBytes: ROOM.capacityBytes * 0.009 });
  const written = (await numbers()).length;
  await push(2);
  await eventually(() => states.at(-1) === "full", "full");
  expect((await numbers()).length).toBe(written);
  space = () => Promise.resolve(ROOM);
  await recordings.flush();
  expect((await numbers()).length).toBe(camera.index);
});
