/**
 * Reliability case R7: the recorder's clock is changed while it records. Every file stays, no time has a negative
 * length, and no two segments cover the same time.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, temporaryFolder, videosOf } from "./fixture.ts";
import { frameNumber, SyntheticCamera } from "./synthetic-camera.ts";

/** Two minutes before the clocks of Europe go back by an hour; epoch time is not affected by it. */
const START = Date.UTC(2026, 9, 25, 0, 58);
const SECONDS = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** To a hundredth of a millisecond. */
function expectNoOverlap(rows: readonly { startMs: number; endMs: number }[]): void {
  const inOrder = rows.toSorted((a, b) => a.startMs - b.startMs);
  for (const [at, { startMs, endMs }] of inOrder.entries()) {
    expect(endMs).toBeGreaterThanOrEqual(startMs);
    expect(endMs).toBeLessThan((inOrder[at + 1]?.startMs ?? Number.POSITIVE_INFINITY) + 0.01);
  }
}
const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"));

let folder: { dir: string; remove: () => void };
let recordings: Recordings;
beforeEach(async () => {
  folder = temporaryFolder();
  recordings = await openRecordings(folder.dir, { segmentMs: 4000 });
});
afterEach(async () => {
  await recordings.close();
  folder.remove();
});

it.each([
  ["5 s on", 5000],
  ["5 s back", -5000],
  ["an hour on", 60 * MINUTE_MS],
  ["an hour back", -60 * MINUTE_MS],
  ["a day on", DAY_MS],
  ["a day back", -DAY_MS],
])("a clock that is set %s while a camera records", async (_, jumpMs) => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START });
  const before = camera.seconds(SECONDS);
  const after = camera.seconds(SECONDS).map((unit) => ({ ...unit, wallMs: unit.wallMs + jumpMs }));
  for (const unit of [...before, ...after]) recorder.push(unit);
  await recordings.stop("cam");

  const { index, reader } = recordings;
  const rows = await index.segmentsBetween("cam", 0, START * 2);
  // When the clock is set back by 5 s, the recording continues with its own time and converges with the clock by 10 ms
  // per second.
  const caughtUpMs = jumpMs === -5000 ? SECONDS * 10 : 0;
  for (const { startMs, endMs, frames } of rows) {
    const shorterMs = (frames * 1000) / camera.fps - (endMs - startMs);
    expect(shorterMs).toBeGreaterThan(-0.5);
    expect(shorterMs).toBeLessThan(0.5 + caughtUpMs);
  }
  expectNoOverlap(rows);
  expect(rows.reduce((sum, { frames }) => sum + frames, 0)).toBe(before.length + after.length);
  const [usage] = await index.usage();
  expect(Math.abs((usage?.recordedMs ?? 0) - 2 * SECONDS * 1000)).toBeLessThan(5 + caughtUpMs);
  const spans = await index.archives("cam", 0, START * 2);
  expect(spans).toHaveLength(jumpMs === -5000 ? 1 : 2);
  const edges = spans.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
  const seen = videosOf(await all(reader.samples("cam", START - 2 * DAY_MS))).map(({ data }) => frameNumber(data));
  expect(seen.toSorted((a, b) => a - b)).toEqual([...before, ...after].map((_unit, at) => at));
});

it("set back by some seconds, the recording meets the clock again without anything twice", async () => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START, gopFrames: 15 });
  const jumpMs = -2100;
  const [before, after] = [camera.seconds(SECONDS), camera.seconds(300)];
  for (const unit of [...before, ...after.map((one) => ({ ...one, wallMs: one.wallMs + jumpMs }))]) recorder.push(unit);
  await recordings.stop("cam");
  const rows = await recordings.index.segmentsBetween("cam", 0, START * 2);
  expectNoOverlap(rows);
  const seen = videosOf(await all(recordings.reader.samples("cam", START)));
  expect(seen.map(({ data }) => frameNumber(data))).toEqual([...before, ...after].map((_unit, at) => at));
  const times = seen.map(({ wallMs }) => wallMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeCloseTo((after.at(-1)?.wallMs ?? 0) + jumpMs, 1);
});

