/** Exports whose pictures need others: of a camera that refreshes in parts, and of one with B pictures. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { PICTURE_MS } from "#test/support/bad-cameras/bad-camera.ts";
import { recordedIn } from "#test/support/bad-cameras/judge.ts";
import { strictFaults } from "#test/support/bad-cameras/strict-file.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 10, 25, 12);
const PICTURES = 15 * 120;
let exports: Exports;

/** Records a camera that sends one key picture and refreshes in parts afterwards. */
async function refreshing(streamId: string, codec: "h264" | "h265"): Promise<void> {
  const recorder = await exports.recordings.recorder(streamId, "1", "continuous");
  recorder.begin({ codec, audio: null });
  const track = new VideoTrack(codec === "h264" ? h264 : h265, [], 15, {
    config: () => undefined,
    jumped: () => undefined,
    unit: (unit) => recorder.push(unit),
  });
  const pictures = new CodedPictures({ codec, gopFrames: 30, isIntraRefresh: true }, 0);
  for (let i = 0; i < PICTURES; i++) {
    const { nals, number } = pictures.next();
    track.push({ nals, rtpTime: number * 6000, receivedMs: START + number * PICTURE_MS, broken: false });
  }
  pictures.close();
  await exports.recordings.stop(streamId);
}

beforeAll(async () => {
  exports = await exportsOf({
    streams: [{ streamId: "cam", cameraName: "Door" }],
    startMs: START,
    stopMs: START + PICTURES * PICTURE_MS,
  });
  await refreshing("cam", "h264");
  await refreshing("hevc", "h265");
});
afterAll(() => exports.close());

it.each([
  // One refresh before it lies a picture with number 0, which FFmpeg has nothing to predict from.
  ["mkv", 66.4],
  ["mkv", 80.4],
  ["mkv", 90],
  ["mkv", 100.9],
] as const)("%s from %s s on has every picture whole, and begins before it", async (format, fromS) => {
  const fromMs = fromS * 1000;
  const { asked, answer } = await exports.run({ format, startMs: START + fromMs });
  expect(answer).toMatchObject({ ok: true });
  const found = await recordedIn(asked.outFile, START);
  const numbers = found.map(({ number }) => number).filter((number) => number * PICTURE_MS >= fromMs - 0.5);
  const first = Math.ceil((fromMs - 0.5) / PICTURE_MS);
  expect(numbers).toEqual(Array.from({ length: PICTURES - first }, (_, i) => first + i));
  expect(found[0]?.wallMs).toBeGreaterThan(fromMs - 8000);
  expect(await strictFaults(asked.outFile)).toEqual([]);
});

it("mov from such a picture on decodes strictly, too", async () => {
  const { asked } = await exports.run({ format: "mov", startMs: START + 66_400 });
  expect(await strictFaults(asked.outFile)).toEqual([]);
});

it.each([
  ["mkv", 66.4],
  ["mkv", 90],
  ["mov", 80.4],
] as const)(
  "H.265, %s from %s s on is encoded anew, has every picture whole and decodes strictly",
  async (format, fromS) => {
    const fromMs = fromS * 1000;
    const stopMs = START + fromMs + 12_000;
    const streams = [{ streamId: "hevc", cameraName: "Door" }];
    const { asked, answer } = await exports.run({ streams, format, startMs: START + fromMs, stopMs });
    const first = Math.ceil((fromMs - 0.5) / PICTURE_MS);
    // The time at which a .mov begins is not read here.
    const numbers = format === "mkv" ? (await recordedIn(asked.outFile, START)).map(({ number }) => number) : null;
    if (numbers) expect(numbers).toEqual(Array.from({ length: 180 }, (_, i) => first + i));
    // The file says so.
    expect(answer).toMatchObject({ ok: true, value: { files: [{ frames: 180, reencoded: 180 }] } });
    expect(await strictFaults(asked.outFile)).toEqual([]);
  },
);

it("H.265 from its key picture on is copied", async () => {
  const streams = [{ streamId: "hevc", cameraName: "Door" }];
  const { asked, answer } = await exports.run({ streams, startMs: START, stopMs: START + 20_000 });
  expect(answer).toMatchObject({ ok: true, value: { files: [{ frames: 300, reencoded: 0 }] } });
  expect(await strictFaults(asked.outFile)).toEqual([]);
});

it("with masks, too, every picture of such a camera is whole", async () => {
  // One that leaves the numbers alone.
  const masks = [
    {
      points: [
        { x: 0.9, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 0.2 },
        { x: 0.9, y: 0.2 },
      ],
      effect: "fill",
    },
  ];
  const streams = [{ streamId: "cam", cameraName: "Door", masks: masks as never }];
  const { asked } = await exports.run({ streams, startMs: START + 66_400, stopMs: START + 78_400 });
  const numbers = (await recordedIn(asked.outFile, START)).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 180 }, (_, i) => 996 + i));
  expect(await strictFaults(asked.outFile)).toEqual([]);
});

it("an export that ends before a picture that its B pictures are predicted from has that one, too", async () => {
  const recorder = await exports.recordings.recorder("b", "2", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const track = new VideoTrack(h264, [], 15, {
    config: () => undefined,
    jumped: () => undefined,
    unit: (unit) => recorder.push(unit),
  });
  const pictures = new CodedPictures({ gopFrames: 30, bFrames: 2 }, 0);
  for (let i = 0; i < 400; i++) {
    const { nals, number } = pictures.next();
    track.push({ nals, rtpTime: number * 6000, receivedMs: START + (i + 2) * PICTURE_MS, broken: false });
  }
  pictures.close();
  await exports.recordings.stop("b");
  for (const end of [302, 303, 304]) {
    const stopMs = START + (end + 2) * PICTURE_MS - 1;
    const { asked } = await exports.run({ streams: [{ streamId: "b", cameraName: "B" }], stopMs });
    const numbers = (await recordedIn(asked.outFile, START)).map(({ number }) => number);
    // The export begins with the first picture, and nothing is missing before its last one.
    expect(numbers).toEqual(numbers.map((_number, at) => at));
    expect(numbers.length).toBeGreaterThanOrEqual(end);
    expect(numbers.length).toBeLessThan(end + 5);
  }
});
