import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import type { RecordMode } from "#recorder/recording/keeping/record-gate.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import type { StreamRecorder } from "#recorder/recording/stream-recorder.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { all, openRecordings, temporaryFolder, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);

describe("recording modes", () => {
  let folder: { dir: string; remove: () => void };
  let recordings: Recordings;
  let camera: SyntheticCamera;
  let recorder: StreamRecorder;
  beforeEach(async () => {
    folder = temporaryFolder();
    recordings = await openRecordings(folder.dir);
    camera = new SyntheticCamera({ startMs: START });
  });
  afterEach(async () => {
    await recordings.close();
    folder.remove();
  });

  async function begin(mode: RecordMode): Promise<void> {
    recorder = await recordings.recorder("cam", "1", mode);
    recorder.begin({ codec: "h264", audio: null });
  }
  const push = (units: readonly AccessUnit[]): void => {
    for (const unit of units) recorder.push(unit);
  };
  async function numbers(): Promise<number[]> {
    await recordings.stop("cam");
    return videosOf(await all(recordings.reader.samples("cam", START))).map((item) => frameNumber(item.data));
  }
  const span = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

  it("proxy writes nothing", async () => {
    await begin("proxy");
    push(camera.seconds(20));
    recorder.motionStarted(START + 10_000);
    push(camera.seconds(20));
    expect(await numbers()).toEqual([]);
  });

  it("motion writes whole GOPs from 5 s before to 5 s after, and closes in between", async () => {
    await begin("motion");
    push(camera.seconds(30));
    recorder.motionStarted(START + 29_000);
    push(camera.seconds(3));
    recorder.motionStopped(START + 33_000);
    push(camera.seconds(37));
    recorder.motionStarted(START + 70_000);
    recorder.motionStopped(START + 70_500);
    push(camera.seconds(20));
    // GOPs of 2 s: 29 - 5 = 24 s is a key frame; 33 + 5 = 38 s, so the GOP that starts at 38 is included (not after),
    // and the one at 40 is not
    expect(await numbers()).toEqual([...span(24 * 15, 40 * 15), ...span(64 * 15, 76 * 15)]);
    expect(await recordings.index.archives("cam", 0, START * 2)).toHaveLength(2);
  });

  it.each(["motion", "adaptive"] as const)(
    "%s: a clock set back by an hour does not keep it open for that hour",
    async (mode) => {
      await begin(mode);
      push(camera.seconds(12));
      recorder.motionStarted(START + 12_000);
      push(camera.seconds(2));
      recorder.motionStopped(START + 14_000);
      push(camera.seconds(1));
      const setBack = (units: readonly AccessUnit[]) =>
        units.map((unit) => ({ ...unit, wallMs: unit.wallMs - 3_600_000 }));
      push(setBack(camera.seconds(30)));
      await recordings.stop("cam");
      const written = videosOf(await all(recordings.reader.samples("cam", START - 3_600_000)));
      const after = written.map((item) => frameNumber(item.data)).filter((number) => number >= 15 * 15);
      const whole = after.filter((number) => number % 30 !== 0);
      // The five seconds after the movement, counted from the set clock, to the end of their GOP.
      expect(Math.max(...whole)).toBeLessThan(24 * 15);
      expect(Math.max(...whole)).toBeGreaterThan(20 * 15);
    },
  );

  it("motion that comes again within the tail goes on in one piece", async () => {
    await begin("motion");
    push(camera.seconds(12));
    recorder.motionStarted(START + 12_000);
    push(camera.seconds(1));
    recorder.motionStopped(START + 13_000);
    push(camera.seconds(3));
    recorder.motionStarted(START + 16_000);
    push(camera.seconds(8));
    recorder.motionStopped(START + 24_000);
    push(camera.seconds(20));
    expect(await numbers()).toEqual(span(6 * 15, 30 * 15));
  });

  it("motion keeps a ring of 10 s at most", async () => {
    await begin("motion");
    push(camera.seconds(60));
    recorder.motionStarted(START + 30_000); // reported far too late
    push(camera.seconds(1));
    const written = await numbers();
    expect(written[0]).toBeGreaterThanOrEqual(48 * 15);
    expect(written[0]).toBeLessThanOrEqual(50 * 15);
    expect(written.at(-1)).toBe(61 * 15 - 1);
  });

  it("adaptive writes key frames while nothing moves and everything while something does", async () => {
    await begin("adaptive");
    push(camera.seconds(21)); // in the middle of the GOP that started at 20 s
    recorder.motionStarted(START + 20_800);
    push(camera.seconds(4));
    recorder.motionStopped(START + 25_000);
    push(camera.seconds(25));
    const keys = (from: number, to: number): number[] => span(from, to).filter((n) => n % 30 === 0);
    const expected = [...keys(0, 20 * 15), ...span(20 * 15, 32 * 15), ...keys(32 * 15, 50 * 15)];
    expect(await numbers()).toEqual(expected);
    // the timeline has no holes: a still picture lasts until the next one
    const archives = await recordings.index.archives("cam", 0, START * 2);
    expect(archives).toHaveLength(1);
    expect(archives[0]?.endMs).toBeGreaterThan(START + 47_500);
  });

  it("a change of mode takes effect at once", async () => {
    await begin("continuous");
    push(camera.seconds(10));
    recorder.setMode("proxy");
    push(camera.seconds(10));
    recorder.setMode("continuous");
    push(camera.seconds(10));
    expect(await numbers()).toEqual([...span(0, 150), ...span(300, 450)]);
  });
});
