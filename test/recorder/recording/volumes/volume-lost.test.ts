/** Real file systems that are taken away under recording cameras: needs root. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { smallDisk } from "#test/support/machine/small-disk.ts";
import { eventually } from "#test/support/eventually.ts";
import { volume } from "./volumes-fixture.ts";

const CAMERAS = 8;
const MB = 1024 * 1024;
const TICK_MS = 200;
const FRAMES_PER_SECOND = 15;
const MOST_GAP_MS = 1000;
const mount = (dir: string, megabytes: number): void =>
  void execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir], { stdio: "ignore" });
const unmount = (dir: string): void => void execFileSync("umount", ["-l", dir], { stdio: "ignore" });

const probe = smallDisk(1);
probe?.remove();
if (!probe) console.warn("no file system can be mounted here: volumes that are taken away are not tested");

describe.skipIf(!probe)("a volume that is lost under eight cameras", () => {
  const above = mkdtempSync(join(tmpdir(), "volume-lost-"));
  const mounted: string[] = [];
  let recordings: Recordings;
  let reports: readonly VolumeReport[] = [];
  let feeding: NodeJS.Timeout | null = null;
  const cameras = Array.from({ length: CAMERAS }, (_, at) => ({
    id: `cam${at}`,
    feed: null as SyntheticCamera | null,
  }));

  const disk = (name: string, megabytes: number): string => {
    const dir = join(above, name);
    mkdirSync(dir, { recursive: true });
    mount(dir, megabytes);
    mounted.push(dir);
    return dir;
  };
  /** Cameras send in real time, each a picture after the other. */
  async function record(dirs: readonly [string, string], gopFrames: number): Promise<void> {
    recordings = await openRecordings(join(above, "data"), {
      volumes: [volume("a", dirs[0]), volume("b", dirs[1])],
      onVolumes: (volumes) => (reports = volumes),
      diskTiming: { retryMs: 50, calmMs: 300 },
    });
    const startMs = Date.now();
    const recorders = await Promise.all(
      cameras.map(async (camera) => {
        camera.feed = new SyntheticCamera({ startMs, gopFrames, frameBytes: 3000 });
        const recorder = await recordings.recorder(camera.id, "1", "continuous");
        recorder.begin({ codec: "h264", audio: null });
        return { recorder, feed: camera.feed };
      }),
    );
    const tick = (): void => {
      for (const { recorder, feed } of recorders) {
        const due = Math.floor(((Date.now() - startMs) / 1000) * FRAMES_PER_SECOND);
        while (feed.index < due) recorder.push(feed.frame());
      }
    };
    feeding = setInterval(tick, TICK_MS);
  }
  const stateOf = (name: string) => reports.find((one) => one.name === name)?.state;
  const streamsOn = (name: string): number => recordings.volumes.streamsOn(name);
  async function settled(): Promise<void> {
    if (feeding) clearInterval(feeding);
    feeding = null;
    await recordings.flush();
  }
  /** ms without a picture of a camera, from its first one to its last */
  async function longestGap(streamId: string, feed: SyntheticCamera | null): Promise<number> {
    const shown = videosOf(await all(recordings.reader.samples(streamId, 0)));
    const numbers = shown.map((item) => frameNumber(item.data));
    expect(numbers.at(-1)).toBe((feed?.index ?? 0) - 1);
    let most = 0;
    for (let at = 1; at < numbers.length; at++) most = Math.max(most, (numbers[at] ?? 0) - (numbers[at - 1] ?? 0) - 1);
    return (1000 * most) / FRAMES_PER_SECOND;
  }

  afterEach(async () => {
    if (feeding) clearInterval(feeding);
    await recordings.close();
    for (const dir of mounted.splice(0)) unmount(dir);
    rmSync(above, { recursive: true, force: true });
  });

  it.each([
    ["a key frame every second", 15],
    ["a key frame every four seconds", 60],
  ])(
    "pulled, with %s: they go on at the other one, and no second is missing there",
    { timeout: 40_000 },
    async (_, gop) => {
      const dirs = [disk("a", 64), disk("b", 64)] as const;
      await record(dirs, gop);
      // Long enough that not all of it is written again.
      const before = 4 * FRAMES_PER_SECOND + 1.5 * gop;
      await eventually(() => cameras.every(({ feed }) => (feed?.index ?? 0) > before), "the first seconds", 20_000);
      expect([streamsOn("a"), streamsOn("b")]).toEqual([4, 4]);
      const onA = cameras.filter((_camera, at) => at % 2 === 0);
      const pulledAtMs = performance.now();
      const pulledAt = onA[0]?.feed?.index ?? 0;
      unmount(mounted.shift() ?? "");
      await eventually(() => streamsOn("b") === CAMERAS, "all on the other one", 5000);
      expect(performance.now() - pulledAtMs).toBeLessThan(MOST_GAP_MS);
      expect(stateOf("a")).toBe("gone");
      expect(recordings.diskState.state).toBe("ok");
      await eventually(
        () => (onA[0]?.feed?.index ?? 0) > pulledAt + 3 * FRAMES_PER_SECOND,
        "three seconds more",
        10_000,
      );
      await settled();
      for (const { id, feed } of onA) {
        expect(await longestGap(id, feed)).toBeLessThanOrEqual(MOST_GAP_MS);
        // What is left begins before the pull: nothing of it went with the volume.
        const [first] = videosOf(await all(recordings.reader.samples(id, 0)));
        expect(first && frameNumber(first.data)).toBeLessThanOrEqual(pulledAt);
      }
      expect(await recordings.reader.isAway(onA[0]?.id ?? "", (onA[0]?.feed?.startMs ?? 0) + 200)).toBe(true);
      // What was recorded there before is known, and not taken for lost.
      const rows = await recordings.index.segmentsBetween(onA[0]?.id ?? "", 0, Date.now() * 2);
      expect(rows.map((row) => row.volume)).toContain("a");
    },
  );

  it("full: they go on at the other one, without anything being removed", { timeout: 40_000 }, async () => {
    const dirs = [disk("a", 32), disk("b", 64)] as const;
    await record(dirs, 15);
    await eventually(
      () => cameras.every(({ feed }) => (feed?.index ?? 0) > 2 * FRAMES_PER_SECOND),
      "two seconds",
      10_000,
    );
    const before = await recordings.index.usageOf("a");
    for (let at = 0; at < 32; at++)
      try {
        writeFileSync(join(dirs[0], `ballast${at}`), Buffer.alloc(MB));
      } catch {
        break;
      }
    await eventually(() => streamsOn("b") === CAMERAS, "all on the other one", 8000);
    await settled();
    for (const { id, feed } of cameras) expect(await longestGap(id, feed)).toBe(0);
    const after = await recordings.index.usageOf("a");
    expect(after.map(({ streamId }) => streamId)).toEqual(before.map(({ streamId }) => streamId));
    expect(recordings.diskState.state).toBe("ok");
  });

  it("and comes back: what it holds is there again, and it is written again", { timeout: 60_000 }, async () => {
    const dirs = [disk("a", 64), disk("b", 64)] as const;
    await record(dirs, 15);
    await eventually(
      () => cameras.every(({ feed }) => (feed?.index ?? 0) > 3 * FRAMES_PER_SECOND),
      "three seconds",
      10_000,
    );
    // The same file system somewhere else, as a disk that is plugged in again.
    const kept = join(above, "kept");
    mkdirSync(kept);
    execFileSync("mount", ["--bind", dirs[0], kept]);
    mounted.push(kept);
    unmount(dirs[0]);
    await eventually(() => streamsOn("b") === CAMERAS, "all on the other one", 5000);
    execFileSync("mount", ["--bind", kept, dirs[0]]);
    await eventually(() => stateOf("a") === "ok", "it is back", 15_000);
    await settled();
    for (const { id, feed } of cameras) {
      expect(await longestGap(id, feed)).toBe(0);
      const [first] = videosOf(await all(recordings.reader.samples(id, 0)));
      expect(first && frameNumber(first.data)).toBe(0);
    }
  });
});
