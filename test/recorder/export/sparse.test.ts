/** Cameras that take a picture every 10 or 20 s: what is written when, and exports of every kind. */
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StreamRecorder } from "#recorder/recording/stream-recorder.ts";
import { strictFaults } from "#test/support/bad-cameras/strict-file.ts";
import { codedFrames, decodedNumbers } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 10, 25, 12);
const EVERY_S = 20;
const COUNT = 9;
const gops = { keys: 1, mixed: 4 };
let exports: Exports;
const recorders = new Map<string, StreamRecorder>();

/** What HubRecording does every second. */
async function passing(recorder: StreamRecorder, fromMs: number, toMs: number): Promise<void> {
  for (let nowMs = fromMs + 1000; nowMs <= toMs; nowMs += 1000) {
    recorder.pass(nowMs);
    await recorder.settled();
  }
}

beforeAll(async () => {
  exports = await exportsOf({ streams: [], startMs: START, stopMs: START + COUNT * EVERY_S * 1000 });
  for (const [id, gopFrames] of Object.entries(gops)) {
    const recorder = await exports.recordings.recorder(id, "1", "continuous");
    recorders.set(id, recorder);
    recorder.begin({ codec: "h264", audio: null });
    const units = codedFrames({ count: COUNT, startMs: START, gopFrames, framesPerSecond: 1 / EVERY_S });
    for (const [i, unit] of units.entries()) {
      recorder.push(unit);
      // The last picture is 5 s old.
      await passing(
        recorder,
        unit.wallMs,
        i + 1 < units.length ? unit.wallMs + EVERY_S * 1000 - 1 : unit.wallMs + 5000,
      );
    }
  }
});
afterAll(() => exports.close());

/** What a player makes of a file. */
async function read(file: string) {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  const packets = [];
  if (track) for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  const numbers = decodedNumbers(
    Buffer.from(config?.description as Uint8Array),
    packets.map(({ data }) => Buffer.from(data)),
  );
  const endS = await input.computeDuration();
  input.dispose();
  return { numbers, times: packets.map(({ timestamp }) => Math.round(timestamp)), endS };
}

const LAST_MS = START + (COUNT - 1) * EVERY_S * 1000;

describe.each(Object.keys(gops))("%s", (streamId) => {
  test("the newest picture is written although nothing follows, and the archive reaches to now, not further", async () => {
    const { reader } = exports.recordings;
    expect((await reader.frameAt(streamId, LAST_MS + 1))?.at(-1)?.wallMs).toBe(LAST_MS);
    expect(recorders.get(streamId)?.lastWrittenMs).toBe(LAST_MS + 5000);
  });

  test("each picture lasts until the next one", async () => {
    const times: [number, number][] = [];
    for await (const item of exports.recordings.reader.samples(streamId, START))
      if (item.kind === "video") times.push([item.wallMs - START, item.durationUs / 1e6]);
    expect(times.map(([ms]) => ms / 1000 / EVERY_S)).toEqual(Array.from({ length: COUNT }, (_, i) => i));
    for (const [, durationS] of times.slice(1)) expect(durationS).toBeCloseTo(EVERY_S, 0);
  });

  test.each([
    // Nothing was taken in these 12 s: what was to be seen was taken before.
    ["mkv", 65, 77, [3]],
    ["mov", 65, 77, [3]],
    ["mkv", 60, 75, [3]],
    ["mkv", 70, 105, [3, 4, 5]],
    ["mov", 70, 105, [3, 4, 5]],
    ["mkv", 0, 180, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ] as const)("%s from %d s to %d s shows what was to be seen", async (format, fromS, toS, numbers) => {
    const { asked, answer } = await exports.run({
      streams: [{ streamId, cameraName: "Yard" }],
      format,
      startMs: START + fromS * 1000,
      stopMs: START + toS * 1000,
    });
    expect(answer).toMatchObject({ ok: true, value: { files: [{ frames: numbers.length }] } });
    const found = await read(asked.outFile);
    expect(found.numbers).toEqual(numbers);
    expect(found.times).toEqual(numbers.map((_, i) => i * EVERY_S));
    expect(found.endS).toBeCloseTo(toS - (numbers[0] ?? 0) * EVERY_S, 0);
    expect(await strictFaults(asked.outFile)).toEqual([]);
  });

  test("a page of it holds its video", async () => {
    const { answer } = await exports.run({
      streams: [{ streamId, cameraName: "Yard", dewarp: { enable: true, orientation: "ceiling" } }],
      format: "dewarp",
      dewarpScript: join(import.meta.dirname, "coded-camera.ts"),
      startMs: START + 65_000,
      stopMs: START + 77_000,
    });
    expect(answer).toMatchObject({ ok: true, value: { files: [{ frames: 1 }] } });
  });

  test("behind the last picture there is nothing", async () => {
    const { answer } = await exports.run({
      streams: [{ streamId, cameraName: "Yard" }],
      startMs: LAST_MS + 300_000,
      stopMs: LAST_MS + 320_000,
    });
    expect(answer).toMatchObject({ ok: false, error: { code: "archive/none" } });
  });
});
