import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { AudioEncoder } from "#recorder/codec/av-audio.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { MotionWatch } from "#recorder/viewing/transcoding/motion-watch.ts";
import { Snapshots } from "#recorder/viewing/playback/snapshots.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { eventually } from "#test/support/eventually.ts";
import { drawScene, encodeScene, HandFeed, HEIGHT, numbersIn, streamsOf } from "../viewing/support/encoded-scene.ts";
import { openRecordings } from "../recording/fixture.ts";

const START = 1_800_000_000_000;
let dir = "";
let link: AnalysisLink;
let worker: AnalysisWorker;
const troubles: string[] = [];

async function startWorker(): Promise<void> {
  worker = new AnalysisWorker(join(dir, "frames"), (text) => troubles.push(text));
  worker.start();
  await eventually(() => link.connected, "analysis connects");
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "analysis-"));
  link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  await startWorker();
});
afterEach(async () => {
  worker.close();
  await link.close();
  rmSync(dir, { recursive: true, force: true });
  expect(troubles.splice(0)).toEqual([]);
});

describe("transcoding", () => {
  it("makes one small stream for all who watch, begins at once and ends after the last", async () => {
    const transcoders = new Transcoders(new StreamTaps(link));
    const feed = new HandFeed();
    const units = encodeScene({ startMs: START, frames: 60 });
    for (const unit of units.slice(0, 20)) feed.put(unit);
    const spec = { output: "h264", heightPx: 90, framesPerSecond: 5, bitsPerSecond: 120_000 } as const;
    const first = transcoders.use(feed, spec);
    const second = transcoders.use(feed, spec);
    expect(transcoders.count).toBe(1);
    expect(feed.takers.size).toBe(1);
    // The camera sent no new unit: the first picture is the newest one of its present group.
    await eventually(() => first.feed.gop.length === 1, "first small picture");
    expect(first.feed.gop[0]?.wallMs).toBeCloseTo(units[19]?.wallMs ?? 0, 1);
    expect(first.feed.video).toMatchObject({ codec: "h264", width: 160, height: 90 });
    const walls: number[] = [];
    const pictures: Buffer[] = [...first.feed.gop.map((unit) => annexB(unit.nals))];
    const stop = second.feed.subscribe({
      video: (unit) => {
        walls.push(unit.wallMs);
        pictures.push(annexB(unit.nals));
      },
    });
    for (const unit of units.slice(20)) feed.put(unit);
    await eventually(() => walls.length >= 13, "small pictures");
    expect(walls.slice(1).map((wall, i) => Math.round(wall - (walls[i] ?? 0)))).toEqual(walls.slice(1).map(() => 200));
    expect(numbersIn("h264", pictures)).toEqual([19, ...walls.map((wall) => Math.round(((wall - START) * 15) / 1000))]);
    stop();
    first.release();
    first.release();
    expect(feed.takers.size).toBe(1);
    second.release();
    await eventually(() => feed.takers.size === 0, "the transcoder ends");
    expect(transcoders.count).toBe(0);
  });

  it("goes on when analysis comes back after a crash", async () => {
    const transcoders = new Transcoders(new StreamTaps(link));
    const feed = new HandFeed();
    const units = encodeScene({ startMs: START, frames: 45 });
    const use = transcoders.use(feed, { output: "jpeg", heightPx: 90, framesPerSecond: 0, bitsPerSecond: 0 });
    let seen = 0;
    use.feed.subscribe({ video: () => (seen += 1) });
    for (const unit of units.slice(0, 10)) feed.put(unit);
    await eventually(() => seen === 10, "pictures");
    worker.close();
    await eventually(() => !link.connected, "analysis gone");
    for (const unit of units.slice(10, 25)) feed.put(unit);
    await startWorker();
    // The present group is sent again, and only its newest picture is shown.
    await eventually(() => seen === 11, "the newest picture");
    for (const unit of units.slice(25)) feed.put(unit);
    await eventually(() => seen === 31, "all later pictures");
    expect(numbersIn("mjpeg", [use.feed.gop[0]?.nals[0] ?? Buffer.alloc(0)])).toEqual([44]);
    use.release();
    transcoders.close();
  });

  it("turns reordered pictures into ones in order", async () => {
    const feed = new HandFeed({ hasBFrames: true });
    const transcoders = new Transcoders(new StreamTaps(link));
    const use = transcoders.use(feed, { output: "h264", heightPx: 1080, framesPerSecond: 0, bitsPerSecond: 0 });
    const walls: number[] = [];
    use.feed.subscribe({ video: (unit) => walls.push(unit.wallMs) });
    for (const unit of encodeScene({ startMs: START, frames: 45, bFrames: 2 })) feed.put(unit);
    await eventually(() => walls.length >= 40, "pictures");
    expect(walls).toEqual([...walls].sort((a, b) => a - b));
    expect(use.feed.video?.height).toBe(HEIGHT);
    use.release();
    transcoders.close();
  });

  it("makes Opus of AAC", async () => {
    const encoder = new AudioEncoder({ codec: "aac", sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000 });
    const packets: { data: Buffer; pts: number }[] = [];
    encoder.encodeSamples(new Int16Array(16_000), (packet) => packets.push(packet));
    const times: number[] = [];
    const aac = { codec: "aac", sampleRate: 16_000, channels: 1 } as const;
    const opus = link.openOpus(aac, encoder.description ?? Buffer.alloc(0), (_data, _pts, wallMs) =>
      times.push(wallMs),
    );
    encoder.close();
    for (const { data, pts } of packets) opus.audio(data, pts, START + pts / 16);
    await eventually(() => times.length > 40, "opus packets");
    // Both codecs start with some silence before the first sample.
    expect(Math.abs((times[0] ?? 0) - START)).toBeLessThan(100);
    expect((times[40] ?? 0) - (times[0] ?? 0)).toBeCloseTo(800, 0);
    opus.close();
  });
});

