import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiskState } from "#recorder/recording/disk-guard.ts";
import { DEFAULT_POLICY } from "#recorder/recording/retention.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { smallDisk } from "#test/support/small-disk.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { all, openRecordings, videosOf } from "./fixture.ts";
import { frameNumber, SyntheticCamera } from "./synthetic-camera.ts";

const MB = 1024 * 1024;

const disk = smallDisk(24);

describe.skipIf(!disk)("on a disk of 24 MB", () => {
  const dir = disk?.dir ?? "";
  const states: DiskState[] = [];
  let recordings: Recordings;
  beforeAll(async () => {
    recordings = await openRecordings(dir, {
      onDiskState: (state) => states.push(state),
      diskTiming: { retryMs: 50, calmMs: 200 },
      segmentMs: 5000,
    });
  });
  afterAll(async () => {
    await recordings.close();
    disk?.remove();
  });

  const START = Date.UTC(2026, 5, 1, 12, 0, 0);
  // about 0.5 MB per second
  const camera = new SyntheticCamera({ startMs: START, frameBytes: 27_000 });
  async function record(seconds: number): Promise<void> {
    const recorder = await recordings.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (let second = 0; second < seconds; second++) {
      for (const unit of camera.seconds(1)) recorder.push(unit);
      await recordings.flush();
    }
  }

  it("the cleaner keeps to the threshold while recording goes on", { timeout: 60_000 }, async () => {
    // Nothing is younger than the newest ten minutes here: tell the cleaner that much time has passed.
    recordings.cleaner.setPolicy({ ...DEFAULT_POLICY, streams: [{ streamId: "cam", minimumMs: null }] });
    for (let round = 0; round < 25; round++) {
      await record(4);
      await recordings.cleaner.run();
      const { blocks, bfree } = statfsSync(dir);
      expect((blocks - bfree) / blocks).toBeLessThanOrEqual(0.86);
    }
    expect(states).toEqual([]);
    const [archive] = await recordings.index.archives("cam", 0, START * 2);
    expect(archive?.endMs).toBeGreaterThan(START + 99_000);
    expect(archive?.startMs).toBeGreaterThan(START + 20_000);
  });

  it("a full disk is told about, the oldest goes, and recording never stops", { timeout: 60_000 }, async () => {
    recordings.cleaner.setPolicy({ ...DEFAULT_POLICY, cleaning: false, streams: [] });
    await record(60);
    expect(states.some((state) => state.state === "full")).toBe(true);
    const items = videosOf(await all(recordings.reader.samples("cam", 0)));
    const numbers = items.map((item) => frameNumber(item.data));
    expect(numbers.at(-1)).toBe(camera.index - 1);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
  });

  it("when others fill the disk, the newest waits in memory and is written when there is room", {
    timeout: 60_000,
  }, async () => {
    // Space was freed: after some calm seconds all is well again.
    const stateAfterRecording = async (): Promise<string> => {
      await record(1);
      return recordings.diskState.state;
    };
    await expect.poll(stateAfterRecording, { timeout: 20_000, interval: 300 }).toBe("ok");
    recordings.cleaner.setPolicy({ ...DEFAULT_POLICY, thresholdPercent: 50, streams: [] });
    await recordings.cleaner.run();
    await recordings.index.addLock({ streamId: null, fromMs: 0, toMs: START * 2, note: "evidence", createdMs: 0 });
    const ballast = join(dir, "ballast");
    let blocked = 0;
    try {
      for (; blocked < 64; blocked++) writeFileSync(`${ballast}${blocked}`, Buffer.alloc(MB));
    } catch {
      /* full */
    }
    const recorder = await recordings.recorder("cam", "1", "continuous");
    const before = camera.index;
    for (const unit of camera.seconds(6)) recorder.push(unit);
    await expect.poll(() => states.at(-1)?.state, { timeout: 10_000 }).toBe("full");
    for (const name of readdirSync(dir)) if (name.startsWith("ballast")) rmSync(join(dir, name));
    await recordings.flush();
    await recordings.stop("cam");
    const items = videosOf(await all(recordings.reader.samples("cam", START)));
    const numbers = items.map((item) => frameNumber(item.data));
    expect(numbers.filter((n) => n >= before)).toEqual(Array.from({ length: 90 }, (_, i) => before + i));
    expect(recorder.droppedFragments).toBe(0);
  });
});

describe("when the folder cannot be written", () => {
  it.skipIf(process.getuid?.() === 0)("says so, and goes on when it can", async () => {
    const dir = mkdtempSync(join(tmpdir(), "readonly-"));
    const states: DiskState[] = [];
    const recordings = await openRecordings(dir, {
      onDiskState: (state) => states.push(state),
      diskTiming: { retryMs: 20, calmMs: 20 },
    });
    const recorder = await recordings.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    chmodSync(dir, 0o500);
    for (const unit of new SyntheticCamera({ startMs: 1_780_000_000_000 }).seconds(3)) recorder.push(unit);
    await expect.poll(() => states.at(-1)?.state).toBe("unwritable");
    chmodSync(dir, 0o700);
    await recordings.flush();
    expect(states.at(-1)?.state).toBe("ok");
    await recordings.close();
    rmSync(dir, { recursive: true });
  });
});
