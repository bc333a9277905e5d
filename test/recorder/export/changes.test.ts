/** Exports of a range in which the camera changed the format that it sends. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JpegEncoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { h265 } from "#recorder/formats/nal-format.ts";
import type { ExportSpec } from "#recorder/ipc/export-contract.ts";
import { g711 } from "../recording/synthetic-camera.ts";
import { hasFfmpeg } from "../../../scripts/machine/foreign-tools.mjs";
import { codedFrames, decodedNumbers } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const SECOND = 15;

describe("exports over a change", () => {
  let exports: Exports;
  const run = (more: Partial<ExportSpec>) => exports.run(more);

  beforeAll(async () => {
    const streams = [{ streamId: "yard", cameraName: "Yard" }];
    exports = await exportsOf({ streams, startMs: START, stopMs: START + 18_000 });
    const { recordings } = exports;
    const yard = await recordings.recorder("yard", "1", "continuous");
    // Large, small, and large again in the first format.
    yard.begin({ codec: "h264", audio: null });
    const sizes = [{}, { widthPx: 256, heightPx: 144 }, {}];
    for (const [i, size] of sizes.entries())
      for (const unit of codedFrames({
        count: 6 * SECOND,
        from: i * 6 * SECOND,
        startMs: START + i * 6000,
        gopFrames: 30,
        ...size,
      }))
        yard.push({ ...unit, pts90k: unit.pts90k + i * 6 * 90_000 });
    // Sound that is switched on during the recording.
    const hall = await recordings.recorder("hall", "2", "continuous");
    hall.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 8 * SECOND, startMs: START, gopFrames: 30 })) hall.push(unit);
    hall.begin({ codec: "h264", audio: { codec: "pcmu", sampleRate: 8000, channels: 1 } });
    const later = codedFrames({ count: 8 * SECOND, from: 8 * SECOND, startMs: START + 8000, gopFrames: 30 });
    for (const unit of [...later, ...g711(START + 8000, 50 * 8)].sort((a, b) => a.wallMs - b.wallMs)) hall.push(unit);
    // H.264 and then H.265, as after a change of the encoder's settings.
    if (hasFfmpeg()) {
      const gate = await recordings.recorder("gate", "3", "continuous");
      gate.begin({ codec: "h264", audio: null });
      for (const unit of codedFrames({ count: 6 * SECOND, startMs: START, gopFrames: 30 })) gate.push(unit);
      gate.begin({ codec: "h265", audio: null });
      for (const unit of h265Pictures(START + 6000)) gate.push(unit);
    }
    const door = await recordings.recorder("door", "4", "continuous");
    door.begin({ codec: "mjpeg", audio: null });
    for (const unit of jpegFrames(START, 15 * SECOND)) door.push(unit);
    await recordings.flush();
  });
  afterAll(() => exports.close());

  for (const format of ["mkv", "mov"] as const) {
    it(`decodes every picture in ${format} where the camera changed its size and changed it back`, async () => {
      const { asked, answer } = await run({ format, startMs: START + 1000 });
      expect(answer).toMatchObject({ ok: true });
      const input = new Input({ source: new FilePathSource(asked.outFile), formats: ALL_FORMATS });
      const track = await input.getPrimaryVideoTrack();
      if (!track) throw new Error("no video");
      const config = await track.getDecoderConfig();
      const packets: Buffer[] = [];
      for await (const packet of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(packet.data));
      const numbers = decodedNumbers(new Uint8Array(config?.description as Uint8Array), packets);
      expect(numbers).toEqual(Array.from({ length: 17 * SECOND }, (_, i) => SECOND + i));
    });

    it(`has the sound in ${format} that was switched on in the middle`, async () => {
      const { asked, answer } = await run({
        format,
        streams: [{ streamId: "hall", cameraName: "Hall" }],
        stopMs: START + 16_000,
      });
      expect(answer).toMatchObject({ ok: true });
      const input = new Input({ source: new FilePathSource(asked.outFile), formats: ALL_FORMATS });
      const track = await input.getPrimaryAudioTrack();
      if (!track) throw new Error("no sound");
      const times: number[] = [];
      for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
      expect(times[0]).toBeCloseTo(8, 1);
      // Some packets of 20 ms may have been merged.
      expect(times.at(-1)).toBeGreaterThan(15.5);
    });
  }

  it.skipIf(!hasFfmpeg())("makes no file of two codecs, and says where the second begins", async () => {
    const streams = [{ streamId: "gate", cameraName: "Gate" }];
    const { asked, answer } = await run({ streams, stopMs: START + 12_000 });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: "export/codec",
        cause: { code: "export/codec-change", params: { time: "2026-03-29 10-00-06Z" } },
      },
    });
    const made = basename(asked.outFile, "mkv");
    expect(readdirSync(exports.dir).filter((name) => name.startsWith(made))).toEqual([]);
  });

  it.skipIf(!hasFfmpeg())("makes two files of them in a zip, each whole", async () => {
    const streams = [
      { streamId: "gate", cameraName: "Gate" },
      { streamId: "yard", cameraName: "gate" },
    ];
    const outFile = join(exports.dir, "two.zip");
    const { answer } = await run({ streams, startMs: START + 1000, stopMs: START + 12_000, outFile });
    if (!answer.ok) throw new Error(answer.error.code);
    expect(answer.value.files).toMatchObject([
      { streamId: "gate", name: "Gate 2026-03-29 10-00-01Z.mkv", frames: 5 * SECOND },
      { streamId: "gate", name: "Gate 2026-03-29 10-00-06Z.mkv", frames: 6 * SECOND },
      // Windows would use one file for both names.
      { streamId: "yard", name: "gate (2) 2026-03-29 10-00-01Z.mkv", frames: 11 * SECOND },
    ]);
  });

  it("leaves no camera out of a zip unsaid", async () => {
    const streams = [
      { streamId: "yard", cameraName: "Yard" },
      { streamId: "door", cameraName: "Front door" },
    ];
    const { answer } = await run({ streams, outFile: join(exports.dir, "jpeg.zip") });
    expect(answer).toMatchObject({ ok: false, error: { code: "export/codec" } });
  });
});

/** Six seconds of H.265 by ffmpeg, a key frame every two. */
function h265Pictures(startMs: number): AccessUnit[] {
  const made = spawnSync(
    "ffmpeg",
    [
      ...["-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=15", "-t", "6", "-c:v", "libx265"],
      ...["-x265-params", "keyint=30:min-keyint=30:bframes=0:aud=1:log-level=error", "-f", "hevc", "-"],
    ],
    { maxBuffer: 1 << 26 },
  );
  const pictures: Buffer[][] = [];
  for (const nal of splitAnnexB(made.stdout)) {
    if (h265.isDelimiter(h265.typeOf(nal))) pictures.push([]);
    else pictures.at(-1)?.push(Buffer.from(nal));
  }
  return pictures.map((nals, n) => videoUnit(startMs, n, n % 30 === 0, nals));
}

function jpegFrames(startMs: number, count: number): AccessUnit[] {
  const canvas = new Canvas(64, 48, "yuvj420p");
  const encoder = new JpegEncoder(64, 48);
  const data = Buffer.from(encoder.encode(canvas.frame(0)));
  encoder.close();
  canvas.close();
  return Array.from({ length: count }, (_, n) => videoUnit(startMs, n, true, [data]));
}

const videoUnit = (startMs: number, n: number, key: boolean, nals: Buffer[]): AccessUnit => ({
  kind: "video",
  key,
  pts90k: n * 6000,
  wallMs: startMs + (n * 1000) / SECOND,
  nals,
  broken: false,
});