describe("snapshots", () => {
  it("shows the newest key frame live and the exact picture of a recording, and keeps them", async () => {
    const recordings = await openRecordings(join(dir, "recordings"));
    const recorder = await recordings.recorder("a", "camera", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const units = encodeScene({ startMs: START, frames: 40 });
    for (const unit of units) recorder.push(unit);
    await recordings.flush();
    const feed = new HandFeed();
    for (const unit of units) feed.put(unit);
    const snapshots = new Snapshots(streamsOf({ a: feed }), new StreamMasks(), recordings.reader, link);
    const live = await snapshots.take({ streamId: "a", isUnmasked: true, timeMs: 0, width: 160, height: 160 });
    if (!live.ok) throw new Error(live.error.code);
    expect(numbersIn("mjpeg", [live.value.jpeg])).toEqual([30]);
    expect(live.value.wallMs).toBeCloseTo(START + 2000, 1);
    for (const index of [0, 7, 23]) {
      const ask = {
        streamId: "a",
        isUnmasked: true as const,
        timeMs: START + (index * 1000) / 15 + 20,
        width: 0,
        height: 0,
      };
      const [one, same] = await Promise.all([snapshots.take(ask), snapshots.take(ask)]);
      if (!one.ok || !same.ok) throw new Error("no snapshot");
      expect(numbersIn("mjpeg", [one.value.jpeg])).toEqual([index]);
      expect(same.value).toBe(one.value);
    }
    expect(
      await snapshots.take({ streamId: "a", isUnmasked: true, timeMs: START - 60_000, width: 0, height: 0 }),
    ).toMatchObject({
      ok: false,
      error: { code: "archive/none" },
    });
    expect(await snapshots.take({ streamId: "b", isUnmasked: true, timeMs: 0, width: 0, height: 0 })).toMatchObject({
      ok: false,
      error: { code: "stream/unknown" },
    });
    await recordings.close();
  });

  it("of a stream that only just starts: the first key frame is waited for, but not for long", async () => {
    const recordings = await openRecordings(join(dir, "recordings"));
    const feed = new HandFeed();
    const begun = new Snapshots(streamsOf({ c: feed }), new StreamMasks(), recordings.reader, link);
    const ask = { streamId: "c", isUnmasked: true, timeMs: 0, width: 0, height: 0 } as const;
    const answer = begun.take(ask);
    await eventually(() => feed.takers.size === 1, "the first picture is waited for");
    const units = encodeScene({ startMs: START, frames: 3 });
    // What comes before a key frame shows nothing.
    for (const unit of [...units.slice(1), ...units.slice(0, 1)]) feed.put(unit);
    const first = await answer;
    if (!first.ok) throw new Error(first.error.code);
    expect(numbersIn("mjpeg", [first.value.jpeg])).toEqual([0]);
    expect(feed.takers.size).toBe(0);

    feed.gop = [];
    expect(await begun.take(ask)).toMatchObject({ ok: false, error: { code: "stream/no-picture" } });
    expect(feed.takers.size).toBe(0);
    await recordings.close();
  });

  it("says so when analysis does not run", async () => {
    worker.close();
    await eventually(() => !link.connected, "analysis gone");
    expect(await link.picture("h264", false, [], 0, 0, { masks: [] })).toMatchObject({ ok: false });
  });

  it("answers broken data with a failure", async () => {
    expect(await link.picture("h264", false, [[Buffer.from([0x65, 1, 2, 3])]], 0, 0, { masks: [] })).toMatchObject({
      ok: false,
    });
    expect(await link.picture("mjpeg", false, [[Buffer.from("no jpeg")]], 0, 0, { masks: [] })).toMatchObject({
      ok: false,
    });
  });
});

describe("motion of a stream", () => {
  it("tells start and stop, survives a crash and shares the decoder", async () => {
    const frames = 300;
    const moving = (i: number): boolean => (i >= 90 && i < 135) || (i >= 200 && i < 230);
    const units = encodeScene({
      startMs: START,
      frames,
      draw: (pixels, i) => drawScene(pixels, 0, moving(i) ? [{ x: 20 + ((i * 6) % 240), y: 90, size: 40 }] : []),
    });
    const feed = new HandFeed();
    const taps = new StreamTaps(link);
    const heard: string[] = [];
    const second = (ms: number): string => ((ms - START) / 1000).toFixed(1);
    const watch = new MotionWatch(streamsOf({ a: feed }), taps, {
      started: (_id, startMs) => heard.push(`start ${second(startMs)}`),
      stopped: (_id, startMs, stopMs) => heard.push(`stop ${second(startMs)} ${second(stopMs)}`),
    });
    const spec = {
      id: "a",
      cameraId: "c",
      url: "",
      username: "",
      password: "",
      transport: "tcp",
      active: true,
    } as const;
    const motion = { objectSize: 5, keyFramesOnly: false, mask: null };
    watch.setStreams([{ ...spec, masks: [], record: "continuous", motion }]);
    watch.setStreams([{ ...spec, masks: [], record: "motion", motion: { ...motion } }]);
    const transcoders = new Transcoders(taps);
    const small = transcoders.use(feed, { output: "h264", heightPx: 90, framesPerSecond: 5, bitsPerSecond: 0 });
    expect(feed.takers.size).toBe(1);
    for (const unit of units.slice(0, 215)) feed.put(unit);
    await eventually(() => heard.length >= 3, "first event, second start");
    expect(heard).toEqual(["start 6.0", "stop 6.0 9.0", "start 13.4"].map((text) => expect.stringMatching(near(text))));
    worker.close();
    await eventually(() => heard.length === 4, "the open event ends with analysis");
    await startWorker();
    for (const unit of units.slice(215)) feed.put(unit);
    watch.setStreams([]);
    small.release();
    await eventually(() => feed.takers.size === 0, "nobody listens");
    transcoders.close();
  });
});

/** Event times may be off by a fifth of a second, the interval of the analysed pictures. */
function near(text: string): RegExp {
  return new RegExp(
    `^${text.replace(/[\d.]+/g, (number) => {
      const values = [-2, -1, 0, 1, 2, 3, 4].map((tenth) => (Number(number) + tenth / 10).toFixed(1));
      return `(${values.join("|").replaceAll(".", "\\.")})`;
    })}$`,
  );
}
