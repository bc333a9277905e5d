import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiskState } from "#recorder/recording/segments/disk-guard.ts";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { smallDisk } from "#test/support/machine/small-disk.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";

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
    // Nothing here is older than the newest ten minutes: the cleaner is told that much time has passed.
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
    // Space was freed: after some seconds without errors the state is ok again.
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
      /* the disk is full */
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

const fullAtStart = smallDisk(8);
afterAll(() => fullAtStart?.remove());

describe.skipIf(!fullAtStart)("a disk that was full when the recorder was killed", () => {
  const dir = fullAtStart?.dir ?? "";
  const fill = (): void => {
    for (const bytes of [256 * 1024, 4096])
      for (let i = 0; i < 2000; i++)
        try {
          writeFileSync(join(dir, `ballast-${bytes}-${i}`), Buffer.alloc(bytes));
        } catch {
          break;
        }
  };
  const killed = async (): Promise<void> => {
    const index = await openIndex({ recordingsDir: dir });
    await index.putEvent({ streamId: "cam", startMs: 1_780_000_000_000, stopMs: null, score: 0 });
    await index.createSegment({ streamId: "cam", startMs: 1_780_000_000_000, file: "cam/gone.mp4" });
    // The file is held open as the main process holds it: the write-ahead log is not merged into it.
    held.push(index);
  };
  const held: RecordingIndex[] = [];
  afterAll(() => Promise.all(held.map((index) => index.close())));

  it("frees what it may, closes what was left open, and starts", async () => {
    const before = await openRecordings(dir, { segmentMs: 5000 });
    const recorder = await before.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of new SyntheticCamera({ startMs: 1_780_000_000_000 }).seconds(30)) recorder.push(unit);
    await before.close();
    await killed();
    fill();
    const recordings = await openRecordings(dir);
    expect(await recordings.index.events(["cam"], 0, 2e12)).toMatchObject([{ stopMs: expect.any(Number) }]);
    await recordings.close();
  });

  it("starts all the same where nothing may go, and says so", async () => {
    await held[0]?.addLock({ streamId: null, fromMs: 0, toMs: 2e12, note: "evidence", createdMs: 0 });
    await killed();
    fill();
    const said: string[] = [];
    const recordings = await openRecordings(dir, { onLog: (level) => said.push(level) });
    expect(said).toContain("error");
    await recordings.reconciled;
    await recordings.close();
  });
});

describe("when the folder cannot be written", () => {
  it("of one stream only, it is told about once, and is over when all are written again", async () => {
    const dir = mkdtempSync(join(tmpdir(), "one-unwritable-"));
    const states: string[] = [];
    const recordings = await openRecordings(dir, {
      onDiskState: ({ state }) => states.push(state),
      diskTiming: { retryMs: 20, calmMs: 200 },
    });
    // A file stands in the place of the folder.
    writeFileSync(join(dir, "bad"), "");
    const cameras = ["good", "bad"].map((id) => ({ id, camera: new SyntheticCamera({ startMs: 1_780_000_000_000 }) }));
    const record = async (): Promise<void> => {
      for (const { id, camera } of cameras) {
        const recorder = await recordings.recorder(id, "1", "continuous");
        if (camera.index === 0) recorder.begin({ codec: "h264", audio: null });
        for (const unit of camera.seconds(2)) recorder.push(unit);
      }
    };
    await record();
    await expect.poll(() => states).toEqual(["unwritable"]);
    const good = await recordings.recorder("good", "1", "continuous");
    for (let round = 0; round < 10; round++) {
      const beforeMs = good.lastWrittenMs;
      await record();
      await expect.poll(() => good.lastWrittenMs).toBeGreaterThan(beforeMs);
    }
    expect(states).toEqual(["unwritable"]);
    rmSync(join(dir, "bad"));
    const stateLater = async (): Promise<string | undefined> => {
      await record();
      await recordings.flush();
      return states.at(-1);
    };
    await expect.poll(stateLater, { interval: 100, timeout: 10_000 }).toBe("ok");
    expect(states).toEqual(["unwritable", "ok"]);
    await recordings.close();
    rmSync(dir, { recursive: true });
  });

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
