import { expect, test } from "vitest";
import { FeedDecoder } from "#recorder/analysis/feed-decoder.ts";
import { Lateness } from "#recorder/analysis/lateness.ts";
import { type TranscodedFrame, TranscodeJob } from "#recorder/analysis/transcode-job.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { encodeScene } from "../viewing/support/encoded-scene.ts";

const START = 1_800_000_000_000;

test.each([
  { name: "worked off as it comes", waited: [0, 3, 1], captured: [0, 67, 133], handled: [5, 75, 139], late: [0, 3, 1] },
  {
    name: "a burst ahead of its time waits for itself",
    waited: [0, 300, 600],
    captured: [0, 67, 133],
    handled: [0, 0, 0],
    late: [0, 0, 0],
  },
  { name: "late at the camera, not here", waited: [0, 1], captured: [0, 67], handled: [0, 3000], late: [0, 1] },
  {
    name: "falling behind",
    waited: [0, 400, 900],
    captured: [0, 67, 133],
    handled: [0, 467, 1033],
    late: [0, 400, 900],
  },
])("lateness: $name", ({ waited, captured, handled, late }) => {
  const lateness = new Lateness();
  const told = handled.map((nowMs, n) => lateness.of(captured[n] ?? 0, nowMs - (waited[n] ?? 0), nowMs));
  expect(told).toEqual(late);
});

/** The wall times of the pictures that leave a feed in which each picture waited this long. */
function transcoded(live: boolean, waitedMs: (n: number) => number): number[] {
  const units = encodeScene({ startMs: START, frames: 60 });
  const made: TranscodedFrame[] = [];
  const failures: unknown[] = [];
  const decoder = new FeedDecoder({ codec: "h264", reorders: false, live }, (_sink, error) => failures.push(error));
  decoder.sinks.add(
    new TranscodeJob({ output: "h264", heightPx: 90, framesPerSecond: 0, bitsPerSecond: 120_000 }, (picture) =>
      made.push(picture),
    ),
  );
  for (const [n, { key, wallMs, nals }] of units.entries()) {
    const nowMs = wallMs + 50 + waitedMs(n);
    decoder.unit({ key, wallMs, skip: false, sentMs: wallMs + 50 }, annexB(nals), nowMs);
  }
  decoder.close();
  expect(failures).toEqual([]);
  return made.map(({ wallMs }) => Math.round(wallMs - START));
}

const gaps = (wallsMs: readonly number[]) => wallsMs.slice(1).map((wallMs, n) => wallMs - (wallsMs[n] ?? 0));

test("a live feed in time: every picture", () => {
  expect(transcoded(true, () => 0)).toHaveLength(60);
});

test("a live feed that falls behind: two pictures a second, none of them missing for longer", () => {
  const made = transcoded(true, (n) => (n < 10 ? 0 : 600));
  expect(made.length).toBeLessThan(20);
  expect(Math.max(...gaps(made))).toBeLessThan(600);
});

test("a live feed that is far behind: only what begins with a key frame", () => {
  const units = encodeScene({ startMs: START, frames: 60 });
  const keys = units.flatMap(({ key, wallMs }) => (key ? [Math.round(wallMs - START)] : []));
  expect(keys.length).toBeGreaterThan(1);
  expect(transcoded(true, (n) => (n === 0 ? 0 : 5000))).toEqual(keys);
});

test("recorded video is made whole, however long it takes", () => {
  expect(transcoded(false, () => 5000)).toHaveLength(60);
});
