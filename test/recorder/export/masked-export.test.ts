/** What is exported of a stream with masks: every picture of the file is decoded and searched. */
import { readFileSync } from "node:fs";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import type { ExportSpec } from "#recorder/ipc/export-contract.ts";
import { maskedCut } from "#recorder/export/masked-cut.ts";
import { g711 } from "../recording/synthetic-camera.ts";
import { codedFrames, HEIGHT, numberIn, WIDTH } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const FRAME_MS = 1000 / 15;
/** The lower half of the number's blocks: the number cannot be read there, and still can above. */
const HALF = [
  {
    points: [
      { x: 0, y: 8 / HEIGHT },
      { x: 256 / WIDTH, y: 8 / HEIGHT },
      { x: 256 / WIDTH, y: 16 / HEIGHT },
      { x: 0, y: 16 / HEIGHT },
    ],
  },
];

describe("an export of a stream with masks", () => {
  let exports: Exports;
  beforeAll(async () => {
    const streams = [{ streamId: "yard", cameraName: "Yard", masks: HALF }];
    exports = await exportsOf({ streams, startMs: START, stopMs: START + 10_000 });
    const yard = await exports.recordings.recorder("yard", "1", "continuous");
    yard.begin({ codec: "h264", audio: { codec: "pcmu", sampleRate: 8000, channels: 1 } });
    const pictures = codedFrames({ count: 300, startMs: START, gopFrames: 30 });
    const units = [...pictures, ...g711(START, 1000)].sort((a, b) => a.wallMs - b.wallMs);
    for (const unit of units) yard.push(unit);
    const hall = await exports.recordings.recorder("hall", "2", "continuous");
    hall.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 300, startMs: START, gopFrames: 45, bFrames: 2 })) hall.push(unit);
    await exports.recordings.flush();
  });
  afterAll(() => exports.close());

  /** The numbers that can be read above the mask, and the spread of the pixels under it. */
  async function read(path: string) {
    const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error("no video");
    const description = new Uint8Array(config.description as Uint8Array);
    const decoder = new VideoDecoder("h264", { lowDelay: false, description });
    const numbers: number[] = [];
    let [darkest, lightest] = [255, 0];
    const take = (frame: Parameters<Parameters<VideoDecoder["decode"]>[2]>[0]): void => {
      const luma = frame.data?.[0] ?? Buffer.alloc(0);
      const stride = frame.linesize[0] ?? 0;
      // Two rows below the top of the blocks: the margin takes those above the mask's own edge.
      numbers.push(numberIn(luma.subarray(0), stride));
      for (let y = 8; y < 16; y += 1)
        for (let x = 0; x < 256; x += 1) {
          const value = luma[y * stride + x] ?? 0;
          darkest = Math.min(darkest, value);
          lightest = Math.max(lightest, value);
        }
    };
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) {
      times.push(packet.timestamp);
      decoder.decode(packet.data, Math.round(packet.timestamp * 90_000), take);
    }
    decoder.drain(take);
    decoder.close();
    const audio = await input.getPrimaryAudioTrack();
    return { numbers, darkest, lightest, times, sound: audio ? await audio.computeDuration() : 0 };
  }

  it("leaves the process time to answer after every picture: one that does not is ended as hanging", async () => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const cut = await maskedCut(exports.recordings.reader, "yard", START, START + 15_000, { masks: HALF });
    let frames = 0;
    for await (const { kind } of cut?.items ?? []) if (kind === "video") frames += 1;
    isOver = true;
    expect(frames).toBe(225);
    expect(turns).toBeGreaterThan(frames);
  });

  it.each([
    ["mkv", "yard"],
    ["mov", "yard"],
    ["mkv", "hall"],
  ] as const)(
    "%s of %s: exactly the asked pictures, none of which shows anything under the mask",
    async (format, id) => {
      const ask: Partial<ExportSpec> = {
        format,
        startMs: START + 77 * FRAME_MS,
        stopMs: START + 171 * FRAME_MS,
        streams: [{ streamId: id, cameraName: "Yard", masks: HALF }],
      };
      const { asked, answer } = await exports.run(ask);
      if (!answer.ok) throw new Error(answer.error.code);
      expect(answer.value.files).toMatchObject([{ isMasked: true, frames: 94, reencoded: 94 }]);
      const file = await read(asked.outFile);
      expect(file.times).toHaveLength(94);
      // 56 is the mask; an encoder may miss it by a few steps, the blocks are at 20 and 230.
      expect(file.darkest).toBeGreaterThan(44);
      expect(file.lightest).toBeLessThan(76);
      // The pictures are in their order, and as far apart as they were.
      const gaps = file.times.slice(1).map((time, i) => time - (file.times[i] ?? 0));
      for (const gap of gaps) expect(gap).toBeCloseTo(FRAME_MS / 1000, 2);
      if (id === "yard") expect(file.sound).toBeCloseTo(94 / 15, 0);
      // Nothing of the recorded bytes is in the file: no picture is copied.
      const without = await exports.run({ ...ask, streams: [{ streamId: id, cameraName: "Yard" }] });
      const seen = await read(without.asked.outFile);
      expect(seen.lightest).toBeGreaterThan(200);
      expect(readFileSync(asked.outFile).equals(readFileSync(without.asked.outFile))).toBe(false);
    },
  );

  it("an export with a watermark has it in every picture, and says so; masks stay under it", async () => {
    const watermark = "UMA 2026-11-25 19:05 UTC";
    const range = { format: "mkv", startMs: START + 77 * FRAME_MS, stopMs: START + 171 * FRAME_MS } as const;
    const made = async (more: object) => {
      const run = await exports.run({ ...range, streams: [{ streamId: "yard", cameraName: "Yard", ...more }] });
      if (!run.answer.ok) throw new Error(run.answer.error.code);
      return { files: run.answer.value.files, ...(await read(run.asked.outFile)) };
    };
    const plain = await made({ masks: HALF });
    const marked = await made({ masks: HALF, watermark });
    expect(marked.files).toMatchObject([{ watermark, isMasked: true, frames: 94, reencoded: 94 }]);
    expect(plain.files[0]).not.toHaveProperty("watermark");
    expect(marked.times).toEqual(plain.times);
    // The text is lighter and darker than the mask, and far from the blocks at 20 and 230 under it.
    expect(marked.lightest).toBeGreaterThan(plain.lightest + 10);
    expect(marked.lightest).toBeLessThan(180);
    const alone = await made({ watermark });
    expect(alone.files).toMatchObject([{ watermark, reencoded: 94 }]);
  });
});
