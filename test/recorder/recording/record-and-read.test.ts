import { type AccessUnit } from "#recorder/formats/access-unit.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { all, openRecordings, temporaryFolder, videosOf } from "./fixture.ts";
import { frameNumber, g711, SyntheticCamera } from "./synthetic-camera.ts";

/** The start of a minute, so that tests do not depend on when segments are cut. */
const START = Date.UTC(2026, 2, 29, 10, 0, 0);

describe("recording and reading back", () => {
  let folder: { dir: string; remove: () => void };
  let recordings: Recordings;
  beforeEach(async () => {
    folder = temporaryFolder();
    recordings = await openRecordings(folder.dir);
  });
  afterEach(async () => {
    await recordings.close();
    folder.remove();
  });

  async function record(units: Iterable<AccessUnit>, streamId = "cam"): Promise<void> {
    const recorder = await recordings.recorder(streamId, `camera-${streamId}`, "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of units) recorder.push(unit);
    await recordings.flush();
  }

  it("gives every frame back with its number, time, duration and config, across segments", async () => {
    const camera = new SyntheticCamera({ startMs: START + 123.456 });
    await record(camera.seconds(150));
    await recordings.stop("cam");
    const items = videosOf(await all(recordings.reader.samples("cam", START)));
    expect(items.length).toBe(150 * 15);
    expect(items.map((item) => frameNumber(item.data))).toEqual(items.map((_, i) => i));
    for (const [i, item] of items.entries()) {
      expect(Math.abs(item.wallMs - camera.wallOf(i))).toBeLessThan(0.1);
      expect(item.key).toBe(i % 30 === 0);
      expect(Math.abs(item.durationUs - 66_667)).toBeLessThan(20);
    }
    expect(new Set(items.map((item) => item.config)).size).toBe(1);
    expect(items[0]?.config).toMatchObject({ codec: "h264", codecString: "avc1.42c01e", width: 640, height: 360 });
    const segments = await recordings.index.segmentsBetween("cam", 0, Number.MAX_SAFE_INTEGER);
    expect(segments.length).toBeGreaterThanOrEqual(3);
    for (const segment of segments) {
      expect(segment.closed).toBe(true);
      expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(62_000);
    }
    const archives = await recordings.index.archives("cam", 0, Number.MAX_SAFE_INTEGER);
    expect(archives).toHaveLength(1);
    expect(archives[0]?.active).toBe(false);
    expect(archives[0]?.endMs).toBeCloseTo(START + 123.456 + 150_000, 0);
  });

  it("starts at the key frame at or before a time and ends before another", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(20));
    const from = camera.wallOf(100);
    const items = videosOf(await all(recordings.reader.samples("cam", from, { untilMs: camera.wallOf(130) })));
    expect(frameNumber((items[0] as (typeof items)[0]).data)).toBe(90);
    expect(items[0]?.key).toBe(true);
    expect(frameNumber((items.at(-1) as (typeof items)[0]).data)).toBe(129);
  });

  it("reads a segment that is being written, and follows it", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(4));
    expect((await recordings.index.archives("cam", 0, Number.MAX_SAFE_INTEGER))[0]?.active).toBe(true);
    const abort = new AbortController();
    const seen: number[] = [];
    const done = (async () => {
      for await (const item of recordings.reader.samples("cam", START, { follow: true, signal: abort.signal })) {
        if (item.kind !== "video") continue;
        seen.push(frameNumber(item.data));
        if (seen.length === 90) abort.abort();
      }
    })();
    const recorder = await recordings.recorder("cam", "camera-cam", "continuous");
    for (const unit of camera.seconds(3)) {
      recorder.push(unit);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect(seen).toEqual(Array.from({ length: 90 }, (_, i) => i));
  });

  it("lets another process read what is being written", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(3));
    const { openSqliteIndex } = await import("#recorder/recording/index/sqlite-index.ts");
    const { SegmentReader } = await import("#recorder/recording/segments/reading/segment-reader.ts");
    const { foldersOf } = await import("#recorder/recording/segments/segment-places.ts");
    const index = await openSqliteIndex(folder.dir);
    const reader = new SegmentReader(foldersOf({ recordingsDir: folder.dir }), index, null);
    expect(videosOf(await all(reader.samples("cam", START)))).toHaveLength(45);
    await record(camera.seconds(3));
    expect(videosOf(await all(reader.samples("cam", START)))).toHaveLength(90);
    await reader.close();
    await index.close();
  });

  it("shows a gap between two connections and knows what comes next", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(10));
    const again = new SyntheticCamera({ startMs: START + 60_000, firstPts: 7 });
    const recorder = await recordings.recorder("cam", "camera-cam", "continuous");
    recorder.interrupt();
    for (const unit of again.seconds(10)) recorder.push(unit);
    await recordings.flush();
    const items = await all(recordings.reader.samples("cam", START));
    const gaps = items.filter((item) => item.kind === "gap");
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.kind === "gap" && [gaps[0].fromMs, gaps[0].toMs].map(Math.round)).toEqual([
      START + 10_000,
      START + 60_000,
    ]);
    const { reader } = recordings;
    expect(await reader.nextRecorded("cam", START + 30_000)).toBe(START + 60_000);
    expect(await reader.nextRecorded("cam", START + 5000)).toBe(START + 5000);
    expect(await reader.nextRecorded("cam", START + 80_000)).toBeNull();
    expect(Math.round((await reader.previousRecorded("cam", START + 30_000)) ?? 0)).toBe(
      Math.round(camera.wallOf(149)),
    );
    expect(await reader.previousRecorded("cam", START - 1)).toBeNull();
    expect(await reader.frameAt("cam", START + 30_000)).toBeNull();
    const inGap = videosOf(await all(reader.samples("cam", START + 30_000)));
    expect(inGap[0]?.wallMs).toBe(START + 60_000);
    expect(await recordings.index.archives("cam", 0, START * 2)).toHaveLength(2);
    expect(await recordings.index.archivesBefore("cam", START * 2, 1)).toMatchObject([{ startMs: START + 60_000 }]);
  });

  it("cuts when the camera stops sending for a while, and when it changes its picture", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    const units = camera.seconds(4);
    camera.index += 15 * 6; // six seconds of silence, a whole number of GOPs
    units.push(...camera.seconds(4));
    await record(units);
    camera.width = 1280;
    camera.height = 720;
    const recorder = await recordings.recorder("cam", "camera-cam", "continuous");
    for (const unit of camera.seconds(4)) recorder.push(unit);
    await recordings.flush();
    const items = await all(recordings.reader.samples("cam", START));
    expect(items.filter((item) => item.kind === "gap")).toHaveLength(1);
    const widths = videosOf(items).map((item) => item.config.width);
    expect([widths[0], widths.at(-1)]).toEqual([640, 1280]);
    expect(await recordings.index.archives("cam", 0, START * 2)).toHaveLength(2);
  });

  it("goes backwards by whole GOPs and sees every frame once", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(70));
    const seen: number[] = [];
    for await (const gop of recordings.reader.gopsBackwards("cam", camera.wallOf(700))) {
      expect(gop[0]?.key).toBe(true);
      seen.push(...gop.map((item) => frameNumber(item.data)).reverse());
    }
    expect(seen).toEqual(Array.from({ length: 720 }, (_, i) => 719 - i));
  });

  it("gives the last key frame before each tick in both directions, across segments", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(130));
    const { reader } = recordings;
    const numbers = async (direction: 1 | -1, from: number, stride: number) =>
      (await all(reader.keyFrames("cam", camera.wallOf(from), direction, stride))).map((item) =>
        frameNumber(item.data),
      );
    expect((await numbers(1, 0, 0)).length).toBe(65);
    const onTicks = Array.from({ length: 12 }, (_, i) => 150 + i * 150);
    expect(await numbers(1, 40, 10_000)).toEqual([30, ...onTicks, 1920]);
    // Ticks follow the clock, not the first picture: a viewer who starts elsewhere sees the same ones.
    expect(await numbers(1, 130, 10_000)).toEqual([120, ...onTicks, 1920]);
    expect(await numbers(-1, 1200, 10_000)).toEqual([1200, 1050, 900, 750, 600, 450, 300, 150, 0]);
    // 64 s are a minute and four seconds of the clock: the ticks are at 96 and 32 s of this recording.
    expect(await numbers(-1, 1949, 64_000)).toEqual([1920, 1440, 480]);
  });

  it("finds the exact picture and steps exactly", async () => {
    const camera = new SyntheticCamera({ startMs: START, gopFrames: 15 });
    await record(camera.seconds(70));
    const { reader } = recordings;
    for (const n of [0, 1, 14, 15, 16, 449, 450, 899, 900, 901, 1049]) {
      const gop = await reader.frameAt("cam", camera.wallOf(n));
      expect(frameNumber(gop?.at(-1)?.data ?? Buffer.alloc(9))).toBe(n);
      expect(gop?.[0]?.key).toBe(true);
      const between = await reader.frameAt("cam", camera.wallOf(n) + 30);
      expect(frameNumber(between?.at(-1)?.data ?? Buffer.alloc(9))).toBe(n);
      const next = await reader.stepTime("cam", camera.wallOf(n), 1);
      if (n === 1049) expect(next).toBeNull();
      else expect(next).toBeCloseTo(camera.wallOf(n + 1), 1);
      const previous = await reader.stepTime("cam", camera.wallOf(n), -1);
      if (n === 0) expect(previous).toBeNull();
      else expect(previous).toBeCloseTo(camera.wallOf(n - 1), 1);
    }
    const key = await reader.keyFrameAt("cam", camera.wallOf(20));
    expect(frameNumber(key?.data ?? Buffer.alloc(9))).toBe(15);
    expect(await reader.configAt("cam", camera.wallOf(20))).toBe(key?.config);
    expect(await reader.configAt("cam", START - 1)).toBeNull();
  });

  it("keeps presentation order of streams that reorder", async () => {
    const camera = new SyntheticCamera({ startMs: START, gopFrames: 1_000_000 });
    // I0 P3 B1 B2 P6 B4 B5 ...
    const order = [0];
    for (let p = 3; p <= 90; p += 3) order.push(p, p - 2, p - 1);
    await record(order.map((n) => camera.frame(n)));
    await recordings.stop("cam");
    const items = videosOf(await all(recordings.reader.samples("cam", START)));
    expect(items.map((item) => frameNumber(item.data))).toEqual(order);
    for (const item of items) expect(item.wallMs).toBeCloseTo(camera.wallOf(frameNumber(item.data)), 1);
    expect(await recordings.reader.stepTime("cam", camera.wallOf(3), 1)).toBeCloseTo(camera.wallOf(4), 1);
    expect(await recordings.reader.stepTime("cam", camera.wallOf(4), -1)).toBeCloseTo(camera.wallOf(3), 1);
  });

  it("begins another file when somebody deletes the one that is written, and forgets that one", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    await record(camera.seconds(2));
    const rows = () => recordings.index.segmentsBetween("cam", 0, Number.MAX_SAFE_INTEGER);
    const deleted = (await rows())[0]?.file ?? "";
    rmSync(join(folder.dir, deleted));
    await vi.waitFor(
      async () => {
        await record(camera.seconds(2));
        const files = (await rows()).map(({ file }) => file);
        expect(files).toHaveLength(1);
        expect(files).not.toContain(deleted);
      },
      { timeout: 8000, interval: 50 },
    );
    await record(camera.seconds(2));
    await recordings.stop("cam");
    const items = videosOf(await all(recordings.reader.samples("cam", START)));
    expect(items.slice(-30).map(({ data }) => frameNumber(data))).toEqual(
      Array.from({ length: 30 }, (_, at) => camera.index - 30 + at),
    );
    expect(items.at(-1)?.wallMs).toBeCloseTo(camera.wallOf(camera.index - 1), 0);
  });

  it("keeps G.711 audio beside the pictures, in time", async () => {
    const camera = new SyntheticCamera({ startMs: START });
    const recorder = await recordings.recorder("cam", "camera-cam", "continuous");
    recorder.begin({ codec: "h264", audio: { codec: "pcmu", sampleRate: 8000, channels: 1 } });
    const units = [...camera.seconds(5), ...g711(START + 7, 240)].sort((a, b) => a.wallMs - b.wallMs);
    for (const unit of units) recorder.push(unit);
    await recordings.flush();
    const items = await all(recordings.reader.samples("cam", START, { audio: true }));
    const audio = items.filter((item) => item.kind === "audio");
    expect(audio).toHaveLength(240);
    for (const [i, item] of audio.entries()) {
      expect(item.kind === "audio" && item.data[0]).toBe(i & 0xff);
      expect(item.kind === "audio" && Math.abs(item.wallMs - (START + 7 + i * 20))).toBeLessThan(1);
    }
    expect(audio[0]?.kind === "audio" && audio[0].config).toMatchObject({ codec: "pcmu", sampleRate: 8000 });
  });

  it("keeps streams with odd ids apart and inside the folder", async () => {
    const ids = ["../up", "a/b", "a%2Fb", "ünï", "con.mp4"];
    for (const [i, id] of ids.entries()) await record(new SyntheticCamera({ startMs: START + i }).seconds(2), id);
    for (const [i, id] of ids.entries()) {
      const items = videosOf(await all(recordings.reader.samples(id, START)));
      expect(items).toHaveLength(30);
      expect(items[0]?.wallMs).toBe(START + i);
    }
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(folder.dir).filter((name) => !name.startsWith("recordings.db"))).toHaveLength(ids.length);
  });
});