it("of a time that was lived twice the newer recording is shown, the older one beside it; all files stay", async () => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START });
  const [before, after] = [camera.seconds(60), camera.seconds(30)];
  const jumpMs = -40_000 - 700;
  for (const unit of before) recorder.push(unit);
  await recordings.flush();
  for (const unit of after) recorder.push({ ...unit, wallMs: unit.wallMs + jumpMs });
  await recordings.flush();
  expectNoOverlap(await recordings.index.segmentsBetween("cam", 0, START * 2));
  // Checked before and after the last of them is closed.
  await all(recordings.reader.samples("cam", START));
  await recordings.stop("cam");

  const { index, reader } = recordings;
  const rows = await index.segmentsBetween("cam", 0, START * 2);
  expectNoOverlap(rows);
  const seen = videosOf(await all(reader.samples("cam", START)));
  const times = seen.map(({ wallMs }) => wallMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const newFrom = (after[0]?.wallMs ?? 0) + jumpMs;
  const newTo = (after.at(-1)?.wallMs ?? 0) + jumpMs;
  const numbers = seen.filter(({ wallMs }) => wallMs >= newFrom - 0.5 && wallMs <= newTo + 0.5);
  expect(numbers.map(({ data }) => frameNumber(data))).toEqual(after.map((_unit, at) => before.length + at));
  // The recordings before and after it are still there, except for a second where they meet.
  expect(times[0]).toBeCloseTo(START, 0);
  expect(times.at(-1)).toBeCloseTo(before.at(-1)?.wallMs ?? 0, 0);
  expect(Math.max(...times.map((ms, at) => ms - (times[at - 1] ?? ms)))).toBeLessThan(2100);
  expect((await index.archives("cam", 0, START * 2)).length).toBeLessThanOrEqual(2);
  const [usage] = await index.usage();
  expect(usage?.recordedMs).toBeCloseTo(
    rows.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
    3,
  );

  // Nothing is deleted because of it: the cleaner knows every file, and a new start finds everything unchanged.
  const files = filesOf(folder.dir);
  expect((await index.allSegments(0, 1000)).length).toBe(files.length);
  expect((await index.oldestSegments("cam", 1000)).length).toBe(files.length);
  expect(usage?.segments).toBe(files.length);
  expect(usage?.bytes).toBe(files.reduce((sum, file) => sum + statSync(join(folder.dir, file)).size, 0));
  await recordings.close();
  recordings = await openRecordings(folder.dir, { segmentMs: 4000 });
  await recordings.reconciled;
  expect(filesOf(folder.dir)).toEqual(files);
  expect(await recordings.index.segmentsBetween("cam", 0, START * 2)).toEqual(rows);
  expect((await recordings.index.allSegments(0, 1000)).length).toBe(files.length);
});

it.each([
  ["5 s on", 5000],
  ["5 s back", -5000],
  ["an hour on", 60 * MINUTE_MS],
  ["an hour back", -60 * MINUTE_MS],
])(
  "dates that leap %s between two key frames: no frame is lost, and the new dates hold from the next key frame on",
  async (_, jumpMs) => {
    const recorder = await recordings.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const camera = new SyntheticCamera({ startMs: START });
    const before = camera.seconds(SECONDS);
    const after = camera.seconds(SECONDS);
    const leap = Math.floor(camera.gop / 2);
    const units = [...before, ...after.map((unit, i) => (i < leap ? unit : { ...unit, wallMs: unit.wallMs + jumpMs }))];
    for (const unit of units) recorder.push(unit);
    await recordings.stop("cam");
    const rows = await recordings.index.segmentsBetween("cam", 0, START * 2);
    expectNoOverlap(rows);
    const seen = videosOf(await all(recordings.reader.samples("cam", START - 2 * DAY_MS)));
    expect(seen.map(({ data }) => frameNumber(data)).toSorted((a, b) => a - b)).toEqual(units.map((_unit, at) => at));
    const last = seen.find(({ data }) => frameNumber(data) === units.length - 1);
    // Set back by 5 s, the recording goes on where it was and meets the clock by 10 ms a second.
    const heldMs = jumpMs === -5000 ? 5000 - SECONDS * 10 : 0;
    expect(Math.abs((last?.wallMs ?? 0) - (units.at(-1)?.wallMs ?? 0) - heldMs)).toBeLessThan(100);
  },
);

it("a camera that pauses between two key frames, or sends a picture every 10 s, is recorded whole", async () => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START, gopFrames: 15 });
  const stretch = (from: number, byMs: number) =>
    camera.seconds(2).map((unit, i) => {
      const lateMs = from + i * byMs;
      return { ...unit, wallMs: unit.wallMs + lateMs, pts90k: unit.pts90k + lateMs * 90 };
    });
  const plain = camera.seconds(2);
  const paused = camera
    .seconds(2)
    .map((unit, i) => (i < 7 ? unit : { ...unit, wallMs: unit.wallMs + 8000, pts90k: unit.pts90k + 720_000 }));
  const units = [...plain, ...paused, ...stretch(8000, 10_000)];
  for (const unit of units) recorder.push(unit);
  await recordings.stop("cam");
  const seen = videosOf(await all(recordings.reader.samples("cam", START)));
  expect(seen.map(({ data }) => frameNumber(data))).toEqual(units.map((_unit, at) => at));
  for (const [i, { wallMs }] of seen.entries()) expect(Math.abs(wallMs - (units[i]?.wallMs ?? 0))).toBeLessThan(1);
  expectNoOverlap(await recordings.index.segmentsBetween("cam", 0, START * 2));
});

it("without another key frame the recording goes on in the next file, past a clock that is set too", async () => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START, framesPerSecond: 5, gopFrames: 1_000_000 });
  const units = [
    ...camera.seconds(400),
    ...camera.seconds(400).map((unit) => ({ ...unit, wallMs: unit.wallMs + MINUTE_MS })),
  ];
  for (const unit of units) recorder.push(unit);
  await recordings.stop("cam");
  const rows = await recordings.index.segmentsBetween("cam", 0, START * 2);
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expectNoOverlap(rows);
  expect(rows.reduce((sum, { frames }) => sum + frames, 0)).toBe(units.length);
  const seen = videosOf(await all(recordings.reader.samples("cam", START)));
  expect(seen.map(({ data }) => frameNumber(data))).toEqual(units.map((_unit, at) => at));
});

it("a camera of one picture every 10 s is one recording from its first picture on", async () => {
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START, framesPerSecond: 0.1, gopFrames: 1 });
  for (const unit of camera.seconds(300)) recorder.push(unit);
  await recordings.stop("cam");
  expect(await recordings.index.archives("cam", 0, START * 2)).toHaveLength(1);
});
