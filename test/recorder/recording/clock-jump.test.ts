/** Reliability case R7: the clock of the recorder is set while it records. Every picture stays, and no time has a negative length. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, temporaryFolder, videosOf } from "./fixture.ts";
import { frameNumber, SyntheticCamera } from "./synthetic-camera.ts";

/** Two minutes before the clocks of Europe go back by an hour; epoch time knows nothing of it. */
const START = Date.UTC(2026, 9, 25, 0, 58);
const SECONDS = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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
  for (const { startMs, endMs, frames } of rows) expect(endMs - startMs).toBeCloseTo((frames * 1000) / camera.fps, 0);
  expect(rows.reduce((sum, { frames }) => sum + frames, 0)).toBe(before.length + after.length);
  const [usage] = await index.usage();
  expect(usage?.recordedMs).toBeCloseTo(2 * SECONDS * 1000, -1);
  // A time that was lived twice is one span, with the pictures of both.
  const spans = await index.archives("cam", 0, START * 2);
  expect(spans).toHaveLength(jumpMs === -5000 ? 1 : 2);
  const edges = spans.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
  const seen = videosOf(await all(reader.samples("cam", START - 2 * DAY_MS))).map(({ data }) => frameNumber(data));
  expect(seen.toSorted((a, b) => a - b)).toEqual([...before, ...after].map((_unit, at) => at));
});
